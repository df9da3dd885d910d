"""lr_multiplier: the learning-rate multiplier."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.optim.optimizers import lr_multiplier


@st.composite
def schedules(draw: st.DrawFn) -> Arguments:
    warmup, flat, warmdown = draw(st.integers(0, 5)), draw(st.integers(-3, 5)), draw(st.integers(0, 5))
    steps = max(1, warmup, warmdown, warmup + flat + warmdown)
    return draw(st.integers(0, steps - 1)), steps, warmup, warmdown


EXERCISE = Exercise(
    lr_multiplier,
    [
        (0, 10, 2, 4),
        (1, 10, 2, 4),
        (5, 10, 2, 4),
        (7, 10, 2, 4),
        (9, 10, 2, 4),
        (0, 5, 0, 0),
        (4, 5, 0, 5),
        (4, 5, 5, 0),
        (3, 4, 4, 2),
        (3, 4, 2, 4),
        (10, 10, 2, 4),
        (-1, 10, 2, 4),
    ],
    schedules(),
    errors=(ValueError,),
)


def check_step(step, steps):
    if not 0 <= step < steps:
        raise ValueError("there is no such step")


@EXERCISE.mistake
def begins_at_zero(step, steps, warmup, warmdown):
    check_step(step, steps)
    rising = step / warmup if warmup else 1.0
    return min(1.0, rising, (steps - step) / warmdown if warmdown else 1.0)


@EXERCISE.mistake
def ends_at_zero(step, steps, warmup, warmdown):
    check_step(step, steps)
    rising = (step + 1) / warmup if warmup else 1.0
    return min(1.0, rising, (steps - 1 - step) / warmdown if warmdown else 1.0)


@EXERCISE.mistake
def no_warm_down(step, steps, warmup, warmdown):
    check_step(step, steps)
    return (step + 1) / warmup if step < warmup else 1.0


@EXERCISE.mistake
def falls_from_the_start(step, steps, warmup, warmdown):
    check_step(step, steps)
    return min((step + 1) / warmup if warmup else 1.0, (steps - step) / steps)


@EXERCISE.mistake
def warm_up_alone_counts(step, steps, warmup, warmdown):
    check_step(step, steps)
    if step < warmup:
        return (step + 1) / warmup
    return (steps - step) / warmdown if step >= steps - warmdown else 1.0


@EXERCISE.mistake
def divides_by_zero(step, steps, warmup, warmdown):
    check_step(step, steps)
    return min(1.0, (step + 1) / warmup, (steps - step) / warmdown)


@EXERCISE.mistake
def any_step_accepted(step, steps, warmup, warmdown):
    rising = (step + 1) / warmup if warmup else 1.0
    return min(1.0, rising, (steps - step) / warmdown if warmdown else 1.0)
