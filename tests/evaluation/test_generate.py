"""The Generator gives, token for token, what `generate_reference` gives, and no row depends on another."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.evaluation.generation import ContextOverflowError, GenerationConfig, Generator
from storybot.evaluation.generation.batch import window_start
from storybot.evaluation.generation.decoder import Decoder, PackedWeights
from storybot.evaluation.generation.streaming import decode_utf8_stream
from storybot.model.generate_reference import generate_reference
from storybot.model.kv_cache import KVCache
from storybot.model.sampling import Sampling, top_k_filter
from storybot.optimized_merges import FastTokenizer
from tests.evaluation.conftest import Make

BYTES = FastTokenizer([], ["<|endoftext|>"])  # 257 tokens


def config(**changes: Any) -> GenerationConfig:
    """Nothing ends a row but its length, unless `stop` is given."""
    return GenerationConfig(**{"stop": [], **changes})


def prompts_of(*lengths: int) -> list[list[int]]:
    return [[(7 * n + 3 * i) % 257 for i in range(n)] for n in lengths]


@pytest.mark.parametrize(("seed", "kv_heads"), [(0, 4), (1, 2), (2, 1), (3, 4)])
def test_greedy_is_the_reference(random_model: Make, seed: int, kv_heads: int) -> None:
    model = random_model(seed, vocab=257, kv_heads=kv_heads, depth=1 + seed)
    for prompt in prompts_of(1, 5, 12):
        found = Generator(model, BYTES).generate_ids([prompt], config(temperature=0, max_tokens=20))
        assert found == generate_reference(model, prompt, 20, Sampling(0))


@pytest.mark.parametrize(
    "sampling",
    [
        {"temperature": 0},
        {"temperature": 1.0, "seed": 3},
        {"temperature": 0.7, "top_k": 5},
        {"temperature": 1.3, "top_p": 0.8, "seed": 1},
        {"temperature": 0.9, "top_k": 40, "top_p": 0.9},
    ],
)
@pytest.mark.parametrize("kv_heads", [4, 2])
def test_a_batch_is_the_reference_of_its_rows(random_model: Make, sampling: dict[str, Any], kv_heads: int) -> None:
    model = random_model(5, vocab=257, kv_heads=kv_heads)
    prompts = prompts_of(3, 12, 1, 7, 12)
    found = Generator(model, BYTES).generate_ids(prompts, config(max_tokens=18, **sampling))
    assert found == [
        generate_reference(model, prompt, 18, Sampling(**sampling), rows=[row])[0] for row, prompt in enumerate(prompts)
    ]


def test_healed_prompts_are_the_references(random_model: Make) -> None:
    """Merged tokens, several rows that need different numbers of tokens, and one that needs none."""
    merges = [(b"a", b"b"), (b"ab", b"c"), (b".", b"\n"), (b" ", b"a")]
    tokenizer = FastTokenizer(merges, ["<|endoftext|>"])
    model, sampling = random_model(8, vocab=261), {"temperature": 0.9, "top_k": 30, "seed": 2}
    generator, prompts = Generator(model, tokenizer), ["x abab", "", "x.", "x a"]
    texts = generator.generate(prompts, config(max_tokens=14, **sampling))
    for row, (prompt, text) in enumerate(zip(prompts, texts, strict=True)):
        healed = generator.heal_prompt(prompt)
        length = 14 + healed.taken_back
        [ids] = generate_reference(
            model, healed.ids, length, Sampling(**sampling), rows=[row], begin_with=healed.rest, ranks=tokenizer.ranks
        )
        assert prompt.encode() == tokenizer.decode_bytes(healed.ids[1:]) + healed.rest
        assert tokenizer.decode_bytes(ids).startswith(healed.rest)
        assert tokenizer.decode_bytes(ids)[len(healed.rest) :].decode("utf-8", "replace") == text
    assert "".join(generator.stream(prompts[0], config(max_tokens=14, **sampling))) == texts[0]


def test_no_row_depends_on_another(random_model: Make) -> None:
    generator = Generator(random_model(6, vocab=257), BYTES)
    warm = config(temperature=1.0, max_tokens=15)
    first, second, third = prompts_of(4, 9, 2)
    assert generator.generate_ids([first, second], warm)[1] == generator.generate_ids([third, second], warm)[1]
    twice = generator.generate_ids([first, first], warm)
    assert twice[0] != twice[1]
    assert generator.generate_ids([first], warm) == twice[:1]
    assert generator.generate_ids([first], replace(warm, seed=1)) != twice[:1]


def test_stop_tokens_end_a_row_and_are_left_out(random_model: Make) -> None:
    model = random_model(7, vocab=257)
    generator, prompts = Generator(model, BYTES), prompts_of(2, 6, 4)
    free = generator.generate_ids(prompts, config(temperature=0, max_tokens=20))
    stop = free[0][4]
    found = generator.generate_ids(prompts, config(temperature=0, max_tokens=20, stop=[stop]))
    assert found == [row[: row.index(stop)] if stop in row else row for row in free]
    assert len(found[0]) <= 4
    with pytest.raises(ValueError, match="'<end>' is not a special token"):
        generator.generate_ids(prompts, config(stop=["<end>"]))


def test_the_end_of_a_document_is_the_default_stop(random_model: Make) -> None:
    model = random_model(7, vocab=257)
    with torch.no_grad():
        model.head.weight[256] = 0
        model.head.weight[:256] *= 1e-3
        model.head.weight[256] += 5 * model.forward_hidden(torch.tensor([[256, 65]]))[0, -1]
    generator = Generator(model, BYTES)
    assert generator.generate(["A"], GenerationConfig(temperature=0)) == [""]
    assert generator.generate_ids([[256, 65]], config(max_tokens=3, temperature=0))[0][0] == 256


@pytest.mark.parametrize("lengths", [[3], [31, 3], [10, 32, 45, 1]])
def test_a_sliding_window_is_the_reference(random_model: Make, lengths: list[int]) -> None:
    model = random_model(8, vocab=257, seq_len=32)
    prompts = prompts_of(*lengths)
    found = Generator(model, BYTES).generate_ids(prompts, config(max_tokens=70, sliding=True, temperature=0.8))
    assert found == [generate_reference(model, p, 70, Sampling(0.8), rows=[row])[0] for row, p in enumerate(prompts)]
    assert [len(row) for row in found] == [70] * len(lengths)


def test_the_window_keeps_its_last_half() -> None:
    starts, start = [], 0
    for length in range(1, 15):
        start = window_start(length, start, 6)
        starts.append(start)
    assert starts == [0] * 6 + [4] * 4 + [8] * 4
    assert window_start(5, 0, 1) == 4


def test_without_max_tokens_every_row_fills_the_context(random_model: Make) -> None:
    model = random_model(9, vocab=257, seq_len=24)
    prompts = prompts_of(3, 20, 11, 23)
    found = Generator(model, BYTES).generate_ids(prompts, config(temperature=0))
    assert [len(row) for row in found] == [21, 4, 13, 1]
    assert found == [generate_reference(model, p, 24 - len(p), Sampling(0))[0] for p in prompts]


def test_training_goes_on_between_two_stories(random_model: Make) -> None:
    model = random_model(10, vocab=257)
    generator = Generator(model, BYTES)
    before = generator.generate_ids([[1, 2]], config(temperature=0, max_tokens=12))
    with torch.no_grad():
        model.head.weight.neg_()
    after = generator.generate_ids([[1, 2]], config(temperature=0, max_tokens=12))
    assert after != before
    assert after == generate_reference(model, [1, 2], 12, Sampling(0))


@pytest.mark.parametrize("lengths", [[9, 9, 9], [9, 4, 7]])
@pytest.mark.parametrize("kv_heads", [4, 2])
@torch.no_grad()
def test_the_decoder_gives_the_models_logits(random_model: Make, lengths: list[int], kv_heads: int) -> None:
    model = random_model(11, kv_heads=kv_heads)
    rows = prompts_of(*lengths)
    cache = KVCache(model.config, 3, 20)
    model.forward_hidden(torch.tensor([row + [0] * (9 - len(row)) for row in rows]), cache)
    decoder = Decoder(PackedWeights(model), cache, lengths)
    for token in (5, 250, 5, 17):
        rows = [[*row, token] for row in rows]
        found = decoder.step(torch.tensor([token] * 3))
        expected = torch.stack([model(torch.tensor([row]))[0, -1] for row in rows])
        torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-4, check_device=False)


def test_sampling_follows_the_probabilities(random_model: Make) -> None:
    """4,000 rows of one token each, against softmax of the whole text through the model: total variation."""
    model = random_model(12, vocab=257)
    prompt = [3, 1, 4, 1, 5]
    rows = Generator(model, BYTES).generate_ids([prompt] * 4000, config(max_tokens=2, temperature=1.5, top_k=6))
    first = torch.softmax(top_k_filter(model(torch.tensor([prompt]))[0, -1] / 1.5, 6), 0)
    assert distance([row[0] for row in rows], first) < 0.03
    likeliest = int(first.argmax())
    second = torch.softmax(top_k_filter(model(torch.tensor([[*prompt, likeliest]]))[0, -1] / 1.5, 6), 0)
    assert distance([row[1] for row in rows if row[0] == likeliest], second) < 0.06
    assert distance([row[1] for row in rows], first) > 0.2  # it can fail


def distance(tokens: list[int], chances: torch.Tensor) -> float:
    found = torch.bincount(torch.tensor(tokens), minlength=len(chances)) / len(tokens)
    return float((found - chances).abs().sum()) / 2


@given(st.binary(max_size=20), st.lists(st.integers(0, 20)))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_chunks_of_text_make_the_whole(data: bytes, cuts: list[int]) -> None:
    offsets = [0, *sorted(cut for cut in cuts if cut <= len(data)), len(data)]
    chunks = list(decode_utf8_stream(data[a:b] for a, b in pairwise(offsets)))
    assert "".join(chunks) == data.decode("utf-8", "replace")


@given(st.text(max_size=10))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_chunk_is_half_a_character(text: str) -> None:
    chunks = list(decode_utf8_stream(bytes([byte]) for byte in text.encode()))
    assert chunks == list(text)


def test_a_stream_is_the_story(random_model: Make) -> None:
    generator = Generator(random_model(13, vocab=257, seq_len=64), BYTES)
    warm = config(temperature=1.0, seed=4, max_tokens=50)
    chunks = list(generator.stream("가나", warm))
    assert "".join(chunks) == generator.generate(["가나"], warm)[0]
    assert len(chunks) > 10
    assert all(chunks)


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"max_tokens": 0}, "max_tokens must be at least 1"), ({"temperature": -1}, "the temperature must be 0 or more")],
)
def test_configs_that_make_no_sense_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GenerationConfig(**changes)


def test_a_text_too_long_for_the_context_named_an_option_of_python_on_the_command_line(random_model: Make) -> None:
    """The error's `problem` names no option, so that each caller can name its own."""
    with pytest.raises(ContextOverflowError, match=r"a prompt of 3 tokens and 30 more.*sliding=True") as caught:
        Generator(random_model(vocab=257), BYTES).generate_ids([[1, 2, 3]], config(max_tokens=30))
    assert caught.value.problem == "a prompt of 3 tokens and 30 more, but the model sees 32 at most"


