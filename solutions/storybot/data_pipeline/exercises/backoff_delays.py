"""backoff_delays: exponential backoff."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.data_pipeline.download import backoff_delays

EXERCISE = Exercise(
    backoff_delays,
    [
        (5,),
        (1,),
        (2,),
        (4, 10.0, 3.0, 60.0),
        (3, 0.5),
        (6, 1.0, 10.0, 50.0),
        (9,),
        (3, 10.0, 2.0, 5.0),
        (4, 3.0, 1.0, 60.0),
        (5, 1.0, 1.5),
        (4, 0.0),
        (0,),
        (4, 8.0, 0.5),
    ],
    st.tuples(
        st.integers(1, 8),
        st.sampled_from([0.5, 1.0, 3.0]),
        st.sampled_from([1.0, 2.0, 4.0]),
        st.sampled_from([0.25, 5.0, 60.0]),
    ),
    errors=(ValueError,),
    large=lambda: (2000,),
)


@EXERCISE.mistake
def one_pause_too_many(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor**i, most) for i in range(tries)]


@EXERCISE.mistake
def starts_one_too_far(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor ** (i + 1), most) for i in range(tries - 1)]


@EXERCISE.mistake
def grows_by_adding(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first + factor * i, most) for i in range(tries - 1)]


@EXERCISE.mistake
def without_a_limit(tries, first=1.0, factor=2.0, most=60.0):
    return [first * factor**i for i in range(tries - 1)]


@EXERCISE.mistake
def first_pause_not_limited(tries, first=1.0, factor=2.0, most=60.0):
    return [first if i == 0 else min(first * factor**i, most) for i in range(tries - 1)]


@EXERCISE.mistake
def stops_at_the_limit(tries, first=1.0, factor=2.0, most=60.0):
    return [first * factor**i for i in range(tries - 1) if first * factor**i <= most]


@EXERCISE.mistake
def gives_points_in_time(tries, first=1.0, factor=2.0, most=60.0):
    delays = [min(first * factor**i, most) for i in range(tries - 1)]
    return [sum(delays[: i + 1]) for i in range(len(delays))]


@EXERCISE.mistake
def takes_any_input(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor**i, most) for i in range(tries - 1)]


@EXERCISE.mistake
def shrinking_factor(tries, first=1.0, factor=2.0, most=60.0):
    if tries < 1:
        raise ValueError("at least one attempt")
    return [min(first * factor**i, most) for i in range(tries - 1)]


@EXERCISE.mistake
def power_overflows(tries, first=1.0, factor=2.0, most=60.0):
    if tries < 1 or factor < 1:
        raise ValueError("at least one attempt, and pauses that do not shrink")
    return [min(first * factor**i, most) for i in range(tries - 1)]
