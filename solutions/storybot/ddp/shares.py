"""Who remembers what: parameters shared out so that everybody carries about as much."""

from __future__ import annotations


def partition_by_size(sizes: list[int], world_size: int) -> list[list[int]]:
    """Which parameters each rank takes care of: their numbers, rising.

    The largest parameter is dealt out first (of equal ones the one with
    the lower number). Each goes to the rank that has the least so far (of
    equal ranks the lower one).

    >>> partition_by_size([1, 3, 2, 4], 2)
    [[0, 3], [1, 2]]
    """
    shares: list[list[int]] = [[] for _ in range(world_size)]
    loads = [0] * world_size
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return [sorted(share) for share in shares]
