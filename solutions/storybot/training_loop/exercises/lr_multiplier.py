"""lr_multiplier: the learning-rate multiplier."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.optim.optimizers import lr_multiplier


@st.composite
def schedules(draw: st.DrawFn) -> Arguments:
    warmup, flat, warmdown = draw(st.integers(0, 5)), draw(st.integers(0, 5)), draw(st.integers(0, 5))
    steps = max(1, warmup + flat + warmdown)
    return draw(st.integers(0, steps - 1)), steps, warmup, warmdown


EXERCISE = Exercise(
    lr_multiplier,
    [(0, 10, 2, 4), (1, 10, 2, 4), (5, 10, 2, 4), (7, 10, 2, 4), (9, 10, 2, 4), (0, 5, 0, 0), (4, 5, 0, 5)],
    schedules(),
    tolerance=1e-9,
)


@EXERCISE.mistake
def begins_at_zero(step, steps, warmup, warmdown):
    if step < warmup:
        return step / warmup
    return (steps - step) / warmdown if step >= steps - warmdown else 1.0


@EXERCISE.mistake
def ends_at_zero(step, steps, warmup, warmdown):
    if step < warmup:
        return (step + 1) / warmup
    return (steps - 1 - step) / warmdown if step >= steps - warmdown else 1.0


@EXERCISE.mistake
def no_warm_down(step, steps, warmup, warmdown):
    return (step + 1) / warmup if step < warmup else 1.0


@EXERCISE.mistake
def falls_from_the_start(step, steps, warmup, warmdown):
    return (step + 1) / warmup if step < warmup else (steps - step) / steps
