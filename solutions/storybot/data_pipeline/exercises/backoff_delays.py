"""backoff_delays: wait longer each time."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.data_pipeline.download import backoff_delays


def as_floats(delays: Any) -> Any:
    """10 and 10.0 are the same pause."""
    return [float(delay) for delay in delays] if isinstance(delays, list) else delays


EXERCISE = Exercise(
    backoff_delays,
    [(5,), (1,), (4, 10.0, 3.0, 60.0), (3, 0.5), (6, 1.0, 10.0, 50.0), (9,), (3, 10.0, 2.0, 5.0)],
    st.tuples(
        st.integers(1, 8),
        st.sampled_from([0.5, 1.0, 3.0]),
        st.sampled_from([1.0, 2.0, 4.0]),
        st.sampled_from([5.0, 60.0]),
    ),
    normalize=as_floats,
)


@EXERCISE.mistake
def one_pause_too_many(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor**i, most) for i in range(tries)]


@EXERCISE.mistake
def without_a_limit(tries, first=1.0, factor=2.0, most=60.0):
    return [first * factor**i for i in range(tries - 1)]


@EXERCISE.mistake
def grows_by_adding(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first + factor * i, most) for i in range(tries - 1)]


@EXERCISE.mistake
def starts_one_too_far(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor ** (i + 1), most) for i in range(tries - 1)]
