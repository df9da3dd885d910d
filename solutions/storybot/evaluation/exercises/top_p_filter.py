"""top_p_filter: top-p."""

from __future__ import annotations

import math

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.exercises.inputs import EQUALS, many_logits, some_logits
from storybot.model.sampling import top_p_filter

UNCLEAR = 1e-5  # whether a sum of probabilities this near to p reaches it is left to rounding


@st.composite
def logits_and_p(draw: st.DrawFn) -> Arguments:
    return draw(some_logits()), draw(st.sampled_from([0.05, 0.3, 0.45, 0.6, 0.77, 0.9, 0.96, 1.0]))


def clear(arguments: Arguments) -> bool:
    """Whether no sum of probabilities is so near to p that rounding decides: then all right answers agree.

    A p of 1 keeps all, and one that is out of range is refused, whatever the sums are.
    """
    logits, p = arguments
    sums = torch.softmax(logits.double(), 0).sort(descending=True).values.cumsum(0)[:-1]
    return not 0 < p < 1 or bool(((sums - p).abs() > UNCLEAR).all())


def a_whole_vocabulary() -> Arguments:
    return many_logits(), 0.9  # two dozen are kept


EXERCISE = Exercise(
    top_p_filter,
    [
        (torch.tensor([3.0, 0.0, 1.0]), 0.9),
        (torch.tensor([0.0, 3.0, 1.0]), 0.3),
        (torch.zeros(4), 0.6),
        (torch.tensor([1.0, -1.0, 2.0]), 1.0),
        (torch.tensor([0.0, -40.0, -80.0]), 1.0),  # sums reach 1 by rounding before the last token
        (torch.tensor([100.0, 0.0, 0.0]), 0.5),  # exp(100) is too large for float32
        (torch.tensor([0.0, 1000.0, 1000.0], dtype=torch.float64), 0.6),  # exp(1000) for any type
        (torch.tensor([-1000.0, -1001.0, -1003.0]), 0.8),  # exp(-1000) is 0
        (torch.tensor([1.0, 3.0, 2.0], dtype=torch.float64), 0.7),
        (EQUALS, 0.025),  # three of them, and no sum near p: 0.02 would be decided by rounding
        (torch.tensor([1.0, 2.0]), 0.0),
        (torch.tensor([1.0, 2.0]), -0.5),
        (torch.tensor([1.0, 2.0]), 90),  # per cent, not a share
    ],
    logits_and_p().filter(clear),
    tolerance=1e-6,
    errors=(ValueError,),
    large=a_whole_vocabulary,
)


def sums(logits):
    """Ids from the likeliest on, their probabilities, and the sums of these."""
    chances, order = torch.softmax(logits, 0).sort(descending=True, stable=True)
    return order, chances, chances.cumsum(0)


def keep(logits, order, kept):
    """`kept` says of each position of the sorted logits whether it stays."""
    return logits.index_fill(0, order[~kept], -math.inf)


@EXERCISE.mistake
def drops_the_one_that_crosses(logits, p):
    order, _, total = sums(logits)
    return keep(logits, order, total <= p)


@EXERCISE.mistake
def drops_it_but_keeps_the_first(logits, p):
    order, _, total = sums(logits)
    kept = total <= p
    kept[0] = True
    return keep(logits, order, kept)


@EXERCISE.mistake
def one_beyond_p(logits, p):
    order, chances, total = sums(logits)
    before = (total - chances).roll(1)
    before[0] = 0.0
    return keep(logits, order, before < p)


@EXERCISE.mistake
def as_a_threshold(logits, p):
    return logits.masked_fill(torch.softmax(logits, 0) < p, -math.inf)


@EXERCISE.mistake
def forgets_softmax(logits, p):
    values, order = torch.sort(logits, descending=True, stable=True)
    return keep(logits, order, values.cumsum(0) - values < p)


@EXERCISE.mistake
def mask_in_sorted_order(logits, p):
    _, chances, total = sums(logits)
    return logits.masked_fill(total - chances >= p, -math.inf)


@EXERCISE.mistake
def gives_probabilities(logits, p):
    order, chances, total = sums(logits)
    return torch.softmax(logits if p == 1 else keep(logits, order, total - chances < p), 0)


@EXERCISE.mistake
def all_is_not_all(logits, p):
    if not 0 < p <= 1:
        raise ValueError("p must be above 0 and at most 1")
    order, chances, total = sums(logits)
    return keep(logits, order, total - chances < p)


@EXERCISE.mistake
def overflows(logits, p):
    order = torch.sort(logits, descending=True, stable=True).indices
    chances = logits[order].exp() / logits.exp().sum()
    return logits.clone() if p == 1 else keep(logits, order, chances.cumsum(0) - chances < p)


@EXERCISE.mistake
def equals_in_any_order(logits, p):
    ordered, order = torch.sort(logits, descending=True)
    chances = torch.softmax(ordered.double(), 0)
    return logits.clone() if p == 1 else keep(logits, order, chances.cumsum(0) - chances < p)


@EXERCISE.mistake
def always_float32(logits, p):
    order, chances, total = sums(logits.float())
    return logits.float() if p == 1 else keep(logits.float(), order, total - chances < p)


@EXERCISE.mistake
def takes_any_p(logits, p):
    order, chances, total = sums(logits)
    kept = total - chances < p
    kept[0] = True
    return logits.clone() if p == 1 else keep(logits, order, kept)


@EXERCISE.mistake(slow=True)
def sums_anew_for_every_token(logits, p):
    if not 0 < p <= 1:
        raise ValueError("p must be above 0 and at most 1")
    chances = torch.softmax(logits, 0).tolist()
    before = [
        sum(other for j, other in enumerate(chances) if other > chance or (other == chance and j < i))
        for i, chance in enumerate(chances)
    ]
    kept = torch.tensor([p == 1 or total < p for total in before])
    return logits.masked_fill(~kept, -math.inf)
