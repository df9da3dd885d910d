"""Which rank reads which row groups: lanes dealt out twice."""

from __future__ import annotations

from storybot.data_pipeline.row_groups import groups_for_rank


def row_groups_by_micro_step(n_groups: int, micro_steps: int, rank: int, world_size: int) -> list[list[int]]:
    """The row groups that a rank reads, one list for each of its micro-steps.

    A step has `micro_steps` micro-steps in all, those of every rank counted.
    There is a lane for each: lane i of n reads the row groups i, i + n,
    i + 2n and so on, up to `n_groups`. The lanes are dealt out in turn: the
    first micro-step of rank r takes lane r, its second lane r + W, and so
    on, where W is `world_size`. (W divides `micro_steps`.)

    >>> row_groups_by_micro_step(8, 4, 1, 2)
    [[1, 5], [3, 7]]
    """
    lanes = range(rank, micro_steps, world_size)
    return [groups_for_rank(n_groups, lane, micro_steps) for lane in lanes]
