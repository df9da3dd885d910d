"""A loop that ranks of unequal length can share without waiting for each other for ever."""

from __future__ import annotations

from collections.abc import Callable


def all_reduce_uneven(numbers: list[int], all_reduce: Callable[[int], int]) -> list[int]:
    """The sums over all ranks, step by step, until the last rank is done.

    Every rank calls this with its own numbers, one for each step. Some have
    more than others; a rank that has no more counts as 0. `all_reduce(x)`
    gives the sum of what all ranks hand in, and waits until every rank has
    called it. So all ranks must call it equally often.

    >>> all_reduce_uneven([3, 4], lambda x: x)
    [3, 4]
    """
    sums: list[int] = []
    while all_reduce(int(len(sums) < len(numbers))):
        step = len(sums)
        sums.append(all_reduce(numbers[step] if step < len(numbers) else 0))
    return sums
