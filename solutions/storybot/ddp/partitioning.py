"""Who does what: data, gradients and optimizer state divided over ranks. The chapter's small functions.

`ShardedMuon` divides its matrices by `partition_by_size`. `row_groups_by_micro_step` and `average_gradients` are the
readable twins of what `MicroStepLoader` and DistributedDataParallel do; tests hold them equal.
"""

from __future__ import annotations

from collections.abc import Callable

from storybot.data_pipeline.row_groups import groups_for_rank


def row_groups_by_micro_step(
    n_groups: int,
    micro_steps: int,
    rank: int,
    world_size: int,
) -> list[list[int]]:
    """The row groups of a rank, a list for each of its micro-steps.

    A step has `micro_steps` micro-steps, those of all ranks counted. Each
    reads a data stream of its own: of n streams, stream i has the row
    groups i, i + n, i + 2n and so on, those below `n_groups`. A stream
    may be empty. The streams are dealt out like cards: the first
    micro-step of rank r reads stream r, its second one stream r + W, and
    so on, where W is `world_size`.

    ValueError if W does not divide `micro_steps`, or if there is no such
    rank: ranks go from 0 to W - 1.

    >>> row_groups_by_micro_step(8, 4, 1, 2)
    [[1, 5], [3, 7]]
    >>> row_groups_by_micro_step(3, 4, 1, 2)
    [[1], []]
    """
    if not 0 <= rank < world_size:
        raise ValueError(f"rank {rank} of {world_size}: ranks go from 0 to {world_size - 1}")
    if micro_steps % world_size:
        raise ValueError(f"a step has {micro_steps} micro-steps; {world_size} ranks cannot share them evenly")
    streams = range(rank, micro_steps, world_size)
    return [groups_for_rank(n_groups, stream, micro_steps) for stream in streams]


def average_gradients(
    parts: list[float],
    world_size: int,
    all_reduce: Callable[[float], float],
) -> float:
    """The mean gradient over all micro-steps of all ranks.

    All `world_size` ranks call this at the same time. `parts` are the
    gradients of this rank's own micro-steps, one number each; every rank
    has as many. `all_reduce(x)` takes one number, waits until every rank
    has called it, and gives each the sum of what all have handed in. It
    is slow, so every rank calls it exactly once.

    If there are no parts: ValueError, without calling `all_reduce`.

    >>> average_gradients([1.0, 3.0], 1, lambda x: x)
    2.0
    """
    if not parts:
        raise ValueError("a mean needs at least one gradient")
    return all_reduce(sum(parts)) / (len(parts) * world_size)


def partition_by_size(sizes: list[int], world_size: int) -> list[list[int]]:
    """Which parameters each rank takes care of: a list for each rank.

    `sizes[i]` says how large parameter i is. A list holds the numbers i
    of a rank's parameters, in rising order; it may be empty. The largest
    parameter is given away first, of equally large ones that with the
    lowest number. Each goes to the rank whose parameters have the
    smallest total size so far, of equal ranks to the lowest.

    A world size below 1: ValueError.

    >>> partition_by_size([1, 3, 2, 4], 2)
    [[0, 3], [1, 2]]
    >>> partition_by_size([5, 5], 3)
    [[0], [1], []]
    """
    if world_size < 1:
        raise ValueError(f"world_size must be at least 1, not {world_size}")
    shares: list[list[int]] = [[] for _ in range(world_size)]
    loads = [0] * world_size
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return [sorted(share) for share in shares]


def all_reduce_uneven(
    numbers: list[int],
    all_reduce: Callable[[int], int],
) -> list[int]:
    """The sums over all ranks, step by step, until the last rank is done.

    All ranks call this at the same time, each with its own whole numbers,
    one for each step; some have more than others, and a rank may have
    none. A rank that has no more counts as 0. The numbers can be of any
    size, also 0 or negative. Every rank gets the same list: one sum for
    each step of the longest rank.

    `all_reduce(x)` takes one whole number, waits until every rank has
    called it, and gives each the sum of what all have handed in. So all
    ranks must call it equally often.

    >>> all_reduce_uneven([3, 4], lambda x: x)
    [3, 4]
    >>> all_reduce_uneven([], lambda x: x)
    []
    """
    sums: list[int] = []
    while all_reduce(int(len(sums) < len(numbers))):
        step = len(sums)
        sums.append(all_reduce(numbers[step] if step < len(numbers) else 0))
    return sums
