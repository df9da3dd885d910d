"""check_merge_pair: write the check of merge_pair."""

from __future__ import annotations

from storybot.bpe_basics.exercises.merge_pair import EXERCISE as MERGE_PAIR
from storybot.bpe_basics.pair_merge import merge_pair
from storybot.bpe_basics.self_check import check_merge_pair
from storybot.check.exercise import Exercise


def with_an_iterator(ids, pair, new_id):
    """Right: looks at the last id of the result."""
    merged = []
    free = False  # may the last id of the result go into a merge?
    for i in ids:
        if free and (merged[-1], i) == pair:
            merged[-1], free = new_id, False
        else:
            merged.append(i)
            free = True
    return merged


def with_slices(ids, pair, new_id):
    """Right: finds the places first, then puts the parts between them together."""
    merged, end = [], 0
    for i in range(len(ids) - 1):
        if i >= end and tuple(ids[i : i + 2]) == pair:
            merged += [*ids[end:i], new_id]
            end = i + 2
    return merged + ids[end:]


def with_a_stack(ids, pair, new_id):
    """Right, since `new_id` does not occur in `ids`."""
    merged = []
    for i in ids:
        merged.append(i)
        if tuple(merged[-2:]) == pair:
            merged[-2:] = [new_id]
    return merged


EXERCISE = Exercise(
    check_merge_pair,
    [(merge_pair,), (with_an_iterator,), (with_slices,), (with_a_stack,)],
    judges=MERGE_PAIR,
)


@EXERCISE.mistake
def nothing_asserted(merge_pair):
    """Compares, and throws the answer away."""
    return merge_pair([1, 2, 1, 2, 3], (1, 2), 9) == [9, 9, 3] and merge_pair([7, 7, 7], (7, 7), 256) == [256, 7]


@EXERCISE.mistake
def one_example(merge_pair):
    """The first example of the docstring, no more."""
    assert merge_pair([1, 2, 1, 2, 3], (1, 2), 9) == [9, 9, 3]


@EXERCISE.mistake
def both_examples(merge_pair):
    """Both examples of the docstring, no more."""
    assert merge_pair([1, 2, 1, 2, 3], (1, 2), 9) == [9, 9, 3]
    assert merge_pair([7, 7, 7], (7, 7), 256) == [256, 7]


@EXERCISE.mistake
def only_lengths(merge_pair):
    """The result has the right length."""
    assert len(merge_pair([1, 2, 1, 2, 3], (1, 2), 9)) == 3
    assert len(merge_pair([7, 7, 7], (7, 7), 9)) == 2
    assert len(merge_pair([11, 2, 1], (1, 2), 9)) == 3
    assert len(merge_pair([300, 301], (300, 301), 302)) == 1


@EXERCISE.mistake
def list_not_looked_at(merge_pair):
    """All results, but not what became of the list."""
    one, two = int("5000"), int("5001")
    assert merge_pair([1, 2, 1, 2, 3], (1, 2), 9) == [9, 9, 3]
    assert merge_pair([7, 7, 7], (7, 7), 256) == [256, 7]
    assert merge_pair([11, 2, 1], (1, 2), 9) == [11, 2, 1]
    assert merge_pair([5000, 5001], (one, two), 5002) == [5002]
    assert merge_pair([], (1, 2), 9) == []


@EXERCISE.mistake
def small_ids(merge_pair):
    """Everything, but no id above 255."""
    for ids, pair, expected in [
        ([1, 2, 1, 2, 3], (1, 2), [9, 9, 3]),
        ([7, 7, 7], (7, 7), [9, 7]),
        ([11, 2, 1], (1, 2), [11, 2, 1]),
    ]:
        given = list(ids)
        result = merge_pair(given, pair, 9)
        assert result == expected
        assert given == ids
        assert result is not given


@EXERCISE.mistake
def one_object_for_each_number(merge_pair):
    """Everything, but in a list and a pair written down together, equal numbers are one object."""
    for ids, pair, expected in [
        ([1, 2, 1, 2, 3], (1, 2), [256, 256, 3]),
        ([7, 7, 7], (7, 7), [256, 7]),
        ([11, 2, 1], (1, 2), [11, 2, 1]),
        ([300, 301], (300, 301), [256]),
    ]:
        given = list(ids)
        result = merge_pair(given, pair, 256)
        assert result == expected
        assert given == ids
        assert result is not given


@EXERCISE.mistake
def wrong_expectation(merge_pair):
    """Expects both overlapping pairs to be merged."""
    assert merge_pair([7, 7, 7], (7, 7), 9) == [9, 9]
