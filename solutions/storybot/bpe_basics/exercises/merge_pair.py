"""merge_pair: merge one pair."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair as right_merge_pair
from storybot.bpe_basics.exercises.inputs import IDS
from storybot.bpe_basics.pair_merge import merge_pair
from storybot.check.exercise import Exercise

EXERCISE = Exercise(
    merge_pair,
    [([1, 2], (1, 2), 9), ([1, 2, 1, 2, 3], (1, 2), 9), ([7, 7, 7], (7, 7), 9), ([], (1, 2), 9)],
    st.tuples(IDS, st.tuples(st.integers(0, 3), st.integers(0, 3)), st.just(9)),
)


@EXERCISE.mistake
def steps_over_one(ids, pair, new_id):
    """Writes the new id and then the right half again."""
    return [new_id if tuple(ids[i : i + 2]) == pair else ids[i] for i in range(len(ids))]


@EXERCISE.mistake
def last_one_lost(ids, pair, new_id):
    """Stops one too early."""
    merged, i = [], 0
    while i < len(ids) - 1:
        if (ids[i], ids[i + 1]) == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


@EXERCISE.mistake
def first_place_only(ids, pair, new_id):
    """Merges one place and stops."""
    for i in range(len(ids) - 1):
        if (ids[i], ids[i + 1]) == pair:
            return [*ids[:i], new_id, *ids[i + 2 :]]
    return list(ids)


@EXERCISE.mistake
def from_the_right(ids, pair, new_id):
    """Right to left: aaa becomes [a, aa]."""
    return right_merge_pair(ids[::-1], pair[::-1], new_id)[::-1]


@EXERCISE.mistake
def in_place(ids, pair, new_id):
    """The right result, but in the list that was given."""
    ids[:] = right_merge_pair(ids, pair, new_id)
    return ids


@EXERCISE.mistake
def returns_nothing(ids, pair, new_id):
    """No return."""
    right_merge_pair(ids, pair, new_id)


@EXERCISE.mistake(endless=True)
def endless(ids, pair, new_id):
    """Forgets to step."""
    i = 0
    while i < len(ids):
        pass
