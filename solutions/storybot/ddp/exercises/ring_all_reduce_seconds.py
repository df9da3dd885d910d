"""ring_all_reduce_seconds: predict the time."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.ddp.ring import ring_all_reduce_seconds

EXERCISE = Exercise(
    ring_all_reduce_seconds,
    [
        (8e6, 2, 1e9, 0.001),
        (8e6, 1, 1e9, 0.001),
        (0.0, 4, 1e9, 0.5),
        (12.0, 3, 1.0, 0.0),
        (10.0, 4, 2.0, 0.5),
        (64.0, 16, 1.0, 0.5),
        (8.0, 0, 1.0, 0.5),
        (8.0, 2, 0.0, 0.5),
    ],
    st.tuples(
        st.integers(0, 64).map(float),
        st.integers(1, 8),
        st.sampled_from([1.0, 2.0, 8.0]),
        st.sampled_from([0.0, 0.5, 1.0]),
    ),
    tolerance=1e-9,
    errors=(ValueError,),
)


@EXERCISE.mistake
def once_round(n_bytes, world_size, bandwidth, latency):
    return (world_size - 1) * (latency + n_bytes / world_size / bandwidth)


@EXERCISE.mistake
def as_many_steps_as_ranks(n_bytes, world_size, bandwidth, latency):
    return 2 * world_size * (latency + n_bytes / world_size / bandwidth)


@EXERCISE.mistake
def all_data_in_each_step(n_bytes, world_size, bandwidth, latency):
    return 2 * (world_size - 1) * (latency + n_bytes / bandwidth)


@EXERCISE.mistake
def one_latency(n_bytes, world_size, bandwidth, latency):
    return latency + 2 * (world_size - 1) * n_bytes / world_size / bandwidth


@EXERCISE.mistake
def no_latency(n_bytes, world_size, bandwidth, latency):
    return 2 * (world_size - 1) * n_bytes / world_size / bandwidth


@EXERCISE.mistake
def one_rank_after_the_other(n_bytes, world_size, bandwidth, latency):
    return world_size * 2 * (world_size - 1) * (latency + n_bytes / world_size / bandwidth)


@EXERCISE.mistake
def whole_bytes(n_bytes, world_size, bandwidth, latency):
    return 2 * (world_size - 1) * (latency + n_bytes // world_size / bandwidth)


@EXERCISE.mistake
def times_bandwidth(n_bytes, world_size, bandwidth, latency):
    return 2 * (world_size - 1) * (latency + n_bytes / world_size * bandwidth)


@EXERCISE.mistake
def takes_any_numbers(n_bytes, world_size, bandwidth, latency):
    return 2 * (world_size - 1) * (latency + n_bytes / world_size / bandwidth)
