"""partition_by_size: share out."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.ddp.partitioning import partition_by_size

EXERCISE = Exercise(
    partition_by_size,
    [
        ([4, 1, 3, 2], 2),
        ([1, 1, 1], 2),
        ([5], 3),
        ([], 2),
        ([2, 2, 3], 2),
        ([1, 2, 6, 3, 4], 3),
        ([300, 5, 300, 7, 40, 40], 2),
        ([1, 2], 0),
        ([], 0),
    ],
    st.tuples(st.lists(st.integers(1, 9), max_size=6), st.integers(1, 3)),
    errors=(ValueError,),
)


@EXERCISE.mistake
def in_turn(sizes, world_size):
    return [list(range(rank, len(sizes), world_size)) for rank in range(world_size)]


@EXERCISE.mistake
def in_the_given_order(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number, size in enumerate(sizes):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += size
    return shares


@EXERCISE.mistake
def smallest_first(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number in sorted(range(len(sizes)), key=sizes.__getitem__):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return [sorted(share) for share in shares]


@EXERCISE.mistake
def to_the_fewest(sizes, world_size):
    shares = [[] for _ in range(world_size)]
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        min(shares, key=len).append(number)
    return [sorted(share) for share in shares]


@EXERCISE.mistake
def sorted_in_turn(sizes, world_size):
    numbers = sorted(range(len(sizes)), key=lambda number: (-sizes[number], number))
    return [sorted(numbers[rank::world_size]) for rank in range(world_size)]


@EXERCISE.mistake
def not_in_order(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return shares


@EXERCISE.mistake
def gives_the_sizes(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for size in sorted(sizes, reverse=True):
        rank = loads.index(min(loads))
        shares[rank].append(size)
        loads[rank] += size
    return [sorted(share) for share in shares]


@EXERCISE.mistake
def later_numbers_first(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for size, number in sorted(((size, number) for number, size in enumerate(sizes)), reverse=True):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += size
    return [sorted(share) for share in shares]


@EXERCISE.mistake
def last_of_equal_ranks(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        rank = min(range(world_size), key=lambda rank: (loads[rank], -rank))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return [sorted(share) for share in shares]
