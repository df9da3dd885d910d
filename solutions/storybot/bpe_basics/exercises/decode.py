"""decode: decode."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.bpe_basics.encode import decode
from storybot.check.exercise import Exercise

VOCAB = dict(
    enumerate([b"a", b"b", b" ", "日".encode(), "日".encode()[:2], "日".encode()[2:], "é".encode()[:1], b"story"])
)


def with_vocab(ids: list[int]) -> tuple[list[int], dict[int, bytes]]:
    """Arguments for `decode` with just the tokens that are needed: a message should be short."""
    return ids, {i: VOCAB[i] for i in sorted(set(ids))}


EXERCISE = Exercise(
    decode,
    [([0, 1], {0: b"caf", 1: "é".encode()}), with_vocab([4, 5]), with_vocab([4]), with_vocab([])],
    st.lists(st.sampled_from(sorted(VOCAB)), max_size=6).map(with_vocab),
)


@EXERCISE.mistake
def token_by_token(ids, vocab):
    """Breaks every character that is spread over two tokens."""
    return "".join(vocab[i].decode("utf-8", errors="replace") for i in ids)


@EXERCISE.mistake
def strict(ids, vocab):
    """Raises on a cut character."""
    return b"".join(vocab[i] for i in ids).decode("utf-8")


@EXERCISE.mistake
def ignores(ids, vocab):
    """Drops what it cannot read."""
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="ignore")


@EXERCISE.mistake
def latin_1(ids, vocab):
    """Never raises, and is never right beyond ASCII."""
    return b"".join(vocab[i] for i in ids).decode("latin-1")


@EXERCISE.mistake
def gives_bytes(ids, vocab):
    """Stops one step early."""
    return b"".join(vocab[i] for i in ids)
