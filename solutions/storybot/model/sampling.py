"""From logits to a token: temperature, top-k, top-p, and a random number.

`top_k_filter` and `top_p_filter` are the readable versions, for the logits of one position; `filter_rows` does both for
many rows at once, and is what `Sampling` uses. `generate_reference` samples with the readable ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import torch

Tensor = torch.Tensor
ROUNDING = 1e-9  # a sum of probabilities this little below p reaches it: 0.1 eight times is 0.7999999999999999


def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    """The logits of the `k` likeliest tokens; -inf for all others.

    `logits` is (V,), of any float type, which the result keeps; the
    caller's tensor stays as it is. Of two tokens that are equally likely,
    the one with the lower id goes first. A `k` of V or more keeps all.
    Raises a ValueError if `k` is below 1.

    >>> top_k_filter(torch.tensor([1.0, 3.0, 2.0, 3.0]), 2)
    tensor([-inf, 3., -inf, 3.])
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    order = torch.sort(logits, descending=True, stable=True).indices  # (V,)
    filtered = logits.clone()
    filtered[order[k:]] = -math.inf
    return filtered


def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    """The logits of the fewest likeliest tokens that reach `p` together.

    `logits` is (V,), of any float type and any size; the result keeps the
    type, and the caller's tensor stays as it is. The likeliest tokens (of
    equal ones the lower id first) are kept up to and including the one
    with which the sum of their probabilities reaches `p`, so at least one
    is. All others become -inf. A `p` of 1 keeps all. Raises a ValueError
    if `p` is not above 0 and at most 1.

    >>> chances = torch.tensor([0.1, 0.5, 0.4])
    >>> top_p_filter(chances.log(), 0.8).exp()
    tensor([0.0000, 0.5000, 0.4000])
    """
    if not 0 < p <= 1:
        raise ValueError(f"p must be above 0 and at most 1, not {p}")
    ordered, order = torch.sort(logits, descending=True, stable=True)  # (V,)
    chances = torch.softmax(ordered.double(), 0)
    before = chances.cumsum(0) - chances  # what the likelier tokens have together
    dropped = before >= p - ROUNDING
    dropped[0] = False  # however small p is
    filtered = logits.clone()
    if p < 1:  # by rounding, the likeliest may reach 1 without the rest
        filtered[order[dropped]] = -math.inf
    return filtered


def filter_rows(logits: Tensor, top_k: int | None, top_p: float | None) -> Tensor:
    """First `top_k_filter`, then `top_p_filter`, for every row of (B, V); None leaves a filter out."""
    if top_k is not None and top_k < logits.shape[-1]:
        last = logits.topk(top_k).values[:, -1:]  # (B, 1)
        room = top_k - (logits > last).sum(-1, keepdim=True)  # (B, 1): how many of the ties are kept
        ties = logits == last  # (B, V)
        logits = logits.masked_fill((logits < last) | (ties & (ties.cumsum(-1) > room)), -math.inf)
    if top_p is not None and top_p < 1:
        ordered, order = torch.sort(logits, dim=-1, descending=True, stable=True)  # (B, V)
        chances = torch.softmax(ordered.double(), -1)
        dropped = chances.cumsum(-1) - chances >= top_p - ROUNDING
        dropped[:, 0] = False
        logits = logits.masked_fill(torch.zeros_like(dropped).scatter_(-1, order, dropped), -math.inf)
    return logits


@dataclass(frozen=True)
class Sampling:
    """How a token is chosen. A temperature of 0 takes the likeliest (of equal ones, the lowest id) every time."""

    temperature: float = 0.5
    top_k: int | None = None
    top_p: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature < float("inf"):
            raise ValueError(f"the temperature must be 0 or more, not {self.temperature}")
        if self.top_k is not None and self.top_k < 1:
            raise ValueError(f"top_k must be at least 1, not {self.top_k}")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise ValueError(f"top_p must be above 0 and at most 1, not {self.top_p}")

    def row_rng(self, row: int) -> Random:
        """The random numbers of a row: they depend on the seed and on the row's index, not on the other rows."""
        return Random(f"storybot {self.seed} {row}")

    def sample(self, logits: Tensor, rngs: list[Random]) -> Tensor:
        """One token for every row of logits (B, V), each with one random number of the row's own: (B,).

        Inverse transform sampling: the probabilities lie one behind another on a line of length 1, and the token is
        the one that the number falls on.
        """
        if self.temperature == 0:
            return logits.argmax(-1)
        ends = self.probabilities(logits).cumsum(-1)  # (B, V)
        numbers = torch.tensor([[rng.random()] for rng in rngs], dtype=ends.dtype, device=ends.device)  # (B, 1)
        tokens = torch.searchsorted(ends, numbers * ends[:, -1:], right=True)  # (B, 1)
        return tokens[:, 0].clamp(max=logits.shape[-1] - 1)

    def probabilities(self, logits: Tensor) -> Tensor:
        """What is sampled from, (B, V): the temperature first, then top-k, then top-p. For a temperature above 0.

        >>> Sampling(temperature=1.0, top_k=2).probabilities(torch.tensor([[0.0, 1.0, 1.0, 0.5]]))
        tensor([[0.0000, 0.5000, 0.5000, 0.0000]], dtype=torch.float64)
        """
        scaled = logits.double() / self.temperature  # (B, V)
        return torch.softmax(filter_rows(scaled, self.top_k, self.top_p), -1)
