"""Bits per byte: the bytes of tokens, the two sums, and the formulas that are wrong."""

from __future__ import annotations

import math
import threading

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.evaluation.bpb import bits_per_byte, evaluate_bpb, token_bytes, token_losses
from storybot.evaluation.bpb_pitfalls import bpb_averaged_wrong, bpb_multiplied_wrong, token_bytes_by_decoding_wrong
from storybot.languages import LANGUAGES
from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.optimized_merges import FastTokenizer
from storybot.stories import make_stories
from storybot.training_loop.strategy import Strategy
from tests.evaluation.conftest import Make

Rows = tuple[torch.Tensor, torch.Tensor]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bytes_of_tokens_are_bytes_of_the_text(story_tokenizer: FastTokenizer, language: str) -> None:
    sizes = token_bytes(story_tokenizer)
    for text in make_stories(language, 20, seed=5):
        ids = story_tokenizer.encode(text)
        assert int(sizes[ids].sum()) == len(text.encode())


@given(st.text())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_bytes_of_any_text(story_tokenizer: FastTokenizer, text: str) -> None:
    assert int(token_bytes(story_tokenizer)[story_tokenizer.encode(text, "none")].sum()) == len(text.encode())


def test_special_tokens_and_gaps_count_nothing() -> None:
    tokenizer = FastTokenizer([(b"a", b"b")], {"<|endoftext|>": 300})
    sizes = token_bytes(tokenizer)
    assert len(sizes) == 301
    assert sizes[256] == 2
    assert sizes[257:].tolist() == [0] * 44


def test_a_model_that_knows_nothing_costs_eight_bits() -> None:
    model = init_model(ModelConfig(256, 16, 1, 32, 2, 2))  # a new head is all zero
    batches = [(torch.randint(0, 256, (3, 16)), torch.randint(0, 256, (3, 16))) for _ in range(3)]
    assert evaluate_bpb(model, batches, torch.ones(256, dtype=torch.int64)) == pytest.approx(8, abs=1e-6)


@pytest.fixture(scope="module")
def rows(story_tokenizer: FastTokenizer) -> Rows:
    """Rows of stories in four languages with documents' ends among them, as inputs and targets (8, 33)."""
    end = story_tokenizer.special_tokens["<|endoftext|>"]
    texts = [text[:40] for language in LANGUAGES for text in make_stories(language, 3)]
    ids = [i for text in texts for i in [end, *story_tokenizer.encode(text)]]
    taken = torch.tensor(ids)[: 8 * 33].view(8, 33)
    return taken[:, :-1], taken[:, 1:].clone()


def test_the_same_at_any_batch_size(random_model: Make, story_tokenizer: FastTokenizer, rows: Rows) -> None:
    model, sizes = random_model(vocab=600), token_bytes(story_tokenizer)
    inputs, targets = rows
    targets[2, 5:9] = -1
    assert (targets == story_tokenizer.special_tokens["<|endoftext|>"]).any()
    found = [evaluate_bpb(model, zip(inputs.split(n), targets.split(n), strict=True), sizes) for n in (1, 2, 4, 8)]
    losses = torch.nn.functional.cross_entropy(
        model(inputs).flatten(0, 1), targets.flatten(), ignore_index=-1, reduction="none"
    )
    counts = [int(sizes[t]) if t >= 0 else 0 for t in targets.flatten()]
    expected = bits_per_byte(losses.tolist(), counts)
    assert found == pytest.approx([expected] * 4, rel=1e-6)


class Together(Strategy):
    """A rank of two, each a thread."""

    size = 2

    def __init__(self, rank: int, shared: list[torch.Tensor], ready: threading.Barrier) -> None:
        self.rank, self.shared, self.ready = rank, shared, ready

    def all_reduce_sum(self, value: torch.Tensor) -> torch.Tensor:
        self.shared[self.rank] = value
        self.ready.wait(timeout=20)
        return self.shared[0] + self.shared[1]


def test_the_same_on_two_ranks(random_model: Make, story_tokenizer: FastTokenizer, rows: Rows) -> None:
    model, sizes = random_model(vocab=600), token_bytes(story_tokenizer)
    batches = list(zip(rows[0].split([3, 4, 1]), rows[1].split([3, 4, 1]), strict=True))
    found: dict[int, float] = {}
    shared, ready = [torch.zeros(0)] * 2, threading.Barrier(2)

    def rank(number: int) -> None:
        found[number] = evaluate_bpb(model, batches[number::2], sizes, Together(number, shared, ready))

    threads = [threading.Thread(target=rank, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == pytest.approx(evaluate_bpb(model, batches, sizes), rel=1e-9)


def test_the_logits_are_never_all_there(random_model: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storybot.evaluation.bpb.LOGITS_PER_CHUNK", 64)  # the smallest chunk is 64 positions
    model = random_model(vocab=50)
    inputs, targets = torch.randint(0, 50, (2, 5, 32))
    chunks: list[int] = []
    model.head.register_forward_hook(lambda _m, _i, out: chunks.append(len(out)))
    losses = token_losses(model, inputs, targets)
    assert chunks == [64, 64, 32]
    assert float(losses.mean()) == pytest.approx(float(model(inputs, targets)), rel=1e-5)


def test_what_cannot_be_measured(random_model: Make) -> None:
    model, ids = random_model(), torch.zeros(1, 4, dtype=torch.int64)
    with pytest.raises(ValueError, match="no target stands for any byte"):
        evaluate_bpb(model, [(ids, ids - 1)], torch.ones(260, dtype=torch.int64))
    with pytest.raises(ValueError, match="no target stands for any byte"):
        evaluate_bpb(model, [], torch.ones(260, dtype=torch.int64))
    with pytest.raises(ValueError, match="a target is 7, but the tokenizer's ids end at 4"):
        evaluate_bpb(model, [(ids, ids + 7)], torch.ones(5, dtype=torch.int64))
    with pytest.raises(ValueError, match="no token stands for any byte"):
        bits_per_byte([1.0], [0])


@pytest.mark.parametrize(
    ("language", "least", "most"), [("en", 1.0, 1.0), ("ja", 1.05, 2.0), ("ko", 1.05, 2.0), ("zh", 1.05, 2.0)]
)
def test_bytes_by_decoding_flatter(story_tokenizer: FastTokenizer, language: str, least: float, most: float) -> None:
    """U+FFFD counts three bytes for one or two: CJK models look better than they are, English ones do not."""
    ids = story_tokenizer.encode("".join(make_stories(language, 20, seed=5)))
    right, wrong = (
        int(sizes[ids].sum())
        for sizes in (token_bytes(story_tokenizer), token_bytes_by_decoding_wrong(story_tokenizer))
    )
    assert least <= wrong / right <= most


def test_the_other_wrong_formulas() -> None:
    nats, sizes = [3.0, 1.0, 2.0, 4.0], [6, 1, 2, 3]
    right = bits_per_byte(nats, sizes)
    assert right == pytest.approx(10 / 12 / math.log(2))
    assert bpb_multiplied_wrong(nats, sizes) == pytest.approx(right * 9)  # 3 bytes a token, and squared
    assert bpb_averaged_wrong(nats, sizes, 4) == right
    by_batch = [bpb_averaged_wrong(nats, sizes, n) for n in (1, 2, 3)]
    assert len({round(value, 6) for value in (*by_batch, right)}) == 4
