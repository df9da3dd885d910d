"""transformer_block: find the bug."""

from __future__ import annotations

import torch

from storybot.check.exercise import Exercise
from storybot.model.exercises.inputs import random_tensor
from storybot.model.exercises.weights import block_weights, describe_call
from storybot.model.from_scratch import mlp, multi_head_attention, rms_norm, select_weights, transformer_block

ZERO = {name: torch.zeros_like(weight) for name, weight in block_weights(0, 2, torch.float32).items()}

EXERCISE = Exercise(
    transformer_block,
    [
        (torch.tensor([[[3.0, 4.0]]]), ZERO, 1),
        (3 * random_tensor(0, 1, 1, 2), block_weights(0, 2), 1),
        (3 * random_tensor(1, 1, 2, 2), block_weights(10, 2), 1),
        (3 * random_tensor(2, 1, 2, 4), block_weights(20, 4), 1),
        (3 * random_tensor(3, 2, 3, 4), block_weights(30, 4), 2),
        (0.2 * random_tensor(4, 2, 4, 8), block_weights(40, 8), 2),
        (random_tensor(5, 1, 3, 8), block_weights(50, 8), 4),
        (3 * random_tensor(6, 2, 2, 4, dtype=torch.float32), block_weights(60, 4, torch.float32), 2),
    ],
    tolerance=1e-5,
    describe_call=describe_call,
    given="as_given",
)


@EXERCISE.mistake
def as_given(x, weights, heads):
    """The norm overwrites the vectors that are added to, and the MLP does not see what attention added."""
    x = rms_norm(x)
    y = x + multi_head_attention(x, select_weights(weights, "attention"), heads)
    return y + mlp(rms_norm(x), select_weights(weights, "mlp"))


@EXERCISE.mistake
def mlp_before_attention(x, weights, heads):
    """The first bug is mended, the second is not."""
    y = x + multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return y + mlp(rms_norm(x), select_weights(weights, "mlp"))


@EXERCISE.mistake
def norm_overwrites(x, weights, heads):
    """The second bug is mended, the first is not."""
    x = rms_norm(x)
    x = x + multi_head_attention(x, select_weights(weights, "attention"), heads)
    return x + mlp(rms_norm(x), select_weights(weights, "mlp"))


@EXERCISE.mistake
def norm_overwrites_twice(x, weights, heads):
    """The second bug is mended in the manner of the first."""
    x = rms_norm(x)
    x = x + multi_head_attention(x, select_weights(weights, "attention"), heads)
    x = rms_norm(x)
    return x + mlp(x, select_weights(weights, "mlp"))


@EXERCISE.mistake
def attention_lost(x, weights, heads):
    y = x + multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return x + mlp(rms_norm(y), select_weights(weights, "mlp"))


@EXERCISE.mistake
def mlp_reads_attention_alone(x, weights, heads):
    attended = multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return x + attended + mlp(rms_norm(attended), select_weights(weights, "mlp"))


@EXERCISE.mistake
def mlp_without_residual(x, weights, heads):
    x = x + multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return mlp(rms_norm(x), select_weights(weights, "mlp"))


@EXERCISE.mistake
def mlp_not_normed(x, weights, heads):
    x = x + multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return x + mlp(x, select_weights(weights, "mlp"))


@EXERCISE.mistake
def norm_after_the_sum(x, weights, heads):
    x = rms_norm(x + multi_head_attention(x, select_weights(weights, "attention"), heads))
    return rms_norm(x + mlp(x, select_weights(weights, "mlp")))


@EXERCISE.mistake
def in_place(x, weights, heads):
    x += multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    x += mlp(rms_norm(x), select_weights(weights, "mlp"))
    return x
