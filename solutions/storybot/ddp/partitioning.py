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
    """The row groups that a rank reads, one list for each of its
    micro-steps.

    A step has `micro_steps` micro-steps in all, those of every rank
    counted. Each reads a data stream of its own: stream i of n has the
    row groups i, i + n, i + 2n and so on, up to `n_groups`. The streams
    are assigned in turn: the first micro-step of rank r reads stream r,
    its second stream r + W, and so on, where W is `world_size`. (W
    divides `micro_steps`.)

    >>> row_groups_by_micro_step(8, 4, 1, 2)
    [[1, 5], [3, 7]]
    """
    streams = range(rank, micro_steps, world_size)
    return [groups_for_rank(n_groups, stream, micro_steps) for stream in streams]


def average_gradients(
    parts: list[float],
    world_size: int,
    all_reduce: Callable[[float], float],
) -> float:
    """The mean over all micro-steps of all ranks.

    `parts` are the gradients of this rank's own micro-steps; every rank
    has as many. `all_reduce(x)` gives the sum of what all ranks hand in.
    It is slow, so it is called exactly once.

    >>> average_gradients([1.0, 3.0], 1, lambda x: x)
    2.0
    """
    return all_reduce(sum(parts)) / (len(parts) * world_size)


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


def all_reduce_uneven(
    numbers: list[int],
    all_reduce: Callable[[int], int],
) -> list[int]:
    """The sums over all ranks, step by step, until the last rank is done.

    Every rank calls this with its own numbers, one for each step. Some
    have more than others; a rank that has no more counts as 0.
    `all_reduce(x)` gives the sum of what all ranks hand in, and waits
    until every rank has called it. So all ranks must call it equally
    often.

    >>> all_reduce_uneven([3, 4], lambda x: x)
    [3, 4]
    """
    sums: list[int] = []
    while all_reduce(int(len(sums) < len(numbers))):
        step = len(sums)
        sums.append(all_reduce(numbers[step] if step < len(numbers) else 0))
    return sums
