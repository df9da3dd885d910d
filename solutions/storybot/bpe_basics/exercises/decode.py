"""decode: decode."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.bpe_basics.encode import decode
from storybot.check.exercise import Exercise, OneShot

VOCAB = dict(
    enumerate([b"a", b"b", b" ", "日".encode(), "日".encode()[:2], "日".encode()[2:], "é".encode()[:1], b"story"])
)


def with_vocab(ids: list[int]) -> tuple[list[int], dict[int, bytes]]:
    """Arguments for `decode` with just the tokens that are needed: a message should be short."""
    return ids, {i: VOCAB[i] for i in sorted(set(ids))}


EXERCISE = Exercise(
    decode,
    [
        ([0, 1], {0: b"caf", 1: "é".encode()}),
        with_vocab([4, 5]),
        with_vocab([4]),
        with_vocab([]),
        ([300, 257, 300], {257: b"b", 300: b"a"}),
        ([0, 1], {0: "👍".encode()[:3], 1: b"!"}),
        (OneShot([0, 7]), {0: b"a", 7: b"story"}),
        ([0, 99], {0: b"a"}),
        ([-1], {0: b"a"}),
    ],
    st.lists(st.sampled_from(sorted(VOCAB)), max_size=6).map(with_vocab),
    errors=(KeyError,),
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
def escapes(ids, vocab):
    """backslashreplace: the byte's number as text."""
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="backslashreplace")


@EXERCISE.mistake
def as_python_writes_it(ids, vocab):
    """str(b"...") is what Python prints."""
    return str(b"".join(vocab[i] for i in ids))


@EXERCISE.mistake
def gives_bytes(ids, vocab):
    """Stops one step early."""
    return b"".join(vocab[i] for i in ids)


@EXERCISE.mistake
def skips_unknown_ids(ids, vocab):
    """No error for an id that no token has."""
    return b"".join(vocab.get(i, b"") for i in ids).decode("utf-8", errors="replace")


@EXERCISE.mistake
def by_index(ids, vocab):
    """A generator has no length."""
    return b"".join(vocab[ids[i]] for i in range(len(ids))).decode("utf-8", errors="replace")


@EXERCISE.mistake
def vocabulary_as_list(ids, vocab):
    """Takes ids for positions in the vocabulary."""
    tokens = list(vocab.values())
    return b"".join(tokens[i] for i in ids).decode("utf-8", errors="replace")
