"""first_wrong_merge: find the wrong step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair
from storybot.check.exercise import Arguments, Exercise
from storybot.optimized_merges import count_weighted_pairs, train_weighted
from storybot.optimized_merges.trainers.batched import train_batched
from storybot.optimized_merges.trainers.verify import first_wrong_merge

WORDS = st.text("abcé語", min_size=1, max_size=5).map(str.encode) | st.binary(min_size=1, max_size=5)
COUNTS = st.dictionaries(WORDS, st.integers(1, 4), min_size=1, max_size=4)


@st.composite
def trainings(draw: st.DrawFn) -> Arguments:
    """Counts, and the merges of a right or a wrong trainer."""
    counts = draw(COUNTS)
    at_once = draw(st.integers(1, 2))  # one is right, two are not
    merges = train_batched(counts, draw(st.integers(0, 5)), at_once)
    repeats: bool = draw(st.booleans())
    if merges and repeats:
        merges = [*merges[:-1], merges[0]]
    return counts, merges


def a_frequent_word() -> Arguments:
    """One word that occurs very often: written out that often, it would fill the memory."""
    counts = {b"abcdefghijklmnopqrstuvwxyz": 400_000}
    return counts, train_weighted(counts, 20)


EXERCISE = Exercise(
    first_wrong_merge,
    [
        ({b"abc": 3, b"bcd": 2}, [(b"b", b"c"), (b"a", b"bc")]),
        ({b"abc": 3, b"bcd": 2}, [(b"b", b"c"), (b"b", b"c")]),
        ({b"ab": 1, b"cd": 1}, [(b"a", b"b")]),
        ({b"ab": 1, b"cd": 1}, [(b"c", b"d"), (b"a", b"b")]),
        ({b"ab": 1}, [(b"a", b"b"), (b"a", b"b")]),
        ({b"ab": 1}, []),
        ({}, []),
        ({b"a": 5}, [(b"a", b"a")]),
        ({b"abc": 1}, [(b"b", b"c"), (b"ab", b"c")]),
        ({b"abc": 2, b"ab": 3, b"zz": 2}, [(b"a", b"b"), (b"z", b"z"), (b"ab", b"c")]),  # by id, abc is greater
        ({b"aba": 2, b"az": 2, b"ab": 1}, [(b"a", b"b"), (b"ab", b"a"), (b"a", b"z")]),  # joined, az is greater
        ({"語".encode(): 2, b"\xff\xfe": 1}, [(b"\xaa", b"\x9e"), (b"\xe8", b"\xaa\x9e"), (b"\xff", b"\xfe")]),
        ({"é".encode(): 1}, [(b"\xc3", b"\xa9")]),
    ],
    trainings(),
    large=a_frequent_word,
)


def replayed(
    counts: Any,
    merges: Any,
    key: Callable[..., Any],
    weights: list[int] | None = None,
    token: Callable[[int], bytes] = lambda byte: bytes([byte]),
) -> int:
    """The reference, with another order of the pairs, other weights or other first tokens."""
    words, weights = [list(word) for word in counts], weights or list(counts.values())
    vocab = {byte: token(byte) for byte in range(256)}
    for number, merge in enumerate(merges):
        pairs = count_weighted_pairs(words, weights)
        best = max(pairs, key=lambda p: key(pairs[p], p, vocab[p[0]], vocab[p[1]]), default=None)
        if best is None or (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)


@EXERCISE.mistake
def ties_by_first_seen(counts, merges):
    return replayed(counts, merges, lambda n, pair, left, right: n)


@EXERCISE.mistake
def ties_by_id(counts, merges):
    return replayed(counts, merges, lambda n, pair, left, right: (n, pair))


@EXERCISE.mistake
def ties_by_the_joined_bytes(counts, merges):
    return replayed(counts, merges, lambda n, pair, left, right: (n, left + right))


@EXERCISE.mistake
def ties_to_the_smallest(counts, merges):
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pairs = count_weighted_pairs(words, weights)
        best = min(pairs, key=lambda p: (-pairs[p], vocab[p[0]], vocab[p[1]]), default=None)
        if best is None or (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)


@EXERCISE.mistake
def accepts_every_tie(counts, merges):
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pairs = count_weighted_pairs(words, weights)
        tied = [p for p in pairs if pairs[p] == max(pairs.values())]
        same = [p for p in tied if (vocab[p[0]], vocab[p[1]]) == merge]
        if not same:
            return number
        words = [merge_pair(ids, same[0], 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)


@EXERCISE.mistake
def without_the_counts(counts, merges):
    return replayed(counts, merges, lambda n, pair, left, right: (n, left, right), [1] * len(counts))


@EXERCISE.mistake
def counts_from_one(counts, merges):
    number = replayed(counts, merges, lambda n, pair, left, right: (n, left, right))
    return number + 1 if number < len(merges) else number


@EXERCISE.mistake
def counts_only_once(counts, merges):
    pairs = count_weighted_pairs([list(word) for word in counts], list(counts.values()))
    order = sorted(pairs, key=lambda p: (pairs[p], p), reverse=True)
    for number, merge in enumerate(merges):
        if number >= len(order) or (bytes([order[number][0]]), bytes([order[number][1]])) != merge:
            return number
    return len(merges)


@EXERCISE.mistake
def compares_only_the_joined_token(counts, merges):
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, (left, right) in enumerate(merges):
        pairs = count_weighted_pairs(words, weights)
        best = max(pairs, key=lambda p: (pairs[p], vocab[p[0]], vocab[p[1]]), default=None)
        if best is None or vocab[best[0]] + vocab[best[1]] != left + right:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = left + right
    return len(merges)


@EXERCISE.mistake
def fails_when_no_pair_is_left(counts, merges):
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pairs = count_weighted_pairs(words, weights)
        best = max(pairs, key=lambda p: (pairs[p], vocab[p[0]], vocab[p[1]]))
        if (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)


@EXERCISE.mistake
def characters_for_bytes(counts, merges):
    words = [[character.encode() for character in word.decode()] for word in counts]
    for number, (left, right) in enumerate(merges):
        pairs = count_weighted_pairs(words, list(counts.values()))
        best = max(pairs, key=lambda p: (pairs[p], p), default=None)
        if best != (left, right):
            return number
        words = [merge_pair(tokens, best, left + right) for tokens in words]
    return len(merges)


@EXERCISE.mistake
def code_points_for_bytes(counts, merges):
    key = lambda n, pair, left, right: (n, left, right)  # noqa: E731
    return replayed(counts, merges, key, token=lambda byte: chr(byte).encode())


@EXERCISE.mistake(slow=True)
def writes_every_word_out(counts, merges):
    written = [list(word) for word, n in counts.items() for _ in range(n)]
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pairs = count_weighted_pairs(written, [1] * len(written))
        best = max(pairs, key=lambda p: (pairs[p], vocab[p[0]], vocab[p[1]]), default=None)
        if best is None or (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        written = [merge_pair(ids, best, 256 + number) for ids in written]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)
