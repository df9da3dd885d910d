"""top_k_filter: top-k."""

from __future__ import annotations

import math

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.exercises.inputs import EQUALS, many_logits, some_logits
from storybot.model.sampling import top_k_filter


def a_whole_vocabulary() -> Arguments:
    return many_logits(), 50


EXERCISE = Exercise(
    top_k_filter,
    [
        (torch.tensor([1.0, 3.0, 2.0]), 1),
        (torch.tensor([1.0, 3.0, 2.0, 0.5]), 2),
        (torch.tensor([2.0, 2.0, 2.0]), 2),
        (torch.tensor([1.0, 2.0]), 5),
        (torch.tensor([0.0, 1e-4]), 1),
        (EQUALS, 3),
        (torch.tensor([1.0, 3.0, 2.0], dtype=torch.float64), 2),
        (torch.tensor([1.0, 1.0 + 1e-12], dtype=torch.float64), 1),  # one and the same number in float32
        (torch.tensor([-1000.0, -2000.0, -1500.0]), 2),
        (torch.tensor([1.0, 2.0]), 0),
        (torch.tensor([1.0, 2.0, 3.0]), -1),
    ],
    st.tuples(some_logits(), st.integers(1, 6)),
    tolerance=1e-6,
    errors=(ValueError,),
    large=a_whole_vocabulary,
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
    if k < 1:
        raise ValueError("k must be at least 1")
    logits[torch.sort(logits, descending=True, stable=True).indices[k:]] = -math.inf
    return logits


@EXERCISE.mistake
def equals_in_any_order(logits, k):
    filtered = torch.full_like(logits, -math.inf)
    kept = torch.sort(logits, descending=True).indices[:k]
    filtered[kept] = logits[kept]
    return filtered


@EXERCISE.mistake
def ties_by_topk(logits, k):
    values, ids = logits.topk(min(k, len(logits)))
    return torch.full_like(logits, -math.inf).index_copy(0, ids, values)


@EXERCISE.mistake
def always_float32(logits, k):
    filtered = torch.full((len(logits),), -math.inf)
    kept = torch.sort(logits, descending=True, stable=True).indices[:k]
    filtered[kept] = logits[kept].float()
    return filtered


@EXERCISE.mistake
def takes_any_k(logits, k):
    filtered = logits.clone()
    filtered[torch.sort(logits, descending=True, stable=True).indices[k:]] = -math.inf
    return filtered


@EXERCISE.mistake(slow=True)
def compares_every_two(logits, k):
    if k < 1:
        raise ValueError("k must be at least 1")
    values = logits.tolist()
    better = [
        sum(other > value or (other == value and j < i) for j, other in enumerate(values))
        for i, value in enumerate(values)
    ]
    return torch.tensor([v if n < k else -math.inf for v, n in zip(values, better, strict=True)], dtype=logits.dtype)
