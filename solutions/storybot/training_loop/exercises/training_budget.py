"""training_budget: the budget."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.training_loop.budget import training_budget

EXERCISE = Exercise(
    training_budget,
    [
        (65536, 20, 524288),
        (1024, 2, 2048),
        (2048, 4, 4096, 10),
        (300, 1, 1000),
        (256, 1, 81920, 1),
        (256, 1, 81921, 1),
        (1024, 2, 524288, 1),
    ],
    st.tuples(st.integers(256, 5000), st.integers(1, 12), st.integers(100, 9999), st.integers(1, 40)),
    errors=(ValueError,),
)


def budget(parameters, total_batch, ratio):
    return parameters, ratio * parameters, ratio * parameters // total_batch


@EXERCISE.mistake
def one_table(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    return budget(vocab_size * width + depth * 12 * width * width, total_batch, ratio)


@EXERCISE.mistake
def no_output_projection(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    return budget(2 * vocab_size * width + depth * 11 * width * width, total_batch, ratio)


@EXERCISE.mistake
def narrow_mlp(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    return budget(2 * vocab_size * width + depth * 6 * width * width, total_batch, ratio)


@EXERCISE.mistake
def one_layer(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    return budget(2 * vocab_size * width + 12 * width * width, total_batch, ratio)


@EXERCISE.mistake
def always_twenty(vocab_size, depth, total_batch, ratio=20):
    return training_budget(vocab_size, depth, total_batch, 20)


@EXERCISE.mistake
def rounds_up(vocab_size, depth, total_batch, ratio=20):
    parameters, tokens, _ = training_budget(vocab_size, depth, total_batch, ratio)
    return parameters, tokens, -(-tokens // total_batch)


@EXERCISE.mistake
def a_fraction_of_a_step(vocab_size, depth, total_batch, ratio=20):
    parameters, tokens, _ = training_budget(vocab_size, depth, total_batch, ratio)
    return parameters, tokens, tokens / total_batch


@EXERCISE.mistake
def no_step_accepted(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 12 * width * width
    return parameters, ratio * parameters, ratio * parameters // total_batch
