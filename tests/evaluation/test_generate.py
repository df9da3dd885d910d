"""The Generator gives, token for token, what the whole text through the model gives, and a row knows no other."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.evaluation.filters import filter_rows, top_k_filter, top_p_filter
from storybot.evaluation.generation.decoder import Decoder, PackedWeights
from storybot.evaluation.generation.generator import Generator
from storybot.evaluation.generation.streaming import decode_utf8_stream
from storybot.model.generate_reference import generate_reference, window_start
from storybot.model.kv_cache import KVCache, hidden_with_cache
from storybot.model.sampling import Sampling
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.sample import sample_ids

BYTES = FastTokenizer([], ["<|endoftext|>"])  # 257 tokens
GREEDY = {"temperature": 0, "stop": []}
LOGITS = st.lists(st.integers(-4, 4).map(lambda n: n / 2), min_size=1, max_size=8)


def prompts_of(*lengths):
    return [[(7 * n + 3 * i) % 257 for i in range(n)] for n in lengths]


@pytest.mark.parametrize(("seed", "kv_heads"), [(0, 4), (1, 2), (2, 1), (3, 4)])
def test_greedy_is_the_whole_text_through_the_model(random_model, seed, kv_heads):
    model = random_model(seed, vocab=257, kv_heads=kv_heads, depth=1 + seed)
    for prompt in prompts_of(1, 5, 12):
        expected = sample_ids(model, prompt, 1, 20, temperature=0)
        assert Generator(model, BYTES).generate_ids([prompt], max_tokens=20, **GREEDY) == expected
        assert generate_reference(model, prompt, 20, Sampling(0)) == expected[0]


@pytest.mark.parametrize(
    "wishes",
    [
        {"temperature": 0},
        {"temperature": 1.0, "seed": 3},
        {"temperature": 0.7, "top_k": 5},
        {"temperature": 1.3, "top_p": 0.8, "seed": 1},
        {"temperature": 0.9, "top_k": 40, "top_p": 0.9},
    ],
)
@pytest.mark.parametrize("kv_heads", [4, 2])
def test_a_batch_is_its_rows_written_plainly(random_model, wishes, kv_heads):
    model = random_model(5, vocab=257, kv_heads=kv_heads)
    prompts = prompts_of(3, 12, 1, 7, 12)
    found = Generator(model, BYTES).generate_ids(prompts, max_tokens=18, stop=[], **wishes)
    how = Sampling(**wishes)
    assert found == [generate_reference(model, prompt, 18, how, row=row) for row, prompt in enumerate(prompts)]


def test_a_row_knows_no_other(random_model):
    generator = Generator(random_model(6, vocab=257), BYTES)
    wishes = {"temperature": 1.0, "max_tokens": 15, "stop": []}
    first, second, third = prompts_of(4, 9, 2)
    assert generator.generate_ids([first, second], **wishes)[1] == generator.generate_ids([third, second], **wishes)[1]
    twice = generator.generate_ids([first, first], **wishes)
    assert twice[0] != twice[1]
    assert generator.generate_ids([first], **wishes) == twice[:1]
    assert generator.generate_ids([first], seed=1, **wishes) != twice[:1]


def test_stop_tokens_end_a_row_and_are_left_out(random_model):
    model = random_model(7, vocab=257)
    generator, prompts = Generator(model, BYTES), prompts_of(2, 6, 4)
    free = generator.generate_ids(prompts, max_tokens=20, **GREEDY)
    stop = free[0][4]
    found = generator.generate_ids(prompts, max_tokens=20, temperature=0, stop=[stop])
    assert found == [row[: row.index(stop)] if stop in row else row for row in free]
    assert len(found[0]) <= 4
    with pytest.raises(ValueError, match="'<end>' is no special token"):
        generator.generate_ids(prompts, stop=["<end>"])


def test_the_end_of_a_document_is_the_stop_unless_told_otherwise(random_model):
    model = random_model(7, vocab=257)
    with torch.no_grad():
        model.head.weight[256] = 0
        model.head.weight[:256] *= 1e-3
        model.head.weight[256] += 5 * model.hidden(torch.tensor([[256, 65]]))[0, -1]
    generator = Generator(model, BYTES)
    assert generator.generate(["A"], temperature=0) == [""]
    assert generator.generate_ids([[256, 65]], max_tokens=3, temperature=0, stop=[])[0][0] == 256


@pytest.mark.parametrize("lengths", [[3], [31, 3], [10, 32, 45, 1]])
def test_a_sliding_window_is_the_plain_one(random_model, lengths):
    model = random_model(8, vocab=257, seq_len=32)
    prompts = prompts_of(*lengths)
    found = Generator(model, BYTES).generate_ids(prompts, max_tokens=70, sliding=True, temperature=0.8, stop=[])
    assert found == [generate_reference(model, p, 70, Sampling(0.8), row=row) for row, p in enumerate(prompts)]
    assert [len(row) for row in found] == [70] * len(lengths)


def test_the_window_keeps_its_last_half():
    starts, start = [], 0
    for length in range(1, 15):
        start = window_start(length, start, 6)
        starts.append(start)
    assert starts == [0] * 6 + [4] * 4 + [8] * 4
    assert window_start(5, 0, 1) == 4


def test_without_max_tokens_every_row_fills_the_context(random_model):
    model = random_model(9, vocab=257, seq_len=24)
    prompts = prompts_of(3, 20, 11, 23)
    found = Generator(model, BYTES).generate_ids(prompts, **GREEDY)
    assert [len(row) for row in found] == [21, 4, 13, 1]
    assert found == [generate_reference(model, p, 24 - len(p), Sampling(0)) for p in prompts]


def test_training_goes_on_between_two_stories(random_model):
    model = random_model(10, vocab=257)
    generator = Generator(model, BYTES)
    before = generator.generate_ids([[1, 2]], max_tokens=12, **GREEDY)
    with torch.no_grad():
        model.head.weight.neg_()
    after = generator.generate_ids([[1, 2]], max_tokens=12, **GREEDY)
    assert after != before
    assert after == [generate_reference(model, [1, 2], 12, Sampling(0))]


@pytest.mark.parametrize("lengths", [[9, 9, 9], [9, 4, 7]])
@pytest.mark.parametrize("kv_heads", [4, 2])
def test_a_decoder_gives_the_models_numbers(random_model, lengths, kv_heads):
    model = random_model(11, kv_heads=kv_heads)
    rows = prompts_of(*lengths)
    cache = KVCache(model.config, 3, 20)
    hidden_with_cache(model, torch.tensor([row + [0] * (9 - len(row)) for row in rows]), cache)
    decoder = Decoder(PackedWeights(model), cache, lengths)
    for token in (5, 250, 5, 17):
        rows = [[*row, token] for row in rows]
        found = decoder.step(torch.tensor([token] * 3))
        expected = torch.stack([model(torch.tensor([row]))[0, -1] for row in rows])
        torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-4, check_device=False)


def test_sampling_follows_the_probabilities(random_model):
    """4,000 rows of one token each, against softmax of the whole text through the model: total variation."""
    model = random_model(12, vocab=257)
    prompt = [3, 1, 4, 1, 5]
    rows = Generator(model, BYTES).generate_ids([prompt] * 4000, max_tokens=2, temperature=1.5, top_k=6, stop=[])
    first = torch.softmax(top_k_filter(model(torch.tensor([prompt]))[0, -1] / 1.5, 6), 0)
    assert distance([row[0] for row in rows], first) < 0.03
    likeliest = int(first.argmax())
    second = torch.softmax(top_k_filter(model(torch.tensor([[*prompt, likeliest]]))[0, -1] / 1.5, 6), 0)
    assert distance([row[1] for row in rows if row[0] == likeliest], second) < 0.06
    assert distance([row[1] for row in rows], first) > 0.2  # it can fail


def distance(tokens, chances):
    found = torch.bincount(torch.tensor(tokens), minlength=len(chances)) / len(tokens)
    return float((found - chances).abs().sum()) / 2


@given(LOGITS, st.integers(1, 9), st.sampled_from([0.05, 0.31, 0.5, 0.77, 0.96, 1.0]))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_filters_of_rows_are_the_clear_ones(logits, k, p):
    row = torch.tensor(logits)
    both = torch.stack([row, row.flip(0)])
    for top_k, top_p in ((k, None), (None, p), (k, p)):
        expected = both
        if top_k is not None:
            expected = torch.stack([top_k_filter(row, top_k) for row in expected])
        if top_p is not None:
            expected = torch.stack([top_p_filter(row, top_p) for row in expected])
        assert torch.equal(filter_rows(both, top_k, top_p), expected)


@given(LOGITS, st.sampled_from([0.05, 0.31, 0.5, 0.77, 0.96]))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_top_p_keeps_the_smallest_set_that_reaches_p(logits, p):
    row = torch.tensor(logits)
    kept = (top_p_filter(row, p) > -math.inf).nonzero()[:, 0].tolist()
    chances = torch.softmax(row.double(), 0)
    total = float(chances[kept].sum())
    assert total >= p - 1e-12
    assert total - float(chances[kept].min()) < p + 1e-12
    assert min(chances[kept]) >= max([c for i, c in enumerate(chances) if i not in kept], default=0)


def test_of_equal_tokens_the_lower_id_stays():
    row = torch.zeros(4)
    assert top_k_filter(row, 2).tolist() == [0, 0, -math.inf, -math.inf]
    assert top_p_filter(row, 0.5).tolist() == [0, 0, -math.inf, -math.inf]
    assert top_p_filter(row, 0.51).tolist() == [0, 0, 0, -math.inf]


@given(st.binary(max_size=20), st.lists(st.integers(0, 20)))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_pieces_of_text_make_the_whole(data, cuts):
    places = [0, *sorted(cut for cut in cuts if cut <= len(data)), len(data)]
    pieces = list(decode_utf8_stream(data[a:b] for a, b in pairwise(places)))
    assert "".join(pieces) == data.decode("utf-8", "replace")


@given(st.text(max_size=10))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_piece_is_half_a_character(text):
    pieces = list(decode_utf8_stream(bytes([byte]) for byte in text.encode()))
    assert pieces == list(text)


def test_a_stream_is_the_story(random_model):
    generator = Generator(random_model(13, vocab=257, seq_len=64), BYTES)
    wishes = {"temperature": 1.0, "seed": 4, "max_tokens": 50, "stop": []}
    pieces = list(generator.stream("가나", **wishes))
    assert "".join(pieces) == generator.generate(["가나"], **wishes)[0]
    assert len(pieces) > 10
    assert all(pieces)


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"max_tokens": 30}, "a prompt of 3 tokens and 30 more, but the model sees 32 at most"),
        ({"max_tokens": 0}, "max_tokens must be at least 1"),
        ({"temperature": -1}, "the temperature must be 0 or more"),
        ({"temperature": math.nan}, "the temperature must be 0 or more"),
        ({"top_k": 0}, "top_k must be at least 1"),
        ({"top_p": 0.0}, "top_p must be above 0 and at most 1"),
        ({"top_p": 1.5}, "top_p must be above 0 and at most 1"),
    ],
)
def test_wishes_that_cannot_be_met(random_model, wishes, words):
    with pytest.raises(ValueError, match=words):
        Generator(random_model(vocab=257), BYTES).generate_ids([[1, 2, 3]], **wishes)


def test_bad_prompts(random_model):
    generator = Generator(random_model(vocab=257), BYTES)
    assert generator.generate_ids([]) == []
    with pytest.raises(ValueError, match="the prompt is empty"):
        generator.generate_ids([[]])
    with pytest.raises(ValueError, match="not among the model's 257"):
        generator.generate_ids([[300]])
    with pytest.raises(ValueError, match="a prompt of 33 tokens and 1 more"):
        generator.generate_ids([[1] * 33])
    with pytest.raises(ValueError, match="is no special token of this tokenizer"):
        Generator(random_model(vocab=257), FastTokenizer([])).generate(["a"])
    with pytest.raises(ValueError, match="the tokenizer has 257 tokens, but the model knows 200"):
        Generator(random_model(vocab=200), BYTES)


def test_ids_that_the_tokenizer_does_not_know_are_never_drawn(random_model):
    model, tokenizer = random_model(14, vocab=400), FastTokenizer([], {"<|endoftext|>": 399, "<|gap|>": 300})
    row = Generator(model, tokenizer).generate_ids([[1]], max_tokens=30, temperature=50.0, stop=[])[0]
    assert len(row) == 30
    assert set(row) <= {*range(256), 300, 399}


def test_one_prompt_needs_no_list(random_model):
    generator = Generator(random_model(15, vocab=257), BYTES)
    assert generator.generate("ab", max_tokens=5) == generator.generate(["ab"], max_tokens=5)
