"""row_groups_by_micro_step: which rank reads what?"""

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
    row_groups_by_micro_step,
    [
        (8, 4, 1, 2), (6, 2, 1, 2), (9, 3, 0, 1), (3, 4, 1, 2), (0, 1, 0, 1), (12, 6, 2, 3), (13, 6, 0, 2),
        (8, 3, 0, 2), (8, 4, 2, 2), (8, 4, -1, 2),
    ],
    readers(),
    errors=(ValueError,),
)  # fmt: skip


@EXERCISE.mistake
def streams_in_blocks(n_groups, micro_steps, rank, world_size):
    own = micro_steps // world_size
    return [list(range(stream, n_groups, micro_steps)) for stream in range(rank * own, (rank + 1) * own)]


@EXERCISE.mistake
def all_groups_in_every_micro_step(n_groups, micro_steps, rank, world_size):
    return [list(range(rank, n_groups, world_size)) for _ in range(micro_steps // world_size)]


@EXERCISE.mistake
def one_flat_list(n_groups, micro_steps, rank, world_size):
    return list(range(rank, n_groups, world_size))


@EXERCISE.mistake
def streams_step_by_the_ranks(n_groups, micro_steps, rank, world_size):
    return [list(range(stream, n_groups, world_size)) for stream in range(rank, micro_steps, world_size)]


@EXERCISE.mistake
def micro_steps_of_each_rank(n_groups, micro_steps, rank, world_size):
    n = micro_steps * world_size
    return [list(range(stream, n_groups, n)) for stream in range(rank, n, world_size)]


@EXERCISE.mistake
def groups_in_blocks(n_groups, micro_steps, rank, world_size):
    groups = list(range(rank, n_groups, world_size))
    own = micro_steps // world_size
    size = -(-len(groups) // own)
    return [groups[size * micro : size * (micro + 1)] for micro in range(own)]


@EXERCISE.mistake
def drops_empty_streams(n_groups, micro_steps, rank, world_size):
    streams = [list(range(stream, n_groups, micro_steps)) for stream in range(rank, micro_steps, world_size)]
    return [groups for groups in streams if groups]


@EXERCISE.mistake
def takes_any_micro_steps(n_groups, micro_steps, rank, world_size):
    if not 0 <= rank < world_size:
        raise ValueError("no such rank")
    return [list(range(stream, n_groups, micro_steps)) for stream in range(rank, micro_steps, world_size)]


@EXERCISE.mistake
def takes_any_rank(n_groups, micro_steps, rank, world_size):
    if micro_steps % world_size:
        raise ValueError("cannot be shared evenly")
    return [list(range(stream, n_groups, micro_steps)) for stream in range(rank, micro_steps, world_size)]


@EXERCISE.mistake
def takes_any_numbers(n_groups, micro_steps, rank, world_size):
    return [list(range(stream, n_groups, micro_steps)) for stream in range(rank, micro_steps, world_size)]
