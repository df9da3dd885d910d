"""amdahl_speedup: predict the speed-up."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.parallel_pretokenization.amdahl import amdahl_speedup

EXERCISE = Exercise(
    amdahl_speedup,
    [(1.0, 2), (0.9, 2), (0.5, 1000), (0.0, 8), (0.75, 1), (1, 16), (1.5, 2), (-0.1, 2), (0.5, 0), (0.5, -2)],
    st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.integers(1, 64)),
    tolerance=1e-6,
    errors=(ValueError,),
)


def check_arguments(parallel_fraction, workers):
    if not 0 <= parallel_fraction <= 1 or workers < 1:
        raise ValueError


@EXERCISE.mistake
def linear(parallel_fraction, workers):
    """As if all could be shared."""
    check_arguments(parallel_fraction, workers)
    return float(workers)


@EXERCISE.mistake
def gustafson(parallel_fraction, workers):
    """Multiplies where it must divide: Gustafson's law."""
    check_arguments(parallel_fraction, workers)
    return (1 - parallel_fraction) + parallel_fraction * workers


@EXERCISE.mistake
def time_not_speedup(parallel_fraction, workers):
    """The time that is left, not its inverse."""
    check_arguments(parallel_fraction, workers)
    return (1 - parallel_fraction) + parallel_fraction / workers


@EXERCISE.mistake
def shares_swapped(parallel_fraction, workers):
    """Divides the part that cannot be divided."""
    check_arguments(parallel_fraction, workers)
    return 1 / (parallel_fraction + (1 - parallel_fraction) / workers)


@EXERCISE.mistake
def brackets_missing(parallel_fraction, workers):
    """The fraction ends too early."""
    check_arguments(parallel_fraction, workers)
    return 1 / (1 - parallel_fraction) + parallel_fraction / workers


@EXERCISE.mistake
def whole_division(parallel_fraction, workers):
    """// rounds down, and the shared part vanishes."""
    check_arguments(parallel_fraction, workers)
    return 1 / ((1 - parallel_fraction) + parallel_fraction // workers)


@EXERCISE.mistake
def errors_forgotten(parallel_fraction, workers):
    """Computes with arguments that make no sense."""
    return 1 / ((1 - parallel_fraction) + parallel_fraction / workers)
