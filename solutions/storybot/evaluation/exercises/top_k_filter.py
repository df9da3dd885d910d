"""top_k_filter: top-k."""

from __future__ import annotations

import math

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.evaluation.exercises.inputs import EQUALS, some_logits
from storybot.model.sampling import top_k_filter

EXERCISE = Exercise(
    top_k_filter,
    [
        (torch.tensor([1.0, 3.0, 2.0]), 1),
        (torch.tensor([1.0, 3.0, 2.0, 0.5]), 2),
        (torch.tensor([2.0, 2.0, 2.0]), 2),
        (torch.tensor([1.0, 2.0]), 5),
        (torch.tensor([0.0, 1e-4]), 1),
        (EQUALS, 3),  # so many that a sort which does not keep the order of equals shows it
    ],
    st.tuples(some_logits(), st.integers(1, 6)),
    tolerance=1e-6,
)


@EXERCISE.mistake
def keeps_all_ties(logits, k):
    least = logits.sort(descending=True).values[:k][-1]
    return logits.masked_fill(logits < least, -math.inf)


@EXERCISE.mistake
def zeros_the_rest(logits, k):
    order = torch.sort(logits, descending=True, stable=True).indices
    return logits.index_fill(0, order[k:], 0.0)


@EXERCISE.mistake
def loses_the_order(logits, k):
    values = torch.sort(logits, descending=True, stable=True).values.clone()
    values[k:] = -math.inf
    return values


@EXERCISE.mistake
def one_too_many(logits, k):
    order = torch.sort(logits, descending=True, stable=True).indices
    return logits.index_fill(0, order[k + 1 :], -math.inf)


@EXERCISE.mistake
def the_higher_id_first(logits, k):
    order = torch.sort(logits, stable=True).indices
    return logits.index_fill(0, order[: max(0, len(logits) - k)], -math.inf)


@EXERCISE.mistake
def writes_into_the_logits(logits, k):
    logits[torch.sort(logits, descending=True, stable=True).indices[k:]] = -math.inf
    return logits


@EXERCISE.mistake
def equals_in_any_order(logits, k):
    filtered = torch.full_like(logits, -math.inf)
    kept = torch.sort(logits, descending=True).indices[:k]
    filtered[kept] = logits[kept]
    return filtered


@EXERCISE.mistake
def ids_as_tie_breakers(logits, k):
    order = (logits - 1e-3 * torch.arange(len(logits))).argsort(descending=True, stable=True)
    filtered = logits.clone()
    filtered[order[k:]] = -math.inf
    return filtered
