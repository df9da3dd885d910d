"""rms_norm: every vector divided by the root of its mean square."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import DTYPES, random_tensor, tensors, with_gradients
from storybot.model.from_scratch.rms_norm import EPS, rms_norm


@st.composite
def vectors(draw: st.DrawFn) -> Arguments:
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    return (draw(tensors(tuple(shape), draw(DTYPES))),)


def double(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


EXERCISE = Exercise(
    rms_norm,
    [
        (torch.tensor([3.0, 4.0, 0.0, 0.0]),),
        (torch.tensor([[1.0, 1.0], [6.0, 8.0]]),),
        (torch.tensor([[0.0, 0.0], [100.0, -100.0]]),),
        (double(2.0, -1.0, 0.5),),
        (random_tensor(0, 2, 3, 4),),
        (random_tensor(1, 2, 1, 3, 2),),
        (double(1e20, -3e20),),  # its square is too large for float32
        (double(3e-4, -4e-4),),  # its mean square is about as large as what is added to it
        (double(1e-5, 0.0, 0.0),),
        (double(0.0, 0.0),),
    ],
    vectors(),
    tolerance=1e-5,
    invoke=with_gradients,
)


def mean_square(x):
    return x.square().mean(dim=-1, keepdim=True)


@EXERCISE.mistake
def no_root(x):
    return x / (mean_square(x) + EPS)


@EXERCISE.mistake
def root_of_the_sum(x):
    return x / (x.square().sum(dim=-1, keepdim=True) + EPS).sqrt()


@EXERCISE.mistake
def mean_of_all_vectors(x):
    return x / (x.square().mean() + EPS).sqrt()


@EXERCISE.mistake
def along_the_first_dimension(x):
    return x / (x.square().mean(dim=0, keepdim=True) + EPS).sqrt()


@EXERCISE.mistake
def square_of_the_mean(x):
    return x / (x.mean(dim=-1, keepdim=True).square() + EPS).sqrt()


@EXERCISE.mistake
def layer_norm(x):
    return F.layer_norm(x, x.shape[-1:], eps=EPS)


@EXERCISE.mistake
def nothing_added(x):
    return x / mean_square(x).sqrt()


@EXERCISE.mistake
def added_after_the_root(x):
    return x / (mean_square(x).sqrt() + EPS)


@EXERCISE.mistake
def eps_of_the_dtype(x):
    return F.rms_norm(x, x.shape[-1:])


@EXERCISE.mistake
def larger_eps(x):
    return x / (mean_square(x) + 1e-5).sqrt()


@EXERCISE.mistake
def scale_without_gradient(x):
    with torch.no_grad():
        scale = (mean_square(x) + EPS).rsqrt()
    return x * scale


@EXERCISE.mistake
def in_place(x):
    x /= (mean_square(x) + EPS).sqrt()
    return x


@EXERCISE.mistake
def in_float32(x):
    return rms_norm(x.float())
