"""merge_in_word: one merge, incrementally."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair
from storybot.check.exercise import Exercise, sorted_counter
from storybot.optimized_merges.exercises.inputs import IDS
from storybot.optimized_merges.trainers.incremental import merge_in_word


def word_and_changes(result: Any) -> Any:
    ids, changes = result
    return ids, sorted_counter(changes)


EXERCISE = Exercise(
    merge_in_word,
    [
        ([1, 2, 3], 5, (1, 2), 9),
        ([3, 1, 2, 1, 2], 1, (1, 2), 9),
        ([1, 1, 1], 2, (1, 1), 9),
        ([1, 2], 4, (2, 1), 9),
    ],
    st.tuples(IDS, st.integers(1, 4), st.tuples(st.integers(1, 3), st.integers(1, 3)), st.just(9)),
    normalize=word_and_changes,
)


@EXERCISE.mistake
def only_the_merged_pair(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    return merged, Counter({pair: -weight * (len(ids) - len(merged))})


@EXERCISE.mistake
def neighbours_forgotten_on_the_left(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter()
    for i, p in enumerate(pairwise(ids)):
        if p == pair:
            changes[p] -= weight
            if i + 2 < len(ids):
                changes[ids[i + 1], ids[i + 2]] -= weight
                changes[new_id, ids[i + 2]] += weight
    return merged, changes


@EXERCISE.mistake
def weight_forgotten(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged))
    changes.subtract(Counter(pairwise(ids)))
    return merged, changes


@EXERCISE.mistake
def counter_subtraction_drops_negatives(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged)) - Counter(pairwise(ids))
    return merged, Counter({p: n * weight for p, n in changes.items()})


@EXERCISE.mistake
def merges_in_place(ids, weight, pair, new_id):
    changes = Counter()
    for p in pairwise(ids):
        changes[p] -= weight
    ids[:] = merge_pair(ids, pair, new_id)
    for p in pairwise(ids):
        changes[p] += weight
    return ids, changes
