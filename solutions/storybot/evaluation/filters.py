"""Which tokens may be drawn: logits with -inf in place of those that may not.

`top_k_filter` and `top_p_filter` are the clear versions, for the logits of one place. `filter_rows`
does both for many places at once, and is what `Sampling` uses.
"""

from __future__ import annotations

import math

import torch


def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    """The logits of the `k` likeliest tokens; -inf for all others.

    `logits` is (V,), `k` at least 1. Of two tokens that are equally
    likely, the one with the lower id goes first. A `k` of V or more keeps
    all.

    >>> top_k_filter(torch.tensor([1.0, 3.0, 2.0, 3.0]), 2)
    tensor([-inf, 3., -inf, 3.])
    """
    order = torch.sort(logits, descending=True, stable=True).indices
    filtered = logits.clone()
    filtered[order[k:]] = -math.inf
    return filtered


def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    """The logits of the likeliest tokens that together reach `p`.

    `logits` is (V,), `p` above 0 and at most 1. Go through the tokens
    from the likeliest on (of equal ones the lower id first), and keep
    each token, until the probabilities of the kept ones sum to `p` or
    more: the token that crosses `p` is kept, and the first one always.
    All others become -inf. A `p` of 1 keeps all.

    >>> chances = torch.tensor([0.1, 0.5, 0.4])
    >>> top_p_filter(chances.log(), 0.8).exp()
    tensor([0.0000, 0.5000, 0.4000])
    """
    ordered, order = torch.sort(logits, descending=True, stable=True)
    chances = torch.softmax(ordered.double(), 0)
    before = chances.cumsum(0) - chances  # what the likelier tokens have together
    filtered = logits.clone()
    if p < 1:  # by rounding, the likeliest may reach 1 without the rest
        filtered[order[before >= p]] = -math.inf
    return filtered


def filter_rows(logits: torch.Tensor, top_k: int | None, top_p: float | None) -> torch.Tensor:
    """First `top_k_filter`, then `top_p_filter`, for every row of (B, V); None leaves a filter out."""
    if top_k is not None and top_k < logits.shape[-1]:
        last = logits.topk(top_k).values[:, -1:]
        room = top_k - (logits > last).sum(-1, keepdim=True)
        ties = logits == last
        logits = logits.masked_fill((logits < last) | (ties & (ties.cumsum(-1) > room)), -math.inf)
    if top_p is not None and top_p < 1:
        ordered, order = torch.sort(logits, dim=-1, descending=True, stable=True)
        chances = torch.softmax(ordered.double(), -1)
        out = chances.cumsum(-1) - chances >= top_p
        logits = logits.masked_fill(torch.zeros_like(out).scatter_(-1, order, out), -math.inf)
    return logits
