"""count_pairs: count the pairs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

from hypothesis import strategies as st

from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics.exercises.inputs import IDS
from storybot.bpe_basics.pair_merge import count_pairs
from storybot.check.exercise import Exercise, OneShot


def many_sequences() -> tuple[list[list[int]]]:
    """20,000 short sequences with as many different pairs: a copy of all counts for each of them takes too long."""
    numbers = random.Random(0)
    return ([[numbers.randrange(200) for _ in range(3)] for _ in range(20_000)],)


def in_order(counts):
    """A Counter with its keys in order, so that equal ones look equal; a count of 0 stays, since it is no count."""
    return Counter(dict(sorted(counts.items()))) if isinstance(counts, Counter) else counts


EXERCISE = Exercise(
    count_pairs,
    [
        ([[1, 2]],),
        ([[1, 2, 1, 2], [1, 2]],),
        ([[7, 7, 7]],),
        ([[1], [2]],),
        ([[1, 2, 3], []],),
        ([],),
        (OneShot([[1, 2], [256, 300]]),),
    ],
    st.tuples(st.lists(IDS, max_size=4) | st.lists(IDS, max_size=4).map(OneShot)),
    normalize=in_order,
    large=many_sequences,
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
def every_second_position(sequences):
    """Cuts the sequence into twos."""
    return Counter((ids[i], ids[i + 1]) for ids in sequences for i in range(0, len(ids) - 1, 2))


@EXERCISE.mistake
def last_pair_forgotten(sequences):
    """Off by one."""
    counts = Counter()
    for ids in sequences:
        for i in range(len(ids) - 2):
            counts[ids[i], ids[i + 1]] += 1
    return counts


@EXERCISE.mistake
def round_in_a_circle(sequences):
    """ids[-1] is the last one, so it is a neighbour of the first."""
    return Counter((ids[i - 1], ids[i]) for ids in sequences for i in range(len(ids)))


@EXERCISE.mistake
def once_per_sequence(sequences):
    """Counts sequences that hold the pair, not positions."""
    counts = Counter()
    for ids in sequences:
        counts.update(set(pairwise(ids)))
    return counts


@EXERCISE.mistake
def unordered(sequences):
    """Takes (a, b) and (b, a) for the same."""
    return Counter(tuple(sorted(pair)) for ids in sequences for pair in pairwise(ids))


@EXERCISE.mistake
def by_index(sequences):
    """A generator has no length."""
    counts = Counter()
    for i in range(len(sequences)):
        counts.update(pairwise(sequences[i]))
    return counts


@EXERCISE.mistake
def plain_dict(sequences):
    """The right counts in a dict: the chapter goes on to call `most_common`."""
    return dict(right_count_pairs(sequences))


@EXERCISE.mistake(slow=True)
def adds_counters(sequences):
    """Every `+` copies all the counts so far."""
    counts = Counter()
    for ids in sequences:
        counts = counts + Counter(pairwise(ids))
    return counts


@EXERCISE.mistake
def repeats_skipped(sequences):
    """Leaves out a pair that is the same as the one before it."""
    counts = Counter()
    for ids in sequences:
        last = None
        for pair in pairwise(ids):
            if pair != last:
                counts[pair] += 1
            last = pair
    return counts
