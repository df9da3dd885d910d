"""centered_accuracy: centre it."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.evaluation.core.metric import centered_accuracy

EXERCISE = Exercise(
    centered_accuracy,
    [
        (0.625, 25),
        (0.25, 25),
        (1.0, 50),
        (0.3, 0),
        (0.4, 62),
        (0.0, 25),
        (0.5, 9.1),
        (0.5, 0.5),  # half a per cent
        (0.5, 1),  # one per cent
        (0.625, 100),  # guessing gets all right
        (1.0, 100),
        (62.5, 25),  # per cent, not a share
        (-0.5, 25),
        (0.5, -25),
        (0.5, 250),
    ],
    st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.sampled_from([0, 9.1, 20, 25, 40.3, 50, 62])),
    errors=(ValueError,),
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


@EXERCISE.mistake
def refuses_nothing(accuracy, baseline):
    chance = baseline / 100
    return (accuracy - chance) / (1 - chance)


@EXERCISE.mistake
def only_100_is_refused(accuracy, baseline):
    chance = baseline / 100
    if chance == 1:
        raise ValueError("guessing gets all right")
    return (accuracy - chance) / (1 - chance)


@EXERCISE.mistake
def takes_a_baseline_of_100(accuracy, baseline):
    if not 0 <= accuracy <= 1 or not 0 <= baseline <= 100:
        raise ValueError("outside its range")
    chance = baseline / 100
    return (accuracy - chance) / (1 - chance)


@EXERCISE.mistake
def refuses_a_baseline_of_0(accuracy, baseline):
    if not 0 <= accuracy <= 1 or not 0 < baseline < 100:
        raise ValueError("outside its range")
    chance = baseline / 100
    return (accuracy - chance) / (1 - chance)
