"""mlp: wider, ReLU², and back."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import random_tensor, tensors, with_gradients
from storybot.model.exercises.weights import describe_call, mlp_weights
from storybot.model.from_scratch import mlp

UP = torch.tensor([[1.0], [-1.0], [2.0], [0.0]])
ONES = {"up.weight": UP, "down.weight": torch.ones(1, 4)}
DIFFERENT = {"up.weight": UP, "down.weight": torch.tensor([[1.0, 2.0, -3.0, 4.0]])}


@st.composite
def small_mlps(draw: st.DrawFn) -> Arguments:
    x = draw(tensors((*draw(st.sampled_from([(), (1,), (2,)])), 1)))
    return x, {"up.weight": draw(tensors((4, 1))), "down.weight": draw(tensors((1, 4)))}


EXERCISE = Exercise(
    mlp,
    [
        (torch.tensor([[3.0], [-2.0]]), ONES),
        (torch.tensor([3.0]), DIFFERENT),
        (torch.tensor([-2.0]), DIFFERENT),
        (random_tensor(0, 2), mlp_weights(0, 2)),
        (random_tensor(1, 3, 2), mlp_weights(10, 2)),
        (random_tensor(2, 2, 3, 4), mlp_weights(20, 4)),
        (random_tensor(3, 2, 1, 2, 3), mlp_weights(30, 3)),
        (random_tensor(4, 2, 2, dtype=torch.float32), mlp_weights(40, 2, torch.float32)),
    ],
    small_mlps(),
    tolerance=1e-5,
    invoke=with_gradients,
    describe_call=describe_call,
)


@EXERCISE.mistake
def no_square(x, weights):
    return F.linear(F.linear(x, weights["up.weight"]).relu(), weights["down.weight"])


@EXERCISE.mistake
def no_relu(x, weights):
    return F.linear(F.linear(x, weights["up.weight"]).square(), weights["down.weight"])


@EXERCISE.mistake
def gelu(x, weights):
    return F.linear(F.gelu(F.linear(x, weights["up.weight"])), weights["down.weight"])


@EXERCISE.mistake
def nothing_between(x, weights):
    return F.linear(F.linear(x, weights["up.weight"]), weights["down.weight"])


@EXERCISE.mistake
def not_transposed(x, weights):
    return (x @ weights["up.weight"]).relu().square() @ weights["down.weight"]


@EXERCISE.mistake
def matrices_swapped(x, weights):
    return (x @ weights["down.weight"]).relu().square() @ weights["up.weight"]


@EXERCISE.mistake
def squares_at_the_end(x, weights):
    return F.linear(F.linear(x, weights["up.weight"]).relu(), weights["down.weight"]).square()


@EXERCISE.mistake
def keeps_the_input(x, weights):
    return x + F.linear(F.linear(x, weights["up.weight"]).relu().square(), weights["down.weight"])
