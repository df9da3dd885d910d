"""token_bytes: bytes of a token."""

from __future__ import annotations

from typing import Any

import torch
from hypothesis import strategies as st

from storybot.bpe_basics import Tokenizer
from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.bpb import token_bytes
from storybot.evaluation.bpb import token_bytes as right_sizes
from storybot.special_tokens import END

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


EXERCISE = Exercise(
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
def forgets_the_special_tokens(tokenizer):
    return torch.tensor([len(tokenizer.vocab[i]) for i in range(len(tokenizer.ranks))])


@EXERCISE.mistake
def as_floats(tokenizer):
    return right_sizes(tokenizer).float()


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
