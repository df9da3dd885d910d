"""partition_by_size: share out."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.ddp.partitioning import partition_by_size

EXERCISE = Exercise(
    partition_by_size,
    [([4, 1, 3, 2], 2), ([1, 1, 1], 2), ([5], 3), ([], 2)],
    st.tuples(st.lists(st.integers(1, 9), max_size=6), st.integers(1, 3)),
)


@EXERCISE.mistake
def in_turn(sizes, world_size):
    return [list(range(rank, len(sizes), world_size)) for rank in range(world_size)]


@EXERCISE.mistake
def in_the_given_order(sizes, world_size):
    """Least so far, but the largest not first."""
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number, size in enumerate(sizes):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += size
    return shares


@EXERCISE.mistake
def to_the_fewest(sizes, world_size):
    """Counts parameters, not their sizes."""
    shares = [[] for _ in range(world_size)]
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        min(shares, key=len).append(number)
    return [sorted(share) for share in shares]


@EXERCISE.mistake
def not_in_order(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return shares


@EXERCISE.mistake
def later_numbers_first(sizes, world_size):
    """Of equal sizes the higher number first."""
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for size, number in sorted(((size, number) for number, size in enumerate(sizes)), reverse=True):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += size
    return [sorted(share) for share in shares]
