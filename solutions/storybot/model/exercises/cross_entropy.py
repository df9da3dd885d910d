"""cross_entropy: the loss, and the gradient that flows through it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import SMALL
from storybot.model.losses import cross_entropy


@dataclass(frozen=True)
class Loss:
    """The loss, and what `backward` leaves in the logits; None where no gradient comes back."""

    loss: Any
    gradient: torch.Tensor | None

    def __repr__(self) -> str:
        gradient = " ".join(repr(self.gradient).split())
        return f"{self.loss!r}, logits.grad: {gradient}"


def loss_and_gradient(function: Callable[..., Any], logits: torch.Tensor, targets: torch.Tensor) -> Any:
    """Call the function as a training step does: the logits come from a computation, and `backward` follows."""
    leaf = logits.clone().requires_grad_()
    given = leaf.clone()
    loss = function(given, targets)
    logits.copy_(given.detach())  # a function that changes its logits is found by that
    if not isinstance(loss, torch.Tensor):
        return loss if loss is None else Loss(loss, None)
    if loss.requires_grad:
        try:
            loss.sum().backward()
        except RuntimeError:  # something that backward needs has been overwritten
            leaf.grad = None
    return Loss(loss.detach(), leaf.grad)


@st.composite
def scored_targets(draw: st.DrawFn) -> Arguments:
    n, vocab = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    scores = draw(st.lists(st.lists(SMALL, min_size=vocab, max_size=vocab), min_size=n, max_size=n))
    targets = draw(st.lists(st.integers(0, vocab - 1), min_size=n, max_size=n))
    return torch.tensor(scores, dtype=draw(st.sampled_from([torch.float32, torch.float64]))), torch.tensor(targets)


EXERCISE = Exercise(
    cross_entropy,
    [
        (torch.zeros(2, 4), torch.tensor([0, 3])),
        (torch.tensor([[2.0, 0.0]]), torch.tensor([0])),
        (torch.tensor([[2.0, 0.0, 1.0], [-1.0, 3.0, 0.5]]), torch.tensor([2, 1])),
        (torch.tensor([[2.0, 0.0]], dtype=torch.float64), torch.tensor([1])),
        (torch.tensor([[1000.0, 0.0], [0.0, -1000.0]]), torch.tensor([0, 0])),
        (torch.tensor([[1000.0, 0.0]]), torch.tensor([1])),
        (torch.tensor([[-1000.0, -1001.0]]), torch.tensor([1])),
        (torch.tensor([[1000.0, 0.0], [0.0, -1000.0]]), torch.tensor([1, 1])),
        (torch.tensor([[1.0, 2.0], [3.0, 5.0], [0.0, 4.0]]), torch.tensor([1, 0])),
        (torch.tensor([[1.0, 2.0], [3.0, 5.0]]), torch.tensor([1])),
    ],
    scored_targets(),
    tolerance=1e-4,
    invoke=loss_and_gradient,
    errors=(ValueError,),
)


def check_lengths(logits, targets):
    if len(logits) != len(targets):
        raise ValueError("not as many targets as rows")


@EXERCISE.mistake
def overflows(logits, targets):
    check_lengths(logits, targets)
    probabilities = logits.exp() / logits.exp().sum(dim=1, keepdim=True)
    return -probabilities[torch.arange(len(targets)), targets].log().mean()


@EXERCISE.mistake
def log_of_softmax(logits, targets):
    check_lengths(logits, targets)
    return -torch.softmax(logits, 1)[torch.arange(len(targets)), targets].log().mean()


@EXERCISE.mistake
def adds_a_small_number(logits, targets):
    check_lengths(logits, targets)
    probabilities = torch.softmax(logits, 1)[torch.arange(len(targets)), targets]
    return -(probabilities + 1e-9).log().mean()


@EXERCISE.mistake
def the_sum(logits, targets):
    check_lengths(logits, targets)
    return torch.nn.functional.cross_entropy(logits, targets, reduction="sum")


@EXERCISE.mistake
def in_bits(logits, targets):
    check_lengths(logits, targets)
    return torch.nn.functional.cross_entropy(logits, targets) / torch.log(torch.tensor(2.0))


@EXERCISE.mistake
def over_the_columns(logits, targets):
    check_lengths(logits, targets)
    return -torch.log_softmax(logits, 0)[torch.arange(len(targets)), targets].mean()


@EXERCISE.mistake
def over_the_whole_table(logits, targets):
    check_lengths(logits, targets)
    logits = logits - logits.max()
    return (logits.exp().sum().log() - logits[torch.arange(len(targets)), targets]).mean()


@EXERCISE.mistake
def every_target_in_every_row(logits, targets):
    check_lengths(logits, targets)
    return -torch.log_softmax(logits, 1)[:, targets].mean()


@EXERCISE.mistake
def no_gradient(logits, targets):
    check_lengths(logits, targets)
    loss = -torch.log_softmax(logits, 1)[torch.arange(len(targets)), targets].mean()
    return torch.tensor(loss.item(), dtype=logits.dtype)


@EXERCISE.mistake
def a_python_number(logits, targets):
    check_lengths(logits, targets)
    return torch.nn.functional.cross_entropy(logits, targets).item()


@EXERCISE.mistake
def in_place(logits, targets):
    check_lengths(logits, targets)
    logits -= logits.amax(dim=1, keepdim=True)
    return (logits.exp().sum(dim=1).log() - logits[torch.arange(len(targets)), targets]).mean()


@EXERCISE.mistake
def in_float32(logits, targets):
    check_lengths(logits, targets)
    return torch.nn.functional.cross_entropy(logits.float(), targets)


@EXERCISE.mistake
def lengths_not_checked(logits, targets):
    logits = logits - logits.amax(dim=1, keepdim=True)
    return (logits.exp().sum(dim=1).log() - logits[torch.arange(len(targets)), targets]).mean()
