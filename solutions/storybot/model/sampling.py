"""From logits to a token: temperature, filters, and a drawn number."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import torch

from storybot.evaluation.filters import filter_rows


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

    def draws(self, row: int) -> Random:
        """The random numbers of a row: they depend on the seed and on the row's number, not on the other rows."""
        return Random(f"storybot {self.seed} {row}")

    def choose(self, logits: torch.Tensor, draws: list[Random]) -> torch.Tensor:
        """One token for every row of logits (B, V), each with a number between 0 and 1 of the row's own.

        The probabilities lie one behind another on a line of length 1; the number points at one of them.
        """
        if self.temperature == 0:
            return logits.argmax(-1)
        ends = self.probabilities(logits).cumsum(-1)
        points = torch.tensor([[draw.random()] for draw in draws], dtype=ends.dtype, device=ends.device)
        places = torch.searchsorted(ends, points * ends[:, -1:], right=True)
        return places[:, 0].clamp(max=logits.shape[-1] - 1)

    def probabilities(self, logits: torch.Tensor) -> torch.Tensor:
        """What is drawn from, (B, V): the temperature first, then top-k, then top-p. For a temperature above 0.

        >>> Sampling(temperature=1.0, top_k=2).probabilities(torch.tensor([[0.0, 1.0, 1.0, 0.5]]))
        tensor([[0.0000, 0.5000, 0.5000, 0.0000]], dtype=torch.float64)
        """
        scaled = logits.double() / self.temperature
        return torch.softmax(filter_rows(scaled, self.top_k, self.top_p), -1)
