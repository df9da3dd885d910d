"""newton_schulz: make a matrix orthogonal."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.exercises.inputs import SMALL
from storybot.training_loop.optim.muon import A, B, C, newton_schulz


@st.composite
def matrices(draw: st.DrawFn) -> Arguments:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entries = st.lists(SMALL, min_size=columns, max_size=columns)
    return torch.tensor(draw(st.lists(entries, min_size=rows, max_size=rows))), draw(st.integers(0, 5))


def tall_matrix() -> Arguments:
    """Of zeros: many steps, which would make rounding errors of other numbers grow, leave it as it is."""
    return torch.zeros(3000, 8), 60


EXERCISE = Exercise(
    newton_schulz,
    [
        (torch.tensor([[3.0, 0.0], [0.0, -1.0]]),),
        (torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]]),),
        (torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]),),
        (torch.tensor([[1.0, 2.0], [3.0, 5.0]], dtype=torch.float64), 3),
        (torch.tensor([[3.0, 4.0], [0.0, 0.0]]), 0),
        (torch.zeros(2, 2),),
    ],
    matrices(),
    tolerance=1e-3,
    large=tall_matrix,
)


@EXERCISE.mistake
def without_the_norm(matrix, steps=5):
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x.T.clone() if matrix.shape[0] > matrix.shape[1] else x.clone()


@EXERCISE.mistake
def a_norm_for_each_row(matrix, steps=5):
    x = matrix / (matrix.norm(dim=1, keepdim=True) + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@EXERCISE.mistake
def divides_by_zero(matrix, steps=5):
    x = matrix / matrix.norm()
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@EXERCISE.mistake
def number_by_number(matrix, steps=5):
    x = matrix / (matrix.norm() + 1e-7)
    for _ in range(steps):
        x = A * x + B * x**3 + C * x**5
    return x


@EXERCISE.mistake
def squares_number_by_number(matrix, steps=5):
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s * s) @ x
    return x.T if matrix.shape[0] > matrix.shape[1] else x


@EXERCISE.mistake
def not_transposed_back(matrix, steps=5):
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@EXERCISE.mistake
def always_five(matrix, steps=5):
    return newton_schulz(matrix, 5)


@EXERCISE.mistake
def in_place(matrix, steps=5):
    matrix /= matrix.norm() + 1e-7
    x = matrix
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@EXERCISE.mistake
def in_bfloat16(matrix, steps=5):
    return newton_schulz(matrix.bfloat16(), steps)


@EXERCISE.mistake(slow=True)
def not_transposed(matrix, steps=5):
    x = matrix / (matrix.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x
