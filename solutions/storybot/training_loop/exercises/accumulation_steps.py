"""accumulation_steps: how many micro-steps?."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.budget import accumulation_steps


@st.composite
def batches(draw: st.DrawFn) -> Arguments:
    micro = draw(st.integers(1, 8)), draw(st.integers(1, 64)), draw(st.integers(1, 8))
    return draw(st.integers(1, 9)) * micro[0] * micro[1] * micro[2], *micro


EXERCISE = Exercise(
    accumulation_steps,
    [(524288, 32, 2048, 8), (524288, 32, 2048, 1), (4096, 4, 256, 2), (6144, 4, 256, 1)],
    batches(),
)


@EXERCISE.mistake
def forgets_the_devices(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * seq_len)


@EXERCISE.mistake
def counts_rows(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * world_size)


@EXERCISE.mistake
def a_float(total_batch, device_batch, seq_len, world_size=1):
    return total_batch / (device_batch * seq_len * world_size)


@EXERCISE.mistake
def one_too_many(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * seq_len * world_size) + 1