def test_bad_prompts(random_model: Make) -> None:
    generator = Generator(random_model(vocab=257), BYTES)
    assert generator.generate_ids([]) == []
    with pytest.raises(ValueError, match="the prompt is empty"):
        generator.generate_ids([[]])
    with pytest.raises(ValueError, match="not among the model's 257"):
        generator.generate_ids([[300]])
    with pytest.raises(ValueError, match="a prompt of 33 tokens and 1 more"):
        generator.generate_ids([[1] * 33])
    with pytest.raises(ValueError, match="is not a special token of this tokenizer"):
        Generator(random_model(vocab=257), FastTokenizer([])).generate(["a"])
    with pytest.raises(ValueError, match="the tokenizer has 257 tokens, but the model knows 200"):
        Generator(random_model(vocab=200), BYTES)


def test_ids_that_the_tokenizer_does_not_know_are_never_drawn(random_model: Make) -> None:
    model, tokenizer = random_model(14, vocab=400), FastTokenizer([], {"<|endoftext|>": 399, "<|gap|>": 300})
    row = Generator(model, tokenizer).generate_ids([[1]], config(max_tokens=30, temperature=50.0))[0]
    assert len(row) == 30
    assert set(row) <= {*range(256), 300, 399}


def test_one_prompt_needs_no_list(random_model: Make) -> None:
    generator = Generator(random_model(15, vocab=257), BYTES)
    assert generator.generate("ab", config(max_tokens=5)) == generator.generate(["ab"], config(max_tokens=5))
