"""merge_in_word: one merge, incrementally."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair
from storybot.check.exercise import Exercise, sorted_counter
from storybot.optimized_merges.exercises.inputs import ID, IDS
from storybot.optimized_merges.trainers.incremental import merge_in_word


def word_and_changes(result: Any) -> Any:
    """The word and the changes that are not 0, in order."""
    ids, changes = result
    return ids, sorted_counter(changes)


EXERCISE = Exercise(
    merge_in_word,
    [
        ([1, 2, 3], 5, (1, 2), 9),
        ([3, 1, 2], 5, (1, 2), 9),
        ([3, 1, 2, 1, 2], 1, (1, 2), 9),
        ([1, 1, 1], 2, (1, 1), 9),
        ([1, 2, 3, 1, 2, 3], 3, (1, 2), 256),
        ([256, 97, 256, 97], 2, (256, 97), 300),
        ([1, 2], 4, (2, 1), 9),
        ([], 4, (2, 1), 9),
    ],
    st.tuples(IDS, st.integers(1, 4), st.tuples(ID, ID), st.integers(258, 300)),
    normalize=word_and_changes,
)


@EXERCISE.mistake
def only_the_merged_pair(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    return merged, Counter({pair: -weight * (len(ids) - len(merged))})


@EXERCISE.mistake
def no_neighbour_on_the_left(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes, i = Counter(), 0
    while i + 1 < len(ids):
        if (ids[i], ids[i + 1]) == pair:
            changes[pair] -= weight
            if i + 2 < len(ids):
                changes[ids[i + 1], ids[i + 2]] -= weight
                changes[new_id, ids[i + 2]] += weight
            i += 2
        else:
            i += 1
    return merged, changes


@EXERCISE.mistake
def neighbours_of_the_old_word(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes, i = Counter(), 0
    while i + 1 < len(ids):
        if (ids[i], ids[i + 1]) == pair:
            changes[pair] -= weight
            if i > 0:
                changes[ids[i - 1], ids[i]] -= weight
                changes[ids[i - 1], new_id] += weight
            if i + 2 < len(ids):
                changes[ids[i + 1], ids[i + 2]] -= weight
                changes[new_id, ids[i + 2]] += weight
            i += 2
        else:
            i += 1
    return merged, changes


@EXERCISE.mistake
def weight_forgotten(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged))
    changes.subtract(Counter(pairwise(ids)))
    return merged, changes


@EXERCISE.mistake
def negatives_thrown_away(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged)) - Counter(pairwise(ids))
    return merged, Counter({p: n * weight for p, n in changes.items()})


@EXERCISE.mistake
def signs_swapped(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter()
    for p in pairwise(ids):
        changes[p] += weight
    for p in pairwise(merged):
        changes[p] -= weight
    return merged, changes


@EXERCISE.mistake
def counts_instead_of_changes(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    return merged, Counter({p: n * weight for p, n in Counter(pairwise(merged)).items()})


@EXERCISE.mistake
def each_pair_once(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter()
    for p in set(pairwise(ids)):
        changes[p] -= weight
    for p in set(pairwise(merged)):
        changes[p] += weight
    return merged, changes


@EXERCISE.mistake
def merges_in_place(ids, weight, pair, new_id):
    changes = Counter()
    for p in pairwise(ids):
        changes[p] -= weight
    ids[:] = merge_pair(ids, pair, new_id)
    for p in pairwise(ids):
        changes[p] += weight
    return ids, changes
