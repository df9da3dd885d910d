"""fit_amdahl: fit Amdahl's law."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.parallel_pretokenization.amdahl import fit_amdahl

TIMES = st.integers(1, 400).map(lambda n: n / 10)
MEASURED = st.dictionaries(st.integers(1, 32), TIMES, min_size=2, max_size=5)

EXERCISE = Exercise(
    fit_amdahl,
    [
        ({1: 10.0, 2: 6.0},),
        ({1: 10.0, 2: 6.0, 4: 4.0},),
        ({4: 4.0, 1: 10.0, 2: 6.5},),
        ({2: 5.0, 8: 3.0},),
        ({1: 8.0, 2: 4.0, 4: 2.0},),
        ({1: 8.0, 2: 3.0},),
        ({1: 8.0, 2: 3.0, 4: 2.5},),
        ({1: 3.0, 2: 4.0},),
        ({1: 3.0, 2: 4.0, 4: 5.0},),
        ({1: 5.0, 2: 5.0},),
        ({1: 9.0, 2: 5.5, 3: 3.0, 4: 3.5},),
        ({2: 5.0},),
        ({},),
    ],
    MEASURED.map(lambda seconds: (seconds,)),
    errors=(ValueError,),
    tolerance=1e-6,
)


def line(points):
    """The s and p of the least squares through (x, y)."""
    n = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    p = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return mean_y - p * mean_x, p


def through_zero(seconds):
    return sum(t / n for n, t in seconds.items()) / sum(1 / n**2 for n in seconds)


def fit(seconds):
    """The line as it is, signs and all."""
    if len(seconds) < 2:
        raise ValueError
    return line([(1 / n, t) for n, t in seconds.items()])


def right(seconds):
    s, p = fit(seconds)
    if s < 0:
        return 0.0, through_zero(seconds)
    return (sum(seconds.values()) / len(seconds), 0.0) if p < 0 else (s, p)


@EXERCISE.mistake
def negative_seconds(seconds):
    """The line as it is, even where a part is negative."""
    return fit(seconds)


@EXERCISE.mistake
def cut_off_only(seconds):
    """Sets a negative part to 0, and leaves the other as it was."""
    s, p = fit(seconds)
    return max(0.0, s), max(0.0, p)


@EXERCISE.mistake
def only_the_serial_part(seconds):
    """Mends a negative serial part, but not a negative parallel one."""
    s, p = fit(seconds)
    return (0.0, through_zero(seconds)) if s < 0 else (s, p)


@EXERCISE.mistake
def only_the_parallel_part(seconds):
    """Mends a negative parallel part, but not a negative serial one."""
    s, p = fit(seconds)
    return (sum(seconds.values()) / len(seconds), 0.0) if p < 0 else (s, p)


@EXERCISE.mistake
def two_of_the_measurements(seconds):
    """A line through the fewest and the most workers, whatever lies between."""
    if len(seconds) < 2:
        raise ValueError
    return right({n: seconds[n] for n in (min(seconds), max(seconds))})


@EXERCISE.mistake
def against_the_workers(seconds):
    """Fits a line in n, not in 1/n."""
    if len(seconds) < 2:
        raise ValueError
    return line(list(seconds.items()))


@EXERCISE.mistake
def swapped(seconds):
    """The parallel part first."""
    s, p = right(seconds)
    return p, s


@EXERCISE.mistake
def as_shares(seconds):
    """Shares of the time of one worker, not seconds."""
    s, p = right(seconds)
    return s / (s + p), p / (s + p)


@EXERCISE.mistake
def no_serial_part(seconds):
    """Fits p alone, always."""
    if len(seconds) < 2:
        raise ValueError
    return 0.0, through_zero(seconds)


@EXERCISE.mistake
def as_a_list(seconds):
    """The right numbers in a list."""
    return list(right(seconds))


@EXERCISE.mistake
def one_is_enough(seconds):
    """Makes something up where there is nothing to fit."""
    if len(seconds) < 2:
        return 0.0, sum(seconds.values())
    return right(seconds)
