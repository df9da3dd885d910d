"""centered_accuracy: centre it."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.evaluation.core.metric import centered_accuracy

EXERCISE = Exercise(
    centered_accuracy,
    [(0.625, 25), (0.25, 25), (1.0, 50), (0.3, 0), (0.4, 62), (0.0, 25), (0.5, 9.1), (0.5, 0.5)],
    st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.sampled_from([0, 9.1, 20, 25, 40.3, 50, 62])),
    tolerance=1e-9,
)


@EXERCISE.mistake
def forgets_the_per_cent(accuracy, baseline):
    return (accuracy - baseline) / (1 - baseline)


@EXERCISE.mistake
def not_stretched(accuracy, baseline):
    return accuracy - baseline / 100


@EXERCISE.mistake
def times_better_than_chance(accuracy, baseline):
    return accuracy / (baseline / 100) - 1


@EXERCISE.mistake
def never_below_zero(accuracy, baseline):
    chance = baseline / 100
    return max(0.0, (accuracy - chance) / (1 - chance))


@EXERCISE.mistake
def in_per_cent(accuracy, baseline):
    return 100 * (100 * accuracy - baseline) / (100 - baseline)


@EXERCISE.mistake
def per_cent_or_share(accuracy, baseline):
    chance = baseline / 100 if baseline > 1 else baseline
    return (accuracy - chance) / (1 - chance)
