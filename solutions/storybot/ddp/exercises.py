"""The six exercises of chapter 6: what a right answer must agree on. Three of them run on several simulated ranks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, PerRank
from storybot.ddp.partitioning import (
    all_reduce_uneven,
    average_gradients,
    partition_by_size,
    row_groups_by_micro_step,
)
from storybot.ddp.ring import ring_all_reduce, ring_all_reduce_seconds
from storybot.ddp.simulator import SimulatedRank, run_ranks


def run_on_ring(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank, and the pieces that it has sent."""

    def work(rank: SimulatedRank) -> Any:
        return function(per_rank[rank.rank], rank.rank, rank.send, rank.receive), rank.sent

    results = run_ranks(work, len(per_rank))
    return PerRank([result for result, _ in results], [f"sent {sent}" for _, sent in results])


def run_counting_all_reduces(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank, and how often it has called all_reduce."""

    def work(rank: SimulatedRank) -> Any:
        return function(per_rank[rank.rank], len(per_rank), rank.all_reduce), rank.calls

    results = run_ranks(work, len(per_rank))
    return PerRank(
        [float(result) if isinstance(result, (int, float)) else result for result, _ in results],
        [f"{calls} × all_reduce" for _, calls in results],
    )


def run_with_all_reduce(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank."""
    return PerRank(run_ranks(lambda rank: function(per_rank[rank.rank], rank.all_reduce), len(per_rank)))


def describe_per_rank(arguments: str) -> Callable[[str, Arguments], str]:
    """Write a call on all ranks out, one line for each; `arguments` is a template for the call's arguments."""

    def describe(name: str, per_rank: Arguments) -> str:
        size = len(per_rank)
        calls = (name + arguments.format(own=own, rank=rank, size=size) for rank, own in enumerate(per_rank))
        return "\n".join(f"rank {rank}: {call}" for rank, call in enumerate(calls))

    return describe


@st.composite
def rings(draw: st.DrawFn) -> Arguments:
    """As many pieces on every rank as there are ranks."""
    size = draw(st.integers(1, 4))
    pieces = st.lists(st.integers(0, 9), min_size=size, max_size=size)
    return tuple(draw(pieces) for _ in range(size))


@st.composite
def gradients(draw: st.DrawFn) -> Arguments:
    """The same number of gradients on every rank."""
    size, parts = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    numbers = st.lists(st.integers(-8, 8).map(float), min_size=parts, max_size=parts)
    return tuple(draw(numbers) for _ in range(size))


@st.composite
def readers(draw: st.DrawFn) -> Arguments:
    """Micro-steps that the ranks can divide evenly."""
    size, own = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    return draw(st.integers(0, 20)), size * own, draw(st.integers(0, size - 1)), size


EXERCISES = {
    "ring_all_reduce": Exercise(
        ring_all_reduce,
        [
            ([1, 2], [10, 20]), ([5],), ([1, 2, 3], [10, 20, 30], [100, 200, 300]),
            tuple([100 * rank + piece for piece in range(6)] for rank in range(6)),
        ],
        rings(),
        invoke=run_on_ring,
        describe_call=describe_per_rank("({own}, {rank}, send, receive)"),
    ),
    "row_groups_by_micro_step": Exercise(
        row_groups_by_micro_step, [(8, 4, 1, 2), (6, 2, 1, 2), (9, 3, 0, 1), (3, 4, 1, 2), (0, 1, 0, 1)], readers()
    ),
    "average_gradients": Exercise(
        average_gradients,
        [([2.0],), ([1.0, 3.0],), ([1.0, 3.0], [5.0, 7.0]), tuple([float(rank)] for rank in range(7))],
        gradients(),
        tolerance=1e-9,
        invoke=run_counting_all_reduces,
        describe_call=describe_per_rank("({own}, {size}, all_reduce)"),
    ),
    "ring_all_reduce_seconds": Exercise(
        ring_all_reduce_seconds,
        [(8e6, 2, 1e9, 0.001), (8e6, 1, 1e9, 0.001), (0.0, 4, 1e9, 0.5), (12.0, 3, 1.0, 0.0), (64.0, 16, 1.0, 0.5)],
        st.tuples(
            st.integers(0, 64).map(float), st.integers(1, 8), st.sampled_from([1.0, 2.0, 8.0]),
            st.sampled_from([0.0, 0.5, 1.0]),
        ),
        tolerance=1e-9,
    ),
    "partition_by_size": Exercise(
        partition_by_size,
        [([4, 1, 3, 2], 2), ([1, 1, 1], 2), ([5], 3), ([], 2)],
        st.tuples(st.lists(st.integers(1, 9), max_size=6), st.integers(1, 3)),
    ),
    "all_reduce_uneven": Exercise(
        all_reduce_uneven,
        [([3, 4],), ([1, 2], [10, 20]), ([1, 2, 3], [10]), ([], [7]), ([0, 0, 5], [1]), ([], []), ([*range(40)], [1])],
        st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=3).map(tuple),
        invoke=run_with_all_reduce,
        describe_call=describe_per_rank("({own}, all_reduce)"),
    ),
}  # fmt: skip
