"""choose_best_fit: which document fits best?."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.data_pipeline.packing import choose_best_fit

EXERCISE = Exercise(
    choose_best_fit,
    [([5, 3, 9, 3], 6), ([5, 3, 9, 3], 2), ([4], 4), ([2, 5, 5], 5), ([7, 6, 6], 3)],
    st.tuples(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 9)),
)


@EXERCISE.mistake
def first_that_fits(lengths, space):
    for i, length in enumerate(lengths):
        if length <= space:
            return i, False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@EXERCISE.mistake
def strictly_smaller(lengths, space):
    fitting = [(length, -i) for i, length in enumerate(lengths) if length < space]
    if fitting:
        return -max(fitting)[1], False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@EXERCISE.mistake
def last_of_equals(lengths, space):
    fitting = [(length, i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return max(fitting)[1], False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@EXERCISE.mistake
def crops_the_longest(lengths, space):
    fitting = [(length, -i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return -max(fitting)[1], False
    return max(range(len(lengths)), key=lambda i: lengths[i]), True
