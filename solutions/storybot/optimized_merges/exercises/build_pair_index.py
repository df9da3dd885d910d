"""build_pair_index: build the index."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, sorted_counter
from storybot.optimized_merges.exercises.inputs import IDS
from storybot.optimized_merges.trainers.incremental import build_pair_index


def both_in_order(result: Any) -> Any:
    """Counter and index with their keys in order."""
    counts, index = result
    return sorted_counter(counts), dict(sorted((pair, numbers) for pair, numbers in index.items()))


def many_words() -> Arguments:
    """Ten thousand words with nearly as many different pairs."""
    words = [[i % 9973, i % 9941, i % 9973, 7, i % 97] for i in range(10_000)]
    return words, [1 + i % 5 for i in range(10_000)]


EXERCISE = Exercise(
    build_pair_index,
    [
        ([[1, 2, 1, 2], [1, 2]], [10, 1]),
        ([[1, 2, 3], [2, 3]], [1, 1]),
        ([[1, 2], [3, 4], [1, 2]], [2, 3, 4]),  # the same word twice
        ([[1, 1, 1], [256, 300]], [2, 7]),
        ([[1], []], [5, 6]),
        ([], []),
    ],
    st.lists(st.tuples(IDS, st.integers(1, 4)), max_size=4).map(
        lambda items: ([ids for ids, _ in items], [weight for _, weight in items])
    ),
    normalize=both_in_order,
    large=many_words,
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
def the_last_weight_only(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in pairwise(ids):
            counts[pair] = weight
            index.setdefault(pair, set()).add(number)
    return counts, index


@EXERCISE.mistake
def the_last_word_only(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in pairwise(ids):
            counts[pair] += weight
            index[pair] = {number}
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
def the_first_equal_word(words, weights):
    counts, index = Counter(), {}
    for ids, weight in zip(words, weights, strict=True):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, set()).add(words.index(ids))
    return counts, index


@EXERCISE.mistake
def numbers_from_one(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True), start=1):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, set()).add(number)
    return counts, index


@EXERCISE.mistake
def lists_with_repeats(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, []).append(number)
    return counts, index


@EXERCISE.mistake(slow=True)
def all_words_again_for_each_pair(words, weights):
    counts, index = Counter(), {}
    for ids, weight in zip(words, weights, strict=True):
        for pair in pairwise(ids):
            counts[pair] += weight
    for pair in counts:
        index[pair] = {number for number, ids in enumerate(words) if pair in pairwise(ids)}
    return counts, index
