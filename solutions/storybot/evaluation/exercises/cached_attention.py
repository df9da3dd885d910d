"""cached_attention: one new position."""

from __future__ import annotations

import math
from typing import Any

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.exercises.inputs import DTYPES
from storybot.model.kv_cache import cached_attention
from storybot.model.kv_cache import cached_attention as right_attention


@st.composite
def new_position(draw: st.DrawFn) -> Arguments:
    d, t, dtype = draw(st.integers(1, 3)), draw(st.integers(0, 3)), draw(DTYPES)
    vector = st.lists(st.integers(-4, 4).map(lambda n: n / 2), min_size=d, max_size=d)
    query, key, value = (torch.tensor(draw(vector), dtype=dtype) for _ in range(3))
    keys, values = (
        torch.tensor(draw(st.lists(vector, min_size=t, max_size=t)), dtype=dtype).view(t, d) for _ in range(2)
    )
    return query, key, value, keys, values


def doubles(*rows: list[Any]) -> list[torch.Tensor]:
    return [torch.tensor(row, dtype=torch.float64) for row in rows]


EXERCISE = Exercise(
    cached_attention,
    [
        (*torch.tensor([[1.0, 0.0], [1.0, 0.0], [3.0, 4.0]]), torch.zeros(0, 2), torch.zeros(0, 2)),
        (*torch.tensor([[1.0, 0.0], [0.0, 0.0], [3.0, 4.0]]), torch.zeros(1, 2), torch.tensor([[1.0, 2.0]])),
        (*torch.tensor([[2.0, 0.0], [1.0, 0.0], [3.0, 4.0]]), torch.eye(2), torch.tensor([[1.0, 2.0], [5.0, 6.0]])),
        (*torch.tensor([[40.0, 0.0], [5.0, 0.0], [3.0, 4.0]]), torch.tensor([[4.0, 0.0]]), torch.ones(1, 2)),
        (*doubles([1.0, 2.0], [0.5, 0.5], [3.0, 4.0]), *doubles([[1.0, 0.0]], [[1.0, 2.0]])),
        (*doubles([1.0], [1e8], [3.0]), *doubles([[1e8 + 1]], [[7.0]])),  # 1e8 and 1e8 + 1 are one number in float32
    ],
    new_position(),
    tolerance=1e-5,
)


def grow(key, value, keys, values):
    return torch.cat([keys, key[None]]), torch.cat([values, value[None]])


@EXERCISE.mistake
def does_not_see_itself(query, key, value, keys, values):
    answer = torch.softmax(keys @ query / math.sqrt(len(query)), 0) @ values
    return answer, *grow(key, value, keys, values)


@EXERCISE.mistake
def not_divided(query, key, value, keys, values):
    keys, values = grow(key, value, keys, values)
    return torch.softmax(keys @ query, 0) @ values, keys, values


@EXERCISE.mistake
def divided_by_d(query, key, value, keys, values):
    keys, values = grow(key, value, keys, values)
    return torch.softmax(keys @ query / len(query), 0) @ values, keys, values


@EXERCISE.mistake
def divided_by_the_root_of_the_positions(query, key, value, keys, values):
    keys, values = grow(key, value, keys, values)
    return torch.softmax(keys @ query / math.sqrt(len(keys)), 0) @ values, keys, values


@EXERCISE.mistake
def softmax_of_one(query, key, value, keys, values):
    keys, values = grow(key, value, keys, values)
    scores = (keys @ query / math.sqrt(len(query)))[:, None]  # (t + 1, 1)
    return (torch.softmax(scores, -1) * values).sum(0), keys, values


@EXERCISE.mistake
def new_ones_in_front(query, key, value, keys, values):
    answer, _, _ = right_attention(query, key, value, keys, values)
    return answer, torch.cat([key[None], keys]), torch.cat([value[None], values])


@EXERCISE.mistake
def the_cache_does_not_grow(query, key, value, keys, values):
    return right_attention(query, key, value, keys, values)[0], keys, values


@EXERCISE.mistake
def a_row_for_a_vector(query, key, value, keys, values):
    answer, keys, values = right_attention(query, key, value, keys, values)
    return answer[None], keys, values


@EXERCISE.mistake
def no_softmax(query, key, value, keys, values):
    keys, values = grow(key, value, keys, values)
    return keys @ query / math.sqrt(len(query)) @ values, keys, values


@EXERCISE.mistake
def overflows(query, key, value, keys, values):
    keys, values = grow(key, value, keys, values)
    weights = (keys @ query / math.sqrt(len(query))).exp()
    return weights / weights.sum() @ values, keys, values


@EXERCISE.mistake
def always_float32(query, key, value, keys, values):
    return right_attention(query.float(), key.float(), value.float(), keys.float(), values.float())
