"""choose_batch_size: choose the batch size."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.parallel_pretokenization.amdahl import choose_batch_size

SIZES = st.sampled_from([1, 2, 4, 8, 16])
# No time is exactly 1.05 times another (21 and 20), so that rounding decides nothing.
CLEAR = st.dictionaries(SIZES, st.integers(10, 40).filter(lambda n: n != 21).map(float), min_size=1, max_size=5)
# Times and tolerances that a float holds exactly: here a time at the limit is fast enough.
EXACT = st.dictionaries(SIZES, st.integers(4, 16).map(lambda n: n / 4), min_size=1, max_size=5)


EXERCISE = Exercise(
    choose_batch_size,
    [
        ({1: 9.0, 4: 4.1, 16: 4.0, 64: 4.3},),
        ({8: 1.0, 2: 1.0},),
        ({1: 2.0},),
        ({1: 5.0, 2: 4.0}, 0.25),  # exactly at the limit
        ({4: 3.0, 1: 30.0, 2: 3.1}, 0.5),
        ({1: 104.0, 2: 100.0},),
        ({},),
    ],
    st.tuples(CLEAR) | st.tuples(EXACT, st.sampled_from([0.0, 0.25, 0.5])),
    errors=(ValueError,),
)


@EXERCISE.mistake
def fastest(seconds, tolerance=0.05):
    """The best time, whatever the size."""
    return min(seconds, key=lambda size: (seconds[size], size))


@EXERCISE.mistake
def largest_good(seconds, tolerance=0.05):
    """The largest that is good enough."""
    return max(size for size, time in seconds.items() if time <= min(seconds.values()) * (1 + tolerance))


@EXERCISE.mistake
def first_good(seconds, tolerance=0.05):
    """The first that is good enough, in the order of the dict."""
    best = min(seconds.values())
    return next(size for size, time in seconds.items() if time <= best * (1 + tolerance))


@EXERCISE.mistake
def limit_excluded(seconds, tolerance=0.05):
    """Strictly less than the limit: without a tolerance nothing is left."""
    best = min(seconds.values())
    return min(size for size, time in seconds.items() if time < best * (1 + tolerance))


@EXERCISE.mistake
def tolerance_in_seconds(seconds, tolerance=0.05):
    """Adds the tolerance instead of taking a share."""
    return min(size for size, time in seconds.items() if time <= min(seconds.values()) + tolerance)


@EXERCISE.mistake
def gives_the_time(seconds, tolerance=0.05):
    """The time, not the size."""
    return min(seconds.values())


@EXERCISE.mistake
def tolerance_ignored(seconds, tolerance=0.05):
    """Always five percent."""
    return min(size for size, time in seconds.items() if time <= min(seconds.values()) * 1.05)
