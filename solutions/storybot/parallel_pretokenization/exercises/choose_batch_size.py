"""choose_batch_size: choose the batch size."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.parallel_pretokenization.amdahl import choose_batch_size

SECONDS = st.dictionaries(
    st.sampled_from([1, 2, 4, 8, 16]), st.integers(1, 40).map(lambda n: n / 10), min_size=1, max_size=5
)


EXERCISE = Exercise(
    choose_batch_size,
    [({1: 9.0, 4: 4.1, 16: 4.0, 64: 4.3},), ({8: 1.0, 2: 1.0},), ({1: 2.0},), ({1: 1.2, 2: 1.0}, 0.25)],
    st.tuples(SECONDS) | st.tuples(SECONDS, st.sampled_from([0.0, 0.1, 0.5])),
)


@EXERCISE.mistake
def fastest(seconds, tolerance=0.05):
    """The best time, whatever the size."""
    return min(seconds, key=lambda size: seconds[size])


@EXERCISE.mistake
def largest_good(seconds, tolerance=0.05):
    """The largest that is good enough."""
    return max(size for size, time in seconds.items() if time <= min(seconds.values()) * (1 + tolerance))


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
