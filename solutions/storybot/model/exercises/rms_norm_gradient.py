"""rms_norm_gradient: back through the norm, by hand."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import DTYPES, random_tensor, tensors, without_autograd
from storybot.model.from_scratch.rms_norm import EPS, rms_norm, rms_norm_gradient


@st.composite
def input_and_gradient(draw: st.DrawFn) -> Arguments:
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    tensor = tensors(tuple(shape), draw(DTYPES))
    return draw(tensor), draw(tensor)


def double(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


X = torch.tensor([3.0, 4.0, 0.0, 0.0])

EXERCISE = Exercise(
    rms_norm_gradient,
    [
        (X, torch.tensor([0.0, 0.0, 1.0, 0.0])),
        (X, torch.tensor([1.0, 0.0, 0.0, 0.0])),
        (X, torch.tensor([1.0, -2.0, 0.5, 0.0])),
        (double(2.0, -1.0, 0.5), double(1.0, 1.0, 1.0)),
        (random_tensor(0, 2, 4), random_tensor(1, 2, 4)),
        (random_tensor(2, 2, 3, 2), random_tensor(3, 2, 3, 2)),
        (double(3e-4, -4e-4), double(1.0, 2.0)),  # its mean square is about as large as what is added to it
        (double(0.0, 0.0), double(1.0, -1.0)),
        (torch.ones(2, 3), torch.ones(3)),
        (torch.ones(2, 3), torch.ones(1, 3)),
        (torch.ones(3), torch.ones(2)),
    ],
    input_and_gradient(),
    tolerance=1e-5,
    invoke=without_autograd,
    errors=(ValueError,),
)


def check_shapes(x, upstream):
    if x.shape != upstream.shape:
        raise ValueError("the shapes differ")


def scale_and_output(x):
    r = (x.square().mean(dim=-1, keepdim=True) + EPS).rsqrt()
    return r, r * x


@EXERCISE.mistake
def scale_as_a_constant(x, upstream):
    check_shapes(x, upstream)
    r, _ = scale_and_output(x)
    return r * upstream


@EXERCISE.mistake
def only_its_own_number(x, upstream):
    check_shapes(x, upstream)
    r, y = scale_and_output(x)
    return r * upstream * (1 - y * y / x.shape[-1])


@EXERCISE.mistake
def sum_for_mean(x, upstream):
    check_shapes(x, upstream)
    r, y = scale_and_output(x)
    return r * (upstream - y * (upstream * y).sum(dim=-1, keepdim=True))


@EXERCISE.mistake
def plus_for_minus(x, upstream):
    check_shapes(x, upstream)
    r, y = scale_and_output(x)
    return r * (upstream + y * (upstream * y).mean(dim=-1, keepdim=True))


@EXERCISE.mistake
def not_scaled(x, upstream):
    check_shapes(x, upstream)
    _, y = scale_and_output(x)
    return upstream - y * (upstream * y).mean(dim=-1, keepdim=True)


@EXERCISE.mistake
def input_for_output(x, upstream):
    check_shapes(x, upstream)
    r, _ = scale_and_output(x)
    return r * (upstream - x * (upstream * x).mean(dim=-1, keepdim=True))


@EXERCISE.mistake
def upstream_left_out(x, upstream):
    check_shapes(x, upstream)
    r, y = scale_and_output(x)
    return r * (upstream - y * y.mean(dim=-1, keepdim=True))


@EXERCISE.mistake
def mean_of_all_vectors(x, upstream):
    check_shapes(x, upstream)
    r, y = scale_and_output(x)
    return r * (upstream - y * (upstream * y).mean())


@EXERCISE.mistake
def nothing_added(x, upstream):
    check_shapes(x, upstream)
    r = x.square().mean(dim=-1, keepdim=True).rsqrt()
    y = r * x
    return r * (upstream - y * (upstream * y).mean(dim=-1, keepdim=True))


@EXERCISE.mistake
def by_autograd(x, upstream):
    check_shapes(x, upstream)
    leaf = x.clone().requires_grad_()
    rms_norm(leaf).backward(upstream)
    return leaf.grad


@EXERCISE.mistake
def in_place(x, upstream):
    check_shapes(x, upstream)
    r, y = scale_and_output(x)
    upstream -= y * (upstream * y).mean(dim=-1, keepdim=True)
    return r * upstream


@EXERCISE.mistake
def shapes_not_checked(x, upstream):
    r, y = scale_and_output(x)
    return r * (upstream - y * (upstream * y).mean(dim=-1, keepdim=True))
