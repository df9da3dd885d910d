"""The seven exercises of chapter 7: what a right answer must agree on."""

from __future__ import annotations

from typing import Any

import torch
from hypothesis import strategies as st

from storybot.bpe_basics import Tokenizer
from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.bpb import bits_per_byte, token_bytes
from storybot.evaluation.core.metric import centered_accuracy
from storybot.evaluation.core.scoring_reference import score_choices
from storybot.model.kv_cache import cached_attention
from storybot.model.sampling import top_k_filter, top_p_filter
from storybot.special_tokens import END

SMALL = st.integers(-8, 8).map(lambda n: n / 2)
UNCLEAR = 1e-5  # whether a sum of probabilities this near to p reaches it is left to rounding
EQUALS = torch.zeros(100)
PIECES = "né가物".encode()  # characters of one, two and three bytes, to be cut anywhere


@st.composite
def tokenizers(draw: st.DrawFn) -> Arguments:
    """With a few merges of neighbouring bytes, and special tokens with or without gaps between their ids."""
    starts = draw(st.lists(st.integers(0, len(PIECES) - 2), max_size=3, unique=True))
    merges = [(PIECES[i : i + 1], PIECES[i + 1 : i + 2]) for i in starts]
    names = draw(st.lists(st.sampled_from(["<|end|>", "<|끝|>"]), max_size=2, unique=True))
    first, step = 256 + len(merges) + draw(st.integers(0, 2)), draw(st.integers(1, 2))
    return (Tokenizer(merges, {name: first + step * i for i, name in enumerate(names)}),)


def describe_tokenizer_call(name: str, arguments: Arguments) -> str:
    [tokenizer] = arguments
    return f"{name}(Tokenizer({tokenizer.merges}, {tokenizer.special_tokens}))"


def sizes_in_short(sizes: Any) -> Any:
    """A tensor of hundreds of sizes: how many there are, and which are not 1."""
    others = {i: size for i, size in enumerate(sizes.tolist()) if size != 1}
    return {"length": len(sizes), "dtype": str(sizes.dtype), "ids whose size is not 1": others}


@st.composite
def losses_and_sizes(draw: st.DrawFn) -> Arguments:
    n = draw(st.integers(1, 4))
    nats = draw(st.lists(st.integers(0, 20).map(lambda n: n / 4), min_size=n, max_size=n))
    sizes = draw(st.lists(st.integers(0, 6), min_size=n, max_size=n).filter(any))
    return nats, sizes


@st.composite
def scored_options(draw: st.DrawFn) -> Arguments:
    """Two or three rows of losses, all padded to one length, and where each option begins and ends."""
    n, length = draw(st.integers(2, 3)), draw(st.integers(2, 5))
    losses, starts, ends = [], [], []
    for _ in range(n):
        losses.append(draw(st.lists(st.integers(0, 8).map(lambda n: n / 2), min_size=length, max_size=length)))
        starts.append(draw(st.integers(1, length)))
        ends.append(draw(st.integers(starts[-1] + 1, length + 1)))
    return losses, starts, ends


@st.composite
def some_logits(draw: st.DrawFn) -> torch.Tensor:
    return torch.tensor(draw(st.lists(SMALL, min_size=1, max_size=5)))


@st.composite
def logits_and_p(draw: st.DrawFn) -> Arguments:
    return draw(some_logits()), draw(st.sampled_from([0.05, 0.3, 0.45, 0.6, 0.77, 0.9, 0.96, 1.0]))


def clear(arguments: Arguments) -> bool:
    """Whether no sum of probabilities is so near to p that rounding decides: then all right answers agree."""
    logits, p = arguments
    sums = torch.softmax(logits.double(), 0).sort(descending=True).values.cumsum(0)[:-1]
    return bool(((sums - p).abs() > UNCLEAR).all())


@st.composite
def new_position(draw: st.DrawFn) -> Arguments:
    d, t = draw(st.integers(1, 3)), draw(st.integers(0, 3))
    vector = st.lists(st.integers(-4, 4).map(lambda n: n / 2), min_size=d, max_size=d)
    query, key, value = (torch.tensor(draw(vector)) for _ in range(3))
    keys, values = (torch.tensor(draw(st.lists(vector, min_size=t, max_size=t))).view(t, d) for _ in range(2))
    return query, key, value, keys, values


