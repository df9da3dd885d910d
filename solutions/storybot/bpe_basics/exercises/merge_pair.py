"""merge_pair: merge one pair."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair as right_merge_pair
from storybot.bpe_basics.exercises.inputs import ID, IDS
from storybot.bpe_basics.pair_merge import merge_pair
from storybot.check.exercise import Exercise


def fresh(*ids: int) -> list[int]:
    """The ids as new objects: Python keeps only one of each small number, and one of each in a line of code."""
    return [int(str(i)) for i in ids]


def long_list() -> tuple[list[int], tuple[int, int], int]:
    """100,000 ids with some 2,000 places to merge."""
    numbers = random.Random(0)
    return [numbers.randrange(7) for _ in range(100_000)], (5, 6), 256


EXERCISE = Exercise(
    merge_pair,
    [
        ([1, 2], (1, 2), 9),
        ([1, 2, 1, 2, 3], (1, 2), 9),
        ([7, 7, 7], (7, 7), 9),
        ([], (1, 2), 9),
        ([1], (1, 2), 9),
        ([11, 2, 1, 2], (1, 2), 256),
        (fresh(5000, 5001, 97), tuple(fresh(5000, 5001)), 5002),
        (fresh(2**40, 65_535, 65_536, 2_000_000), tuple(fresh(65_536, 2_000_000)), 3_000_000),
    ],
    st.tuples(IDS, st.tuples(ID, ID), st.sampled_from([9, 256, 6000])),
    new_result=True,
    large=long_list,
)


@EXERCISE.mistake
def steps_over_one(ids, pair, new_id):
    """Writes the new id and then the right half again."""
    return [new_id if tuple(ids[i : i + 2]) == pair else ids[i] for i in range(len(ids))]


@EXERCISE.mistake
def list_against_tuple(ids, pair, new_id):
    """A slice of a list is a list, and never equals a tuple."""
    merged, i = [], 0
    while i < len(ids):
        if ids[i : i + 2] == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


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
def past_the_end(ids, pair, new_id):
    """The last id has no right neighbour."""
    merged, i = [], 0
    while i < len(ids):
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
def same_list_back(ids, pair, new_id):
    """Without the pair it gives back the list itself, not a new one."""
    merged = right_merge_pair(ids, pair, new_id)
    return ids if merged == ids else merged


@EXERCISE.mistake
def as_bytes(ids, pair, new_id):
    """An id of 256 or more is no byte."""
    return list(bytes(ids).replace(bytes(pair), bytes([new_id])))


@EXERCISE.mistake
def as_text(ids, pair, new_id):
    """In "11,2" stands "1,2"."""
    text = ",".join(map(str, ids)).replace(f"{pair[0]},{pair[1]}", str(new_id))
    return [int(part) for part in text.split(",") if part]


@EXERCISE.mistake
def the_same_object(ids, pair, new_id):
    """`is` instead of `==`."""
    merged, i = [], 0
    while i < len(ids):
        if i + 1 < len(ids) and ids[i] is pair[0] and ids[i + 1] is pair[1]:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


@EXERCISE.mistake
def returns_nothing(ids, pair, new_id):
    """No return."""
    right_merge_pair(ids, pair, new_id)


@EXERCISE.mistake(endless=True)
def endless(ids, pair, new_id):
    """Forgets to step."""
    merged, i = [], 0
    while i < len(ids):
        if tuple(ids[i : i + 2]) == pair:
            merged.append(new_id)
            i += 2
    return merged


@EXERCISE.mistake(slow=True)
def from_the_start_again(ids, pair, new_id):
    """After every merge it begins at the first id."""
    merged, i = list(ids), 0
    while i < len(merged) - 1:
        if (merged[i], merged[i + 1]) == pair:
            merged = [*merged[:i], new_id, *merged[i + 2 :]]
            i = 0
        else:
            i += 1
    return merged
