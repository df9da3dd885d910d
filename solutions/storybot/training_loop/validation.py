"""How good is the model on text that it was not trained on? The mean loss over the same batches every time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import torch

from storybot.model.gpt import GPT
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy


class ValidationLoss:
    """An evaluator: the mean loss, in nats per token, over the first `n` batches of a loader.

    With W processes, each evaluates every W-th batch, and the sums are added up.
    """

    def __init__(
        self, batches: Iterator[tuple[torch.Tensor, torch.Tensor]], n: int = 8, strategy: Strategy = SINGLE_PROCESS
    ) -> None:
        taken = list(islice(batches, n))
        self.batches, self.n, self.strategy = taken[strategy.rank :: strategy.size], len(taken), strategy
        if not taken:
            raise ValueError("there are no batches to evaluate on: the loader is empty, or n is 0")

    @torch.no_grad()
    def __call__(self, model: GPT) -> float:
        """The loss of this model; every process must call it."""
        device = model.head.weight.device
        losses = [model(inputs.to(device), targets.to(device)) for inputs, targets in self.batches]
        return float(self.strategy.all_reduce_sum(sum(losses, torch.zeros((), device=device)))) / self.n
