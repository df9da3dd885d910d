"""average_gradients: talk once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, PerRank
from storybot.ddp.exercises.inputs import describe_per_rank, for_numbers
from storybot.ddp.partitioning import average_gradients
from storybot.ddp.simulator import SimulatedRank, run_ranks


def run_counting_all_reduces(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank, and how often it has called all_reduce."""

    def work(rank: SimulatedRank) -> Any:
        try:
            return function(per_rank[rank.rank], len(per_rank), for_numbers(rank.all_reduce)), rank.calls
        except ValueError:
            if rank.calls:  # bad input must be refused before the others are kept waiting
                raise RuntimeError(f"ValueError after {rank.calls} × all_reduce") from None
            raise

    results = run_ranks(work, len(per_rank))
    return PerRank(
        [float(result) if isinstance(result, (int, float)) else result for result, _ in results],
        [f"{calls} × all_reduce" for _, calls in results],
    )


@st.composite
def gradients(draw: st.DrawFn) -> Arguments:
    """The same number of gradients on every rank."""
    size, parts = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    numbers = st.lists(st.integers(-8, 8).map(float), min_size=parts, max_size=parts)
    return tuple(draw(numbers) for _ in range(size))


EXERCISE = Exercise(
    average_gradients,
    [
        ([2.0],),
        ([1.0, 3.0],),
        ([1.0, 3.0], [5.0, 7.0]),
        ([0.25, 0.5, 3.0], [-1.0, 2.0, 8.0]),
        tuple([float(rank)] for rank in range(7)),
        ([],),
        ([], []),
    ],
    gradients(),
    tolerance=1e-9,
    invoke=run_counting_all_reduces,
    describe_call=describe_per_rank("({own}, {size}, all_reduce)"),
    errors=(ValueError,),
)


@EXERCISE.mistake
def talks_every_time(parts, world_size, all_reduce):
    return sum(all_reduce(part) for part in parts) / (len(parts) * world_size)


@EXERCISE.mistake
def asks_for_the_count(parts, world_size, all_reduce):
    return all_reduce(sum(parts)) / all_reduce(len(parts))


@EXERCISE.mistake
def forgets_the_ranks(parts, world_size, all_reduce):
    return all_reduce(sum(parts)) / len(parts)


@EXERCISE.mistake
def forgets_the_micro_steps(parts, world_size, all_reduce):
    return all_reduce(sum(parts)) / world_size


@EXERCISE.mistake
def gives_the_sum(parts, world_size, all_reduce):
    return all_reduce(sum(parts))


@EXERCISE.mistake
def only_the_last(parts, world_size, all_reduce):
    return all_reduce(parts[-1]) / world_size


@EXERCISE.mistake
def never_talks(parts, world_size, all_reduce):
    return sum(parts) / len(parts)


@EXERCISE.mistake
def divides_twice(parts, world_size, all_reduce):
    return all_reduce(sum(parts) / len(parts)) / (len(parts) * world_size)


@EXERCISE.mistake
def hands_in_the_list(parts, world_size, all_reduce):
    return sum(all_reduce(parts)) / (len(parts) * world_size)


@EXERCISE.mistake
def divides_by_no_parts(parts, world_size, all_reduce):
    return all_reduce(sum(parts)) / (len(parts) * world_size)
