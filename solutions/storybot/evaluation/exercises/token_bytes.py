"""token_bytes: bytes of a token."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import torch
from hypothesis import strategies as st

from storybot.bpe_basics import Tokenizer
from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.bpb import token_bytes
from storybot.evaluation.bpb import token_bytes as right_sizes
from storybot.special_tokens import END

PIECES = "né가物😀".encode()  # characters of one to four bytes, to be cut anywhere


@st.composite
def tokenizers(draw: st.DrawFn) -> Arguments:
    """With a few merges of neighbouring bytes, and special tokens behind, among or far behind them."""
    starts = draw(st.lists(st.integers(0, len(PIECES) - 2), max_size=3, unique=True))
    merges = [(PIECES[i : i + 1], PIECES[i + 1 : i + 2]) for i in starts]
    names = draw(st.lists(st.sampled_from(["<|end|>", "<|끝|>", "né"]), max_size=2, unique=True))
    first, step = 256 + draw(st.integers(0, 5)), draw(st.integers(1, 2))
    return (Tokenizer(merges, {name: first + step * i for i, name in enumerate(names)}),)


def describe_tokenizer_call(name: str, arguments: Arguments) -> str:
    [tokenizer] = arguments
    return f"{name}(Tokenizer({tokenizer.merges}, {tokenizer.special_tokens}))"


def sizes_in_short(sizes: Any) -> str:
    """Hundreds of sizes in a line: what kind of thing it is, and ranges of ids that have the same size.

    >>> sizes_in_short(torch.tensor([1, 1, 1, 2, 0]))
    'int64 tensor, size by id: 0–2: 1, 3: 2, 4: 0'
    """
    kind = f"{sizes.dtype} tensor".removeprefix("torch.") if torch.is_tensor(sizes) else type(sizes).__name__
    numbers = sizes.tolist() if hasattr(sizes, "tolist") else list(sizes)
    parts, first = [], 0
    for size, run in groupby(numbers):
        last = first + len(list(run)) - 1
        parts.append(f"{first}–{last}: {size:g}" if last > first else f"{first}: {size:g}")
        first = last + 1
    return f"{kind}, size by id: {', '.join(parts)}"


EXERCISE = Exercise(
    token_bytes,
    [
        (Tokenizer([(b"a", b"b")]),),
        (Tokenizer([(b"a", b"b"), (b"ab", b"ab")], [END]),),
        (Tokenizer([(b"\xea", b"\xb0"), (b"\xea\xb0", b"\x80")], {"<|end|>": 260}),),  # 가 in parts; a gap
        (Tokenizer([(b"a", b"b")], ["ab"]),),  # a token and a special token with the same bytes
        (Tokenizer([(b"<", b"|")], ["[END]"]),),
        (Tokenizer([(b"a", b"b"), (b"ab", b"c")], {"<|end|>": 256}),),  # the merges move up behind it
    ],
    tokenizers(),
    normalize=sizes_in_short,
    describe_call=describe_tokenizer_call,
)


@EXERCISE.mistake
def by_decoding(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i in tokenizer.vocab:
        if i not in tokenizer.special_tokens.values():
            sizes[i] = len(tokenizer.decode([i]).encode())
    return sizes


@EXERCISE.mistake
def counts_characters(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for token, i in tokenizer.ranks.items():
        sizes[i] = len(token.decode("utf-8", "replace"))
    return sizes


@EXERCISE.mistake
def special_tokens_are_text(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = len(token)
    return sizes


@EXERCISE.mistake
def trips_over_gaps(tokenizer):
    special = tokenizer.special_tokens.values()
    return torch.tensor([0 if i in special else len(token) for i, token in sorted(tokenizer.vocab.items())])


@EXERCISE.mistake
def as_many_as_tokens(tokenizer):
    sizes = torch.zeros(len(tokenizer.vocab), dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = 0 if i in tokenizer.special_tokens.values() else len(token)
    return sizes


@EXERCISE.mistake
def zeros_behind_the_first_special(tokenizer):
    first = min(tokenizer.special_tokens.values(), default=max(tokenizer.vocab) + 1)
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = len(token) if i < first else 0
    return sizes


@EXERCISE.mistake
def ends_before_the_special_tokens(tokenizer):
    sizes = torch.zeros(max(tokenizer.ranks.values()) + 1, dtype=torch.int64)
    for token, i in tokenizer.ranks.items():
        sizes[i] = len(token)
    return sizes


@EXERCISE.mistake
def as_a_list(tokenizer):
    return right_sizes(tokenizer).tolist()


@EXERCISE.mistake
def special_by_its_name(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = 0 if token.decode(errors="replace") in tokenizer.special_tokens else len(token)
    return sizes


@EXERCISE.mistake
def special_by_its_looks(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = 0 if token.startswith(b"<|") else len(token)
    return sizes
