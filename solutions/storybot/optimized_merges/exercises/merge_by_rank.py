"""merge_by_rank: encode by rank."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from storybot.bpe_basics import merge_pair
from storybot.check.exercise import Arguments, Exercise
from storybot.optimized_merges.encode_by_rank import merge_by_rank


@st.composite
def mergings(draw: st.DrawFn) -> Arguments:
    """Ids, and which pairs of them make which."""
    one = st.sampled_from([0, 1, 2, 3, 4, 256])
    made = draw(st.dictionaries(st.tuples(one, one), st.sampled_from([0, 3, 4, 256, 257]), max_size=6))
    return draw(st.lists(st.sampled_from([0, 1, 2]), max_size=7)), made


EXERCISE = Exercise(
    merge_by_rank,
    [
        ([0, 1, 0, 1], {(0, 1): 2, (2, 2): 3}),
        ([0, 1, 2], {(1, 2): 3, (0, 1): 4}),
        ([0, 1, 2], {(0, 1): 4, (1, 2): 3}),
        ([0, 0, 0], {(0, 0): 1}),
        ([0, 1, 2], {(0, 1): 3, (1, 2): 4, (3, 2): 5, (0, 4): 5}),  # two ways to make 5
        ([0, 4, 3, 2], {(3, 2): 5, (0, 4): 5}),
        ([3, 2, 0, 4], {(3, 2): 5, (0, 4): 5}),
        ([1, 2, 0], {(7, 0): 4, (1, 2): 7}),
        ([0, 0, 1, 0, 1], {(7, 0): 4, (0, 1): 7}),  # one position at a time
        ([1, 2, 3], {(1, 2): 0, (2, 3): 4}),  # id 0 is an id
        ([97, 98, 99, 256], {(97, 98): 300, (98, 99): 299, (299, 256): 1000}),
        ([0, 1], {}),
        ([5], {(5, 5): 6}),
        ([], {}),
    ],
    mergings(),
)


@EXERCISE.mistake
def leftmost_first(ids, made):
    ids, i = list(ids), 0
    while i + 1 < len(ids):
        if (ids[i], ids[i + 1]) in made:
            ids[i : i + 2] = [made[ids[i], ids[i + 1]]]
            i = 0
        else:
            i += 1
    return ids


@EXERCISE.mistake
def in_the_order_of_the_table(ids, made):
    for pair, new_id in made.items():
        ids = merge_pair(ids, pair, new_id)
    return ids


@EXERCISE.mistake
def highest_first(ids, made):
    ids = list(ids)
    while True:
        possible = [(made[p], -i) for i, p in enumerate(pairwise(ids)) if p in made]
        if not possible:
            return ids
        new_id, i = max(possible)
        ids[-i : -i + 2] = [new_id]


@EXERCISE.mistake
def rightmost_of_equals(ids, made):
    ids = list(ids)
    while True:
        possible = [(made[p], -i) for i, p in enumerate(pairwise(ids)) if p in made]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[-i : -i + 2] = [new_id]


@EXERCISE.mistake
def all_positions_at_once(ids, made):
    while True:
        possible = [p for p in pairwise(ids) if p in made]
        if not possible:
            return list(ids)
        pair = min(possible, key=made.get)
        ids = merge_pair(ids, pair, made[pair])


@EXERCISE.mistake
def one_pass_from_the_lowest(ids, made):
    for pair, new_id in sorted(made.items(), key=lambda item: item[1]):
        ids = merge_pair(ids, pair, new_id)
    return ids


@EXERCISE.mistake
def one_way_to_make_each(ids, made):
    only = {pair: new_id for new_id, pair in {new_id: pair for pair, new_id in made.items()}.items()}
    ids = list(ids)
    while True:
        possible = [(only[p], i) for i, p in enumerate(pairwise(ids)) if p in only]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[i : i + 2] = [new_id]


@EXERCISE.mistake
def lowest_pair_first(ids, made):
    ids = list(ids)
    while True:
        possible = [(p, i) for i, p in enumerate(pairwise(ids)) if p in made]
        if not possible:
            return ids
        pair, i = min(possible)
        ids[i : i + 2] = [made[pair]]


@EXERCISE.mistake
def zero_taken_for_nothing(ids, made):
    ids = list(ids)
    while True:
        possible = [(made[p], i) for i, p in enumerate(pairwise(ids)) if made.get(p)]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[i : i + 2] = [new_id]


@EXERCISE.mistake
def merges_in_place(ids, made):
    while True:
        possible = [(made[p], i) for i, p in enumerate(pairwise(ids)) if p in made]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[i : i + 2] = [new_id]
