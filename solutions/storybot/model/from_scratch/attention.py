"""Causal attention: first one head, then all of them with their projections."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch

from storybot.model.from_scratch.rms_norm import rms_norm
from storybot.model.from_scratch.rope import apply_rope


def causal_attention(
    queries: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
    scale: float,
) -> torch.Tensor:
    """What each position gets by looking at itself and those before it.

    The three tensors are (..., T, D), floats of one dtype: a query, a key
    and a value of D numbers for each of T positions; what is before these
    two dimensions is independent. The score of position t for position s
    is the dot product of query t and key s, times `scale`. Softmax over
    the positions s <= t turns the scores into weights, and the result at
    t is the mean of the values with these weights.

    The result is (..., T, D); gradients flow back to all three, which
    stay unchanged. It is right for large scores, too, such as 1000.
    Different shapes: ValueError.

    >>> keys = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    >>> values = torch.tensor([[4.0, 0.0], [0.0, 8.0]])
    >>> causal_attention(torch.zeros(2, 2), keys, values, 1.0)
    tensor([[4., 0.],
            [2., 4.]])
    """
    if not queries.shape == keys.shape == values.shape:
        raise ValueError(f"shapes {tuple(queries.shape)}, {tuple(keys.shape)} and {tuple(values.shape)} differ")
    length = queries.shape[-2]
    scores = queries @ keys.transpose(-2, -1) * scale  # (..., T, T)
    later = torch.ones(length, length, dtype=torch.bool).triu(1)  # (T, T): True above the diagonal
    weights = scores.masked_fill(later, -math.inf).softmax(dim=-1)  # (..., T, T)
    return weights @ values  # (..., T, D)


def multi_head_attention(
    x: torch.Tensor,
    weights: Mapping[str, torch.Tensor],
    heads: int,
) -> torch.Tensor:
    """Attention by several heads side by side, with its projections.

    `x` is (B, T, C). `weights` has four matrices, each (C, C):
    "query.weight", "key.weight", "value.weight" and "output.weight". A
    projection multiplies a vector by the transpose of its matrix, as
    torch.nn.Linear does.

    Of the C numbers of a query, key or value, head h has numbers h * D to
    (h + 1) * D - 1, where D = C / heads. In each head the queries and
    keys are rotated by their position (0 to T - 1) with `apply_rope`,
    then normed with `rms_norm`, and `causal_attention` works on them with
    a scale of 15 / D. The results of the heads, put side by side again,
    go through the output projection.

    The result is (B, T, C). A C that the heads do not divide: ValueError.

    >>> eye = torch.eye(4)
    >>> names = ["query", "key", "value", "output"]
    >>> weights = {f"{name}.weight": eye for name in names}
    >>> x = torch.tensor([[[1.0, 0.0, 0.0, 2.0], [0.0, 2.0, 1.0, 0.0]]])
    >>> multi_head_attention(x, weights, 2)[0, 0]
    tensor([1., 0., 0., 2.])
    """
    rows, length, width = x.shape
    if width % heads:
        raise ValueError(f"{heads} heads do not divide a width of {width}")
    d = width // heads

    def project(name: str) -> torch.Tensor:
        projected = x @ weights[f"{name}.weight"].T  # (B, T, C)
        return projected.view(rows, length, heads, d).transpose(1, 2)  # (B, H, T, D)

    positions = torch.arange(length)
    q = rms_norm(apply_rope(project("query"), positions))  # (B, H, T, D)
    k = rms_norm(apply_rope(project("key"), positions))  # (B, H, T, D)
    y = causal_attention(q, k, project("value"), 15 / d)  # (B, H, T, D)
    return y.transpose(1, 2).reshape(rows, length, width) @ weights["output.weight"].T  # (B, T, C)
