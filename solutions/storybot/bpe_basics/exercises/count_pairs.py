"""count_pairs: count the pairs."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import strategies as st

from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics.exercises.inputs import IDS
from storybot.bpe_basics.pair_merge import count_pairs
from storybot.check.exercise import Exercise, sorted_counter

EXERCISE = Exercise(
    count_pairs,
    [([[1, 2]],), ([[1, 2, 1, 2], [1, 2]],), ([[7, 7, 7]],), ([[1], [2]],), ([],)],
    st.tuples(st.lists(IDS, max_size=4)),
    normalize=sorted_counter,
)


@EXERCISE.mistake
def across_sequences(sequences):
    """Joins the sequences first, so pairs cross."""
    ids = [i for sequence in sequences for i in sequence]
    return Counter(pairwise(ids))


@EXERCISE.mistake
def without_overlap(sequences):
    """Steps over both, as merging does."""
    counts = Counter()
    for ids in sequences:
        i = 0
        while i + 1 < len(ids):
            counts[ids[i], ids[i + 1]] += 1
            i += 2 if ids[i] == ids[i + 1] else 1
    return counts


@EXERCISE.mistake
def last_pair_forgotten(sequences):
    """Off by one."""
    counts = Counter()
    for ids in sequences:
        for i in range(len(ids) - 2):
            counts[ids[i], ids[i + 1]] += 1
    return counts


@EXERCISE.mistake
def once_per_sequence(sequences):
    """Counts sequences that hold the pair, not places."""
    counts = Counter()
    for ids in sequences:
        counts.update(set(pairwise(ids)))
    return counts


@EXERCISE.mistake
def unordered(sequences):
    """Takes (a, b) and (b, a) for the same."""
    return Counter(tuple(sorted(pair)) for ids in sequences for pair in pairwise(ids))


@EXERCISE.mistake
def plain_dict(sequences):
    """The right counts in a dict: the chapter goes on to call `most_common`."""
    return dict(right_count_pairs(sequences))