EXERCISES = {
    "token_bytes": Exercise(
        token_bytes,
        [
            (Tokenizer([(b"a", b"b")]),),
            (Tokenizer([(b"a", b"b")], [END]),),
            (Tokenizer([(b"\xea", b"\xb0"), (b"\xea\xb0", b"\x80")], {"<|end|>": 260}),),
            (Tokenizer([(b"a", b"b")], ["ab"]),),  # a token and a special token with the same bytes
            (Tokenizer([(b"<", b"|")], ["[END]"]),),
        ],
        tokenizers(),
        normalize=sizes_in_short,
        describe_call=describe_tokenizer_call,
    ),
    "bits_per_byte": Exercise(
        bits_per_byte,
        [
            ([1.0], [1]),
            ([2.0, 2.0], [4, 4]),
            ([2.0, 1.0], [3, 1]),
            ([2.0, 1.0, 5.0], [3, 1, 0]),
            ([1.0] * 100, [1] * 40 + [9] * 60),  # so long that means of batches differ, too
        ],
        losses_and_sizes(),
        tolerance=1e-6,
    ),
    "centered_accuracy": Exercise(
        centered_accuracy,
        [(0.625, 25), (0.25, 25), (1.0, 50), (0.3, 0), (0.4, 62), (0.0, 25), (0.5, 9.1), (0.5, 0.5)],
        st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.sampled_from([0, 9.1, 20, 25, 40.3, 50, 62])),
        tolerance=1e-9,
    ),
    "score_choices": Exercise(
        score_choices,
        [
            ([[9.0, 1.0, 2.0], [9.0, 1.0, 1.0]], [2, 2], [4, 4]),  # the shared context is dear, and does not count
            ([[0.0, 1.0, 5.0], [0.0, 2.0, 0.0]], [2, 2], [3, 3]),  # what fills the row does not count
            ([[0.0, 2.0, 2.0, 2.0], [0.0, 5.0, 0.0, 0.0]], [2, 2], [5, 3]),  # a longer option has the lower mean
            ([[3.0, 1.0, 2.0], [3.0, 2.0, 1.0]], [1, 1], [4, 4]),  # a tie
            ([[1.0, 4.0, 4.0], [4.0, 4.0, 1.0]], [1, 3], [2, 4]),  # a first and a last token; a tie again
        ],
        scored_options(),
    ),
    "top_k_filter": Exercise(
        top_k_filter,
        [
            (torch.tensor([1.0, 3.0, 2.0]), 1),
            (torch.tensor([1.0, 3.0, 2.0, 0.5]), 2),
            (torch.tensor([2.0, 2.0, 2.0]), 2),
            (torch.tensor([1.0, 2.0]), 5),
            (torch.tensor([0.0, 1e-4]), 1),
            (EQUALS, 3),  # so many that a sort which does not keep the order of equals shows it
        ],
        st.tuples(some_logits(), st.integers(1, 6)),
        tolerance=1e-6,
    ),
    "top_p_filter": Exercise(
        top_p_filter,
        [
            (torch.tensor([3.0, 0.0, 1.0]), 0.9),
            (torch.tensor([0.0, 3.0, 1.0]), 0.3),
            (torch.zeros(4), 0.6),
            (torch.zeros(4), 0.5),  # exactly on p, with sums that are exact in binary: 0.25 + 0.25
            (torch.tensor([1.0, -1.0, 2.0]), 1.0),
            (torch.tensor([0.0, -40.0, -80.0]), 1.0),  # sums reach 1 by rounding before the last token
            (torch.tensor([100.0, 0.0, 0.0]), 0.5),  # exp(100) overflows
            (EQUALS, 0.025),  # three of them, and no sum near p: 0.02 would be decided by rounding
        ],
        logits_and_p().filter(clear),
        tolerance=1e-6,
    ),
    "cached_attention": Exercise(
        cached_attention,
        [
            (*torch.tensor([[1.0, 0.0], [1.0, 0.0], [3.0, 4.0]]), torch.zeros(0, 2), torch.zeros(0, 2)),
            (*torch.tensor([[1.0, 0.0], [0.0, 0.0], [3.0, 4.0]]), torch.zeros(1, 2), torch.tensor([[1.0, 2.0]])),
            (*torch.tensor([[2.0, 0.0], [1.0, 0.0], [3.0, 4.0]]), torch.eye(2), torch.tensor([[1.0, 2.0], [5.0, 6.0]])),
            (*torch.tensor([[40.0, 0.0], [5.0, 0.0], [3.0, 4.0]]), torch.tensor([[4.0, 0.0]]), torch.ones(1, 2)),
        ],
        new_position(),
        tolerance=1e-4,
    ),
}
