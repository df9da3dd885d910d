"""groups_for_rank: deal out the row groups."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.data_pipeline.row_groups import groups_for_rank

EXERCISE = Exercise(
    groups_for_rank,
    [(7, 1, 3), (4, 0, 1), (2, 2, 3), (0, 0, 2), (6, 1, 2)],
    st.integers(1, 4).flatmap(lambda w: st.tuples(st.integers(0, 12), st.integers(0, w - 1), st.just(w))),
)


@EXERCISE.mistake
def one_block_a_rank(n_groups, rank, world_size):
    size = n_groups // world_size
    return list(range(rank * size, (rank + 1) * size))


@EXERCISE.mistake
def everybody_reads_all(n_groups, rank, world_size):
    return list(range(n_groups))


@EXERCISE.mistake
def from_one(n_groups, rank, world_size):
    return list(range(rank + 1, n_groups, world_size))


@EXERCISE.mistake
def steps_by_rank(n_groups, rank, world_size):
    return list(range(0, n_groups, rank + 1))
