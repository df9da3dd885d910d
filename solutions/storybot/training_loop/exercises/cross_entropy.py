"""cross_entropy: the loss."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.losses import cross_entropy
from storybot.training_loop.exercises.inputs import SMALL


@st.composite
def scored_targets(draw: st.DrawFn) -> Arguments:
    n, vocab = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    scores = draw(st.lists(st.lists(SMALL, min_size=vocab, max_size=vocab), min_size=n, max_size=n))
    targets = draw(st.lists(st.integers(0, vocab - 1), min_size=n, max_size=n))
    return torch.tensor(scores), torch.tensor(targets)


EXERCISE = Exercise(
    cross_entropy,
    [
        (torch.zeros(2, 4), torch.tensor([0, 3])),
        (torch.tensor([[2.0, 0.0]]), torch.tensor([0])),
        (torch.tensor([[1000.0, 0.0], [0.0, -1000.0]]), torch.tensor([0, 0])),
        (torch.tensor([[1000.0, 0.0]]), torch.tensor([1])),
    ],
    scored_targets(),
    tolerance=1e-4,
)


@EXERCISE.mistake
def overflows(logits, targets):
    probabilities = logits.exp() / logits.exp().sum(dim=1, keepdim=True)
    return -probabilities[torch.arange(len(targets)), targets].log().mean()


@EXERCISE.mistake
def log_of_softmax(logits, targets):
    return -torch.softmax(logits, 1)[torch.arange(len(targets)), targets].log().mean()


@EXERCISE.mistake
def clamped(logits, targets):
    return torch.nn.functional.cross_entropy(logits.clamp(-80, 80), targets)


@EXERCISE.mistake
def the_sum(logits, targets):
    return torch.nn.functional.cross_entropy(logits, targets, reduction="sum")


@EXERCISE.mistake
def in_bits(logits, targets):
    return torch.nn.functional.cross_entropy(logits, targets) / torch.log(torch.tensor(2.0))


@EXERCISE.mistake
def over_the_whole_table(logits, targets):
    logits = logits - logits.max()
    return (logits.exp().sum().log() - logits[torch.arange(len(targets)), targets]).mean()
