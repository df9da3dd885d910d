"""first_wrong_merge: find the wrong step."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair
from storybot.check.exercise import Arguments, Exercise
from storybot.optimized_merges import count_weighted_pairs
from storybot.optimized_merges.trainers.batched import train_batched
from storybot.optimized_merges.trainers.verify import first_wrong_merge

COUNTS = st.dictionaries(
    st.text("abc", min_size=1, max_size=6).map(str.encode), st.integers(1, 4), min_size=1, max_size=4
)


@st.composite
def trainings(draw: st.DrawFn) -> Arguments:
    """Counts, and the merges of a right or a wrong trainer."""
    counts = draw(COUNTS)
    at_once = draw(st.integers(1, 2))  # one is right, two are not
    merges = train_batched(counts, draw(st.integers(0, 4)), at_once)
    repeats: bool = draw(st.booleans())
    if merges and repeats:
        merges = [*merges[:-1], merges[0]]
    return counts, merges


EXERCISE = Exercise(
    first_wrong_merge,
    [
        ({b"abc": 3, b"bcd": 2}, [(b"b", b"c"), (b"a", b"bc")]),
        ({b"abc": 3, b"bcd": 2}, [(b"b", b"c"), (b"b", b"c")]),
        ({b"ab": 1, b"cd": 1}, [(b"a", b"b")]),
        ({b"ab": 1}, [(b"a", b"b"), (b"a", b"b")]),
        ({b"ab": 1}, []),
        ({b"abc": 1}, [(b"b", b"c"), (b"ab", b"c")]),
    ],
    trainings(),
)


def replayed(counts, merges, best_key, weights=None):
    words, weights = [list(word) for word in counts], weights or list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pair_counts = count_weighted_pairs(words, weights)
        best = max(pair_counts, key=lambda p: best_key(pair_counts, vocab, p), default=None)
        if best is None or (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)


@EXERCISE.mistake
def ties_by_first_seen(counts, merges):
    return replayed(counts, merges, lambda c, vocab, p: c[p])


@EXERCISE.mistake
def ties_by_id(counts, merges):
    return replayed(counts, merges, lambda c, vocab, p: (c[p], p))


@EXERCISE.mistake
def without_the_counts(counts, merges):
    return replayed(counts, merges, lambda c, v, p: (c[p], v[p[0]], v[p[1]]), [1] * len(counts))


@EXERCISE.mistake
def counts_from_one(counts, merges):
    return 1 + replayed(counts, merges, lambda c, v, p: (c[p], v[p[0]], v[p[1]]))


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
