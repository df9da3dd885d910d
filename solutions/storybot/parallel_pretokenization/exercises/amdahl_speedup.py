"""amdahl_speedup: predict the speed-up."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.parallel_pretokenization.amdahl import amdahl_speedup


def rounded(speedup: Any) -> Any:
    return round(speedup, 6)


EXERCISE = Exercise(
    amdahl_speedup,
    [(1.0, 2), (0.9, 2), (0.5, 1000), (0.0, 8), (0.75, 1)],
    st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.integers(1, 64)),
    normalize=rounded,
)


@EXERCISE.mistake
def linear(parallel_fraction, workers):
    """As if all could be shared."""
    return float(workers)


@EXERCISE.mistake
def share_of_workers(parallel_fraction, workers):
    """Multiplies where it must divide."""
    return 1 + parallel_fraction * (workers - 1)


@EXERCISE.mistake
def time_not_speedup(parallel_fraction, workers):
    """The time that is left, not its inverse."""
    return (1 - parallel_fraction) + parallel_fraction / workers


@EXERCISE.mistake
def shares_swapped(parallel_fraction, workers):
    """Divides the part that cannot be divided."""
    return 1 / (parallel_fraction + (1 - parallel_fraction) / workers)
