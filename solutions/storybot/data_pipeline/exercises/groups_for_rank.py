"""groups_for_rank: deal out the row groups."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.data_pipeline.row_groups import groups_for_rank

EXERCISE = Exercise(
    groups_for_rank,
    [(7, 1, 3), (4, 0, 1), (2, 2, 3), (0, 0, 2), (6, 1, 2), (8, 2, 3), (9, 2, 3), (1, 0, 4), (7, 3, 3), (7, -1, 3)],
    st.integers(1, 5).flatmap(lambda w: st.tuples(st.integers(0, 14), st.integers(0, w - 1), st.just(w))),
    errors=(ValueError,),
)


@EXERCISE.mistake
def one_block_a_rank(n_groups, rank, world_size):
    size = n_groups // world_size
    return list(range(rank * size, (rank + 1) * size))


@EXERCISE.mistake
def blocks_and_a_rest(n_groups, rank, world_size):
    size = n_groups // world_size
    return list(range(rank * size, n_groups if rank == world_size - 1 else (rank + 1) * size))


@EXERCISE.mistake
def blocks_rounded_up(n_groups, rank, world_size):
    size = -(-n_groups // world_size)
    return list(range(n_groups))[rank * size : (rank + 1) * size]


@EXERCISE.mistake
def ranks_from_one(n_groups, rank, world_size):
    return list(range(rank + 1, n_groups, world_size))


@EXERCISE.mistake
def groups_from_one(n_groups, rank, world_size):
    return list(range(rank + 1, n_groups + 1, world_size))


@EXERCISE.mistake
def one_group_too_many(n_groups, rank, world_size):
    return list(range(rank, n_groups + 1, world_size))


@EXERCISE.mistake
def steps_by_rank(n_groups, rank, world_size):
    return list(range(0, n_groups, rank + 1))


@EXERCISE.mistake
def leaves_the_rest(n_groups, rank, world_size):
    return list(range(rank, n_groups // world_size * world_size, world_size))


@EXERCISE.mistake
def takes_any_rank(n_groups, rank, world_size):
    return list(range(rank, n_groups, world_size))


@EXERCISE.mistake
def nothing_for_a_wrong_rank(n_groups, rank, world_size):
    return [group for group in range(n_groups) if group % world_size == rank]
