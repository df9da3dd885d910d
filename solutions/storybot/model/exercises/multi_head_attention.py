"""multi_head_attention: split, rotate, norm, attend, join, project."""

from __future__ import annotations

import torch

from storybot.check.exercise import Exercise
from storybot.model.exercises.inputs import random_tensor
from storybot.model.exercises.weights import attention_weights, describe_call
from storybot.model.from_scratch import apply_rope, causal_attention, multi_head_attention, rms_norm

NAMES = ["query", "key", "value", "output"]
X = torch.tensor([[[1.0, 0.0, 0.0, 2.0], [0.0, 2.0, 1.0, 0.0]]])
IDENTITY = {f"{name}.weight": torch.eye(4) for name in NAMES}

EXERCISE = Exercise(
    multi_head_attention,
    [
        (X, IDENTITY, 2),
        (X, IDENTITY, 1),
        (random_tensor(0, 1, 1, 2), attention_weights(0, 2), 1),
        (random_tensor(1, 1, 2, 2), attention_weights(10, 2), 1),
        (random_tensor(2, 1, 2, 4), attention_weights(20, 4), 2),
        (random_tensor(3, 1, 3, 8), attention_weights(30, 8), 2),
        (random_tensor(4, 2, 3, 4), attention_weights(40, 4), 1),
        (random_tensor(5, 2, 4, 6), attention_weights(50, 6), 3),
        (random_tensor(6, 3, 4, 8), attention_weights(60, 8), 4),
        (random_tensor(7, 2, 5, 8), attention_weights(70, 8), 2),
        (random_tensor(8, 2, 3, 4, dtype=torch.float32), attention_weights(80, 4, torch.float32), 2),
        (random_tensor(9, 1, 2, 4), attention_weights(90, 4), 3),
        (random_tensor(10, 2, 3, 6), attention_weights(100, 6), 4),
    ],
    tolerance=1e-5,
    describe_call=describe_call,
    errors=(ValueError,),
)


def split(x, heads):
    rows, length, width = x.shape
    if width % heads:
        raise ValueError("the heads do not divide the width")
    return x.view(rows, length, heads, width // heads).transpose(1, 2)


def join(y):
    return y.transpose(1, 2).flatten(2)


def projections(x, weights):
    return [x @ weights[f"{name}.weight"].T for name in NAMES[:3]]


def rotate(x):
    return apply_rope(x, torch.arange(x.shape[-2]))


@EXERCISE.mistake
def split_without_transpose(x, weights, heads):
    rows, length, width = x.shape
    split(x, heads)
    q, k, v = (one.view(rows, heads, length, width // heads) for one in projections(x, weights))
    y = causal_attention(rms_norm(rotate(q)), rms_norm(rotate(k)), v, 15 * heads / width)
    return y.reshape(rows, length, width) @ weights["output.weight"].T


@EXERCISE.mistake
def not_transposed_back(x, weights, heads):
    q, k, v = (split(one, heads) for one in projections(x, weights))
    y = causal_attention(rms_norm(rotate(q)), rms_norm(rotate(k)), v, 15 / q.shape[-1])
    return y.reshape(x.shape) @ weights["output.weight"].T


@EXERCISE.mistake
def matrices_not_transposed(x, weights, heads):
    q, k, v = (split(x @ weights[f"{name}.weight"], heads) for name in NAMES[:3])
    y = causal_attention(rms_norm(rotate(q)), rms_norm(rotate(k)), v, 15 / q.shape[-1])
    return join(y) @ weights["output.weight"]


@EXERCISE.mistake
def no_output_projection(x, weights, heads):
    q, k, v = (split(one, heads) for one in projections(x, weights))
    return join(causal_attention(rms_norm(rotate(q)), rms_norm(rotate(k)), v, 15 / q.shape[-1]))


@EXERCISE.mistake
def not_rotated(x, weights, heads):
    q, k, v = (split(one, heads) for one in projections(x, weights))
    y = causal_attention(rms_norm(q), rms_norm(k), v, 15 / q.shape[-1])
    return join(y) @ weights["output.weight"].T


@EXERCISE.mistake
def rotated_before_the_split(x, weights, heads):
    split(x, heads)
    q, k, v = projections(x, weights)
    q, k, v = split(rotate(q), heads), split(rotate(k), heads), split(v, heads)
    y = causal_attention(rms_norm(q), rms_norm(k), v, 15 / q.shape[-1])
    return join(y) @ weights["output.weight"].T


@EXERCISE.mistake
def values_rotated(x, weights, heads):
    q, k, v = (rotate(split(one, heads)) for one in projections(x, weights))
    y = causal_attention(rms_norm(q), rms_norm(k), v, 15 / q.shape[-1])
    return join(y) @ weights["output.weight"].T


@EXERCISE.mistake
def not_normed(x, weights, heads):
    q, k, v = (split(one, heads) for one in projections(x, weights))
    y = causal_attention(rotate(q), rotate(k), v, 15 / q.shape[-1])
    return join(y) @ weights["output.weight"].T


@EXERCISE.mistake
def normed_before_the_split(x, weights, heads):
    q, k, v = projections(x, weights)
    q, k, v = split(rms_norm(q), heads), split(rms_norm(k), heads), split(v, heads)
    y = causal_attention(rotate(q), rotate(k), v, 15 / q.shape[-1])
    return join(y) @ weights["output.weight"].T


@EXERCISE.mistake
def scaled_by_the_root(x, weights, heads):
    q, k, v = (split(one, heads) for one in projections(x, weights))
    y = causal_attention(rms_norm(rotate(q)), rms_norm(rotate(k)), v, q.shape[-1] ** -0.5)
    return join(y) @ weights["output.weight"].T


@EXERCISE.mistake
def heads_not_checked(x, weights, heads):
    rows, length, width = x.shape
    d = width // heads
    q, k, v = (one.view(rows, length, heads, d).transpose(1, 2) for one in projections(x, weights))
    y = causal_attention(rms_norm(rotate(q)), rms_norm(rotate(k)), v, 15 / d)
    return join(y) @ weights["output.weight"].T
