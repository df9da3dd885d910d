"""cross_entropy_gradient: what the model said minus what came."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import DTYPES, random_tensor, tensors, without_autograd
from storybot.model.from_scratch.loss_gradient import cross_entropy_gradient


@st.composite
def logits_and_targets(draw: st.DrawFn) -> Arguments:
    n, vocab = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    targets = draw(st.lists(st.integers(0, vocab - 1), min_size=n, max_size=n))
    return draw(tensors((n, vocab), draw(DTYPES))), torch.tensor(targets)


EXERCISE = Exercise(
    cross_entropy_gradient,
    [
        (torch.zeros(1, 4), torch.tensor([2])),
        (torch.zeros(2, 2), torch.tensor([0, 1])),
        (torch.tensor([[2.0, 0.0, 1.0], [-1.0, 3.0, 0.5]]), torch.tensor([2, 1])),
        (random_tensor(0, 4, 5), torch.tensor([3, 0, 3, 1])),
        (torch.tensor([[1000.0, 0.0], [0.0, -1000.0]]), torch.tensor([0, 0])),
        (torch.tensor([[1000.0, 0.0]]), torch.tensor([1])),
        (torch.tensor([[-1000.0, -1001.0]], dtype=torch.float64), torch.tensor([1])),
        (torch.tensor([[-1000.0, -1000.0], [1000.0, 999.0]], dtype=torch.float64), torch.tensor([1, 1])),
        (torch.tensor([[1.0, 2.0], [3.0, 5.0], [0.0, 4.0]]), torch.tensor([1, 0])),
        (torch.tensor([[1.0, 2.0], [3.0, 5.0]]), torch.tensor([1])),
        (torch.tensor([[1.0, 2.0]]), torch.tensor([1, 0])),
    ],
    logits_and_targets(),
    tolerance=1e-6,
    invoke=without_autograd,
    errors=(ValueError,),
)


def check_lengths(logits, targets):
    if len(logits) != len(targets):
        raise ValueError("not as many targets as rows")


def one_hot(logits, targets):
    return F.one_hot(targets, logits.shape[1]).to(logits.dtype)


@EXERCISE.mistake
def not_divided(logits, targets):
    check_lengths(logits, targets)
    return torch.softmax(logits, 1) - one_hot(logits, targets)


@EXERCISE.mistake
def divided_by_all_logits(logits, targets):
    check_lengths(logits, targets)
    return (torch.softmax(logits, 1) - one_hot(logits, targets)) / logits.numel()


@EXERCISE.mistake
def other_sign(logits, targets):
    check_lengths(logits, targets)
    return (one_hot(logits, targets) - torch.softmax(logits, 1)) / len(targets)


@EXERCISE.mistake
def nothing_subtracted(logits, targets):
    check_lengths(logits, targets)
    return torch.softmax(logits, 1) / len(targets)


@EXERCISE.mistake
def only_the_targets(logits, targets):
    check_lengths(logits, targets)
    return (torch.softmax(logits, 1) - 1) * one_hot(logits, targets) / len(targets)


@EXERCISE.mistake
def subtracts_the_ids(logits, targets):
    check_lengths(logits, targets)
    return (torch.softmax(logits, 1) - targets[:, None]) / len(targets)


@EXERCISE.mistake
def every_target_in_every_row(logits, targets):
    check_lengths(logits, targets)
    gradient = torch.softmax(logits, 1)
    gradient[:, targets] -= 1
    return gradient / len(targets)


@EXERCISE.mistake
def over_the_columns(logits, targets):
    check_lengths(logits, targets)
    return (torch.softmax(logits, 0) - one_hot(logits, targets)) / len(targets)


@EXERCISE.mistake
def logits_not_probabilities(logits, targets):
    check_lengths(logits, targets)
    return (logits - one_hot(logits, targets)) / len(targets)


@EXERCISE.mistake
def overflows(logits, targets):
    check_lengths(logits, targets)
    return (logits.exp() / logits.exp().sum(1, keepdim=True) - one_hot(logits, targets)) / len(targets)


@EXERCISE.mistake
def by_autograd(logits, targets):
    check_lengths(logits, targets)
    leaf = logits.clone().requires_grad_()
    F.cross_entropy(leaf, targets).backward()
    return leaf.grad


@EXERCISE.mistake
def in_place(logits, targets):
    check_lengths(logits, targets)
    logits -= logits.amax(dim=1, keepdim=True)
    return (torch.softmax(logits, 1) - one_hot(logits, targets)) / len(targets)


@EXERCISE.mistake
def lengths_not_checked(logits, targets):
    gradient = torch.softmax(logits, 1)
    gradient[torch.arange(len(targets)), targets] -= 1
    return gradient / len(targets)
