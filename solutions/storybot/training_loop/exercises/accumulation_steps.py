"""accumulation_steps: how many micro-steps make a step."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.budget import accumulation_steps


@st.composite
def batches(draw: st.DrawFn) -> Arguments:
    micro = draw(st.integers(1, 8)), draw(st.integers(1, 64)), draw(st.integers(1, 8))
    return draw(st.integers(1, 9)) * micro[0] * micro[1] * micro[2] + draw(st.sampled_from([0, 0, 0, 1])), *micro


EXERCISE = Exercise(
    accumulation_steps,
    [
        (524288, 32, 2048, 8),
        (524288, 32, 2048),
        (4096, 4, 256, 2),
        (6144, 4, 256, 1),
        (5000, 4, 256, 1),
        (1024, 4, 256, 2),
        (0, 4, 256, 1),
        (1024, 0, 256, 1),
        (1024, 4, 256, 0),
        (1024, -4, -256, 1),
    ],
    batches(),
    errors=(ValueError,),
)


def check_sizes(*sizes):
    if min(sizes) < 1:
        raise ValueError("a number below 1")


def divide(total_batch, micro):
    if total_batch % micro:
        raise ValueError("it does not come out even")
    return total_batch // micro


@EXERCISE.mistake
def forgets_the_devices(total_batch, device_batch, seq_len, world_size=1):
    check_sizes(total_batch, device_batch, seq_len, world_size)
    return divide(total_batch, device_batch * seq_len)


@EXERCISE.mistake
def counts_rows(total_batch, device_batch, seq_len, world_size=1):
    check_sizes(total_batch, device_batch, seq_len, world_size)
    return divide(total_batch, device_batch * world_size)


@EXERCISE.mistake
def rounds_down(total_batch, device_batch, seq_len, world_size=1):
    check_sizes(total_batch, device_batch, seq_len, world_size)
    return total_batch // (device_batch * seq_len * world_size)


@EXERCISE.mistake
def rounds_up(total_batch, device_batch, seq_len, world_size=1):
    return -(-total_batch // (device_batch * seq_len * world_size))


@EXERCISE.mistake
def a_fraction(total_batch, device_batch, seq_len, world_size=1):
    return total_batch / (device_batch * seq_len * world_size)


@EXERCISE.mistake
def nothing_checked(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * seq_len * world_size)


@EXERCISE.mistake
def small_numbers_not_checked(total_batch, device_batch, seq_len, world_size=1):
    return divide(total_batch, device_batch * seq_len * world_size)
