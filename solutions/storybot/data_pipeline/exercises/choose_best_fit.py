"""choose_best_fit: which document fits best?"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.data_pipeline.packing import choose_best_fit


def many_documents() -> Arguments:
    """Thirty thousand documents, one of which is the longest that fits."""
    rng = Random(0)
    return [*(rng.randrange(100, 900) for _ in range(30_000)), 950], 1000


EXERCISE = Exercise(
    choose_best_fit,
    [
        ([5, 3, 9, 3], 6),
        ([5, 3, 9, 3], 2),
        ([4], 4),
        ([4], 3),
        ([2, 5, 5], 5),
        ([9, 7, 6, 6, 8], 3),
        ([9, 2, 4, 8, 4], 5),
        ((300, 700, 512, 600), 512),
        ([1], 1),
        ([], 5),
    ],
    st.tuples(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 9)),
    errors=(ValueError,),
    large=many_documents,
)


@EXERCISE.mistake
def first_that_fits(lengths, space):
    for i, length in enumerate(lengths):
        if length <= space:
            return i, False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@EXERCISE.mistake
def shortest_that_fits(lengths, space):
    shortest = min(range(len(lengths)), key=lambda i: lengths[i])
    return shortest, lengths[shortest] > space


@EXERCISE.mistake
def starts_with_the_first(lengths, space):
    best = 0
    for i, length in enumerate(lengths):
        if length <= space and length > lengths[best]:
            best = i
    return best, lengths[best] > space


@EXERCISE.mistake
def must_be_shorter(lengths, space):
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
def crops_the_last_of_equals(lengths, space):
    fitting = [(length, -i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return -max(fitting)[1], False
    return min(range(len(lengths)), key=lambda i: (lengths[i], -i)), True


@EXERCISE.mistake
def crops_the_longest(lengths, space):
    fitting = [(length, -i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return -max(fitting)[1], False
    return max(range(len(lengths)), key=lambda i: lengths[i]), True


@EXERCISE.mistake
def index_among_those_that_fit(lengths, space):
    fitting = [length for length in lengths if length <= space]
    if fitting:
        return fitting.index(max(fitting)), False
    return lengths.index(min(lengths)), True


@EXERCISE.mistake
def index_in_sorted_order(lengths, space):
    ordered = sorted(lengths)
    if not ordered:
        raise ValueError
    fitting = [i for i, length in enumerate(ordered) if length <= space]
    return (fitting[-1], False) if fitting else (0, True)


@EXERCISE.mistake
def nothing_waits(lengths, space):
    best, shortest = -1, 0
    for i, length in enumerate(lengths):
        if length <= space and (best < 0 or length > lengths[best]):
            best = i
        if length < lengths[shortest]:
            shortest = i
    return (best, False) if best >= 0 else (shortest, True)


@EXERCISE.mistake(slow=True)
def looks_again_for_each(lengths, space):
    for i in range(len(lengths)):
        if lengths[i] == max((length for length in lengths if length <= space), default=0):
            return i, False
    return list(lengths).index(min(lengths)), True
