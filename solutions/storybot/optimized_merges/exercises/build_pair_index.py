"""build_pair_index: build the index."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise, sorted_counter
from storybot.optimized_merges.exercises.inputs import IDS
from storybot.optimized_merges.trainers.incremental import build_pair_index


def both_in_order(result: Any) -> Any:
    """Counter and index with their keys in order."""
    counts, index = result
    return sorted_counter(counts), dict(sorted((pair, numbers) for pair, numbers in index.items()))


EXERCISE = Exercise(
    build_pair_index,
    [([[1, 2, 1, 2], [1, 2]], [10, 1]), ([[1, 2, 3], [2, 3]], [1, 1]), ([[1]], [5]), ([], [])],
    st.lists(st.tuples(IDS, st.integers(1, 4)), max_size=4).map(
        lambda items: ([ids for ids, _ in items], [weight for _, weight in items])
    ),
    normalize=both_in_order,
)


@EXERCISE.mistake
def without_weights(words, weights):
    counts, index = Counter(), {}
    for number, ids in enumerate(words):
        for pair in pairwise(ids):
            counts[pair] += 1
            index.setdefault(pair, set()).add(number)
    return counts, index


@EXERCISE.mistake
def each_pair_once_a_word(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in set(pairwise(ids)):
            counts[pair] += weight
            index.setdefault(pair, set()).add(number)
    return counts, index


@EXERCISE.mistake
def words_instead_of_numbers(words, weights):
    counts, index = Counter(), {}
    for ids, weight in zip(words, weights, strict=True):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, set()).add(tuple(ids))
    return counts, index


@EXERCISE.mistake
def lists_with_repeats(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, []).append(number)
    return counts, index
