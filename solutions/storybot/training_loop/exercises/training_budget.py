"""training_budget: the budget."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.training_loop.budget import training_budget

EXERCISE = Exercise(
    training_budget,
    [(65536, 20, 524288), (1024, 2, 2048), (2048, 4, 4096, 10), (300, 1, 1000)],
    st.tuples(st.integers(256, 5000), st.integers(1, 12), st.integers(100, 9999), st.integers(1, 40)),
)


@EXERCISE.mistake
def one_table(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = vocab_size * width + depth * 12 * width * width
    return parameters, ratio * parameters, ratio * parameters // total_batch


@EXERCISE.mistake
def narrow_network(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 6 * width * width
    return parameters, ratio * parameters, ratio * parameters // total_batch


@EXERCISE.mistake
def rounds_up(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 12 * width * width
    return parameters, ratio * parameters, -(-ratio * parameters // total_batch)


@EXERCISE.mistake
def always_twenty(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 12 * width * width
    return parameters, 20 * parameters, 20 * parameters // total_batch
