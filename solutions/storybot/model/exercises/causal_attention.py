"""causal_attention: one head, without its projections."""

from __future__ import annotations

import math

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import random_tensor, tensors, with_gradients
from storybot.model.from_scratch import causal_attention


@st.composite
def small_heads(draw: st.DrawFn) -> Arguments:
    shape = (*draw(st.sampled_from([(), (1,), (2,)])), draw(st.integers(1, 3)), draw(st.integers(1, 2)))
    return *(draw(tensors(shape)) for _ in range(3)), draw(st.sampled_from([1.0, 0.5, 2.0]))


def three(*shape: int, seed: int, dtype: torch.dtype = torch.float64) -> tuple[torch.Tensor, ...]:
    """Queries, keys and values."""
    return tuple(random_tensor(seed + i, *shape, dtype=dtype) for i in range(3))


EYE = torch.eye(2)

EXERCISE = Exercise(
    causal_attention,
    [
        (torch.zeros(2, 2), EYE, torch.tensor([[4.0, 0.0], [0.0, 8.0]]), 1.0),
        (torch.tensor([[1.0], [2.0]]), torch.tensor([[0.0], [1.0]]), torch.tensor([[1.0], [3.0]]), 1.0),
        (torch.tensor([[1.0], [2.0]]), torch.tensor([[0.0], [1.0]]), torch.tensor([[1.0], [3.0]]), 0.5),
        (torch.tensor([[5.0, 3.0]]), torch.tensor([[1.0, -1.0]]), torch.tensor([[7.0, 9.0]]), 1.0),
        (*three(3, 2, seed=0), 1.0),
        (*three(3, 4, seed=10), 2.0),
        (*three(2, 3, 4, seed=20), 0.25),
        (*three(2, 2, 5, 3, seed=30), 1.5),
        (*three(3, 3, 3, seed=40), 0.5),
        (*three(2, 4, 2, seed=50, dtype=torch.float32), 0.5),
        (1000 * EYE, EYE, torch.tensor([[1.0, 2.0], [3.0, 4.0]]), 1.0),
        (-1000 * torch.ones(3, 1), torch.tensor([[1.0], [2.0], [2.0]]), torch.tensor([[1.0], [2.0], [5.0]]), 1.0),
        (random_tensor(0, 2, 3, 2), *three(1, 3, 2, seed=60)[:2], 1.0),
        (random_tensor(0, 2, 2), random_tensor(1, 3, 2), random_tensor(2, 3, 2), 1.0),
        (random_tensor(0, 2, 2), random_tensor(1, 2, 2), random_tensor(2, 2, 3), 1.0),
    ],
    small_heads(),
    tolerance=1e-5,
    invoke=with_gradients,
    errors=(ValueError,),
)


def check_shapes(queries, keys, values):
    if not queries.shape == keys.shape == values.shape:
        raise ValueError("shapes differ")


def later_positions(scores):
    return torch.ones_like(scores, dtype=torch.bool).triu(1)


@EXERCISE.mistake
def not_causal(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    return (queries @ keys.mT * scale).softmax(-1) @ values


@EXERCISE.mistake
def masks_itself(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    scores = queries @ keys.mT * scale
    mask = torch.ones_like(scores, dtype=torch.bool).triu()
    return scores.masked_fill(mask, -math.inf).softmax(-1) @ values


@EXERCISE.mistake
def looks_ahead(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    scores = queries @ keys.mT * scale
    mask = torch.ones_like(scores, dtype=torch.bool).tril(-1)
    return scores.masked_fill(mask, -math.inf).softmax(-1) @ values


@EXERCISE.mistake
def masks_after_softmax(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    return (queries @ keys.mT * scale).softmax(-1).tril() @ values


@EXERCISE.mistake
def zeros_before_softmax(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    return (queries @ keys.mT * scale).tril().softmax(-1) @ values


@EXERCISE.mistake
def softmax_over_queries(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    scores = queries @ keys.mT * scale
    return scores.masked_fill(later_positions(scores), -math.inf).softmax(-2) @ values


@EXERCISE.mistake
def without_scale(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    scores = queries @ keys.mT
    return scores.masked_fill(later_positions(scores), -math.inf).softmax(-1) @ values


@EXERCISE.mistake
def scale_of_its_own(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    scores = queries @ keys.mT / queries.shape[-1] ** 0.5
    return scores.masked_fill(later_positions(scores), -math.inf).softmax(-1) @ values


@EXERCISE.mistake
def overflows(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    exps = (queries @ keys.mT * scale).exp().tril()
    return exps / exps.sum(-1, keepdim=True) @ values


@EXERCISE.mistake
def scales_in_place(queries, keys, values, scale):
    check_shapes(queries, keys, values)
    queries *= scale
    scores = queries @ keys.mT
    return scores.masked_fill(later_positions(scores), -math.inf).softmax(-1) @ values


@EXERCISE.mistake
def shapes_not_checked(queries, keys, values, scale):
    scores = queries @ keys.mT * scale
    return scores.masked_fill(later_positions(scores), -math.inf).softmax(-1) @ values
