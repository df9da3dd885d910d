"""apply_rope: rotate pairs of numbers by the position."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import random_tensor, tensors, with_gradients
from storybot.model.from_scratch import apply_rope


@st.composite
def small_vectors(draw: st.DrawFn) -> Arguments:
    length, width = draw(st.integers(1, 2)), draw(st.sampled_from([2, 4]))
    x = draw(tensors((*draw(st.sampled_from([(), (2,)])), length, width)))
    positions = torch.tensor(draw(st.lists(st.integers(0, 8), min_size=length, max_size=length)))
    return x, positions, draw(st.sampled_from([10000.0, 16.0]))


EXERCISE = Exercise(
    apply_rope,
    [
        (torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.tensor([0, 1])),
        (torch.tensor([[0.0, 1.0], [2.0, 0.0]]), torch.tensor([1, 3])),
        (torch.tensor([[1.0, 0.0, 0.0, 0.0]]), torch.tensor([1])),
        (torch.tensor([[0.0, 1.0, 0.0, 0.0]], dtype=torch.float64), torch.tensor([1]), 16.0),
        (random_tensor(0, 3, 4), torch.arange(3)),
        (random_tensor(1, 3, 4), torch.tensor([5, 0, 5])),
        (random_tensor(2, 2, 3, 6), torch.tensor([2, 3, 4])),
        (random_tensor(3, 2, 2, 4, 8), torch.arange(4), 100.0),
        (random_tensor(4, 4, 4, 4), torch.tensor([1, 2, 6, 8]), 10.0),
        (random_tensor(5, 2, 3, 4, dtype=torch.float32), torch.tensor([7, 1, 0])),
        (random_tensor(6, 2, 3), torch.arange(2)),
        (random_tensor(7, 3, 4), torch.tensor([2])),
        (random_tensor(8, 2, 4), torch.arange(3)),
    ],
    small_vectors(),
    tolerance=1e-5,
    invoke=with_gradients,
    errors=(ValueError,),
)


def angles_of(x, positions, base, exponent=-2.0):
    if x.shape[-1] % 2 or len(positions) != x.shape[-2]:
        raise ValueError("an even width, and as many positions as vectors")
    i = torch.arange(x.shape[-1] // 2, dtype=torch.float64)
    return torch.outer(positions.double(), base ** (exponent * i / x.shape[-1]))


def rotate_halves(x, angles):
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


@EXERCISE.mistake
def neighbours_as_pairs(x, positions, base=10000.0):
    angles = angles_of(x, positions, base)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2)


@EXERCISE.mistake
def clockwise(x, positions, base=10000.0):
    return rotate_halves(x, -angles_of(x, positions, base))


@EXERCISE.mistake
def half_the_exponent(x, positions, base=10000.0):
    return rotate_halves(x, angles_of(x, positions, base, -1.0))


@EXERCISE.mistake
def growing_frequencies(x, positions, base=10000.0):
    return rotate_halves(x, angles_of(x, positions, base, 2.0))


@EXERCISE.mistake
def in_degrees(x, positions, base=10000.0):
    return rotate_halves(x, angles_of(x, positions, base).deg2rad())


@EXERCISE.mistake
def counts_positions_itself(x, positions, base=10000.0):
    angles_of(x, positions, base)
    return rotate_halves(x, angles_of(x, torch.arange(len(positions)), base))


@EXERCISE.mistake
def always_the_same_base(x, positions, base=10000.0):
    return rotate_halves(x, angles_of(x, positions, 10000.0))


@EXERCISE.mistake
def new_a_for_b(x, positions, base=10000.0):
    angles = angles_of(x, positions, base)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.chunk(2, -1)
    a = a * cos - b * sin
    b = a * sin + b * cos
    return torch.cat([a, b], -1)


@EXERCISE.mistake
def in_place(x, positions, base=10000.0):
    x[...] = rotate_halves(x, angles_of(x, positions, base))
    return x


@EXERCISE.mistake
def becomes_float64(x, positions, base=10000.0):
    return rotate_halves(x.double(), angles_of(x, positions, base))


@EXERCISE.mistake
def not_checked(x, positions, base=10000.0):
    half = x.shape[-1] // 2
    i = torch.arange(half, dtype=torch.float64)
    angles = positions.double()[:, None] * base ** (-2 * i / x.shape[-1])
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)
