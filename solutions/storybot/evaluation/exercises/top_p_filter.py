"""top_p_filter: top-p."""

from __future__ import annotations

import math

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.exercises.inputs import EQUALS, some_logits
from storybot.model.sampling import top_p_filter

UNCLEAR = 1e-5  # whether a sum of probabilities this near to p reaches it is left to rounding


@st.composite
def logits_and_p(draw: st.DrawFn) -> Arguments:
    return draw(some_logits()), draw(st.sampled_from([0.05, 0.3, 0.45, 0.6, 0.77, 0.9, 0.96, 1.0]))


def clear(arguments: Arguments) -> bool:
    """Whether no sum of probabilities is so near to p that rounding decides: then all right answers agree."""
    logits, p = arguments
    sums = torch.softmax(logits.double(), 0).sort(descending=True).values.cumsum(0)[:-1]
    return bool(((sums - p).abs() > UNCLEAR).all())


EXERCISE = Exercise(
    top_p_filter,
    [
        (torch.tensor([3.0, 0.0, 1.0]), 0.9),
        (torch.tensor([0.0, 3.0, 1.0]), 0.3),
        (torch.zeros(4), 0.6),
        (torch.zeros(4), 0.5),  # exactly on p, with sums that are exact in binary: 0.25 + 0.25
        (torch.tensor([1.0, -1.0, 2.0]), 1.0),
        (torch.tensor([0.0, -40.0, -80.0]), 1.0),  # sums reach 1 by rounding before the last token
        (torch.tensor([100.0, 0.0, 0.0]), 0.5),  # exp(100) overflows
        (EQUALS, 0.025),  # three of them, and no sum near p: 0.02 would be decided by rounding
    ],
    logits_and_p().filter(clear),
    tolerance=1e-6,
)


def with_kept(logits, kept, fill=-math.inf):
    """`kept` says of each place of the sorted logits whether it stays."""
    order = torch.sort(logits, descending=True, stable=True).indices
    return logits.index_fill(0, order[~kept], fill)


def sums(logits):
    chances = torch.softmax(logits, 0).sort(descending=True).values
    return chances, chances.cumsum(0)


@EXERCISE.mistake
def drops_the_one_that_crosses(logits, p):
    _, total = sums(logits)
    return with_kept(logits, total < p)


@EXERCISE.mistake
def drops_it_but_keeps_the_first(logits, p):
    _, total = sums(logits)
    kept = total < p
    kept[0] = True
    return with_kept(logits, kept)


@EXERCISE.mistake
def goes_beyond_p(logits, p):
    chances, total = sums(logits)
    return with_kept(logits, total - chances <= p)


@EXERCISE.mistake
def as_a_threshold(logits, p):
    return logits.masked_fill(torch.softmax(logits, 0) < p, -math.inf)


@EXERCISE.mistake
def forgets_softmax(logits, p):
    values = logits.sort(descending=True).values
    return with_kept(logits, values.cumsum(0) - values < p)


@EXERCISE.mistake
def from_the_unlikeliest(logits, p):
    values, order = torch.sort(logits, stable=True)
    chances = torch.softmax(values, 0)
    return logits.index_fill(0, order[chances.cumsum(0) - chances >= p], -math.inf)


@EXERCISE.mistake
def mask_in_sorted_order(logits, p):
    chances, total = sums(logits)
    return logits.masked_fill(total - chances >= p, -math.inf)


@EXERCISE.mistake
def gives_probabilities(logits, p):
    chances, total = sums(logits)
    return torch.softmax(with_kept(logits, total - chances < p), 0)


@EXERCISE.mistake
def all_is_not_all(logits, p):
    ordered, order = torch.sort(logits, descending=True, stable=True)
    chances = torch.softmax(ordered, 0)
    filtered = logits.clone()
    filtered[order[chances.cumsum(0) - chances >= p]] = -math.inf
    return filtered


@EXERCISE.mistake
def overflows_p(logits, p):
    chances = logits.exp() / logits.exp().sum()
    ordered, order = torch.sort(chances, descending=True, stable=True)
    filtered = logits.clone()
    if p < 1:
        filtered[order[ordered.cumsum(0) - ordered >= p - 1e-6]] = -math.inf
    return filtered


@EXERCISE.mistake
def equals_in_any_order_p(logits, p):
    ordered, order = torch.sort(logits, descending=True)
    chances = torch.softmax(ordered.double(), 0)
    filtered = logits.clone()
    if p < 1:
        filtered[order[chances.cumsum(0) - chances >= p]] = -math.inf
    return filtered
