"""The idea of the KV cache in one head and one step: an exercise."""

from __future__ import annotations

import math

import torch


def cached_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """One new place looks back at itself and at all the places before it.

    `query`, `key` and `value` are the new place's vectors, (D,). `keys`
    and `values` are those of the t places before it, (t, D); t may be 0.
    First the new key and value go behind the old ones. Then each key's
    product with the query, divided by the root of D, is its score;
    softmax makes weights of the scores; and the answer is the weighted
    sum of the values. Gives the answer (D,) and the grown keys and
    values, (t + 1, D).

    >>> one, none = torch.tensor([1.0, 0.0]), torch.zeros(0, 2)
    >>> cached_attention(one, one, torch.tensor([3.0, 4.0]), none, none)
    (tensor([3., 4.]), tensor([[1., 0.]]), tensor([[3., 4.]]))
    """
    keys = torch.cat([keys, key[None]])
    values = torch.cat([values, value[None]])
    scores = keys @ query / math.sqrt(len(query))
    return torch.softmax(scores, 0) @ values, keys, values
