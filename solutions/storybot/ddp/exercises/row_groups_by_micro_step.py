"""row_groups_by_micro_step: which rank reads what?."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.ddp.partitioning import row_groups_by_micro_step


@st.composite
def readers(draw: st.DrawFn) -> Arguments:
    """Micro-steps that the ranks can divide evenly."""
    size, own = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    return draw(st.integers(0, 20)), size * own, draw(st.integers(0, size - 1)), size


EXERCISE = Exercise(
    row_groups_by_micro_step, [(8, 4, 1, 2), (6, 2, 1, 2), (9, 3, 0, 1), (3, 4, 1, 2), (0, 1, 0, 1)], readers()
)


@EXERCISE.mistake
def in_blocks(n_groups, micro_steps, rank, world_size):
    """Neighbouring data streams for a rank."""
    own = micro_steps // world_size
    return [list(range(stream, n_groups, micro_steps)) for stream in range(rank * own, (rank + 1) * own)]


@EXERCISE.mistake
def by_rank_alone(n_groups, micro_steps, rank, world_size):
    """Every micro-step reads all of the rank's row groups."""
    return [list(range(rank, n_groups, world_size)) for _ in range(micro_steps // world_size)]


@EXERCISE.mistake
def one_flat_list(n_groups, micro_steps, rank, world_size):
    return list(range(rank, n_groups, world_size))


@EXERCISE.mistake
def steps_by_the_ranks(n_groups, micro_steps, rank, world_size):
    """The right data streams, but each goes on by the number of ranks."""
    return [list(range(stream, n_groups, world_size)) for stream in range(rank, micro_steps, world_size)]


@EXERCISE.mistake
def micro_steps_of_each_rank(n_groups, micro_steps, rank, world_size):
    """`micro_steps` taken for those of one rank."""
    n = micro_steps * world_size
    return [list(range(stream, n_groups, n)) for stream in range(rank, n, world_size)]
