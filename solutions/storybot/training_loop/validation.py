"""How good is the model on text that it was not trained on? The mean loss over the same batches every time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import torch

from storybot.model.gpt import GPT
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy


class ValidationLoss:
    """An evaluator: the mean loss, in nats a token, over the first `n` batches of a loader.

    Of several processes, each does every so many batches, and they add up what they found.
    """

    def __init__(
        self, batches: Iterator[tuple[torch.Tensor, torch.Tensor]], n: int = 8, world: Strategy = SINGLE_PROCESS
    ) -> None:
        taken = list(islice(batches, n))
        self.batches, self.n, self.world = taken[world.rank :: world.size], len(taken), world
        if not taken:
            raise ValueError("there are no batches to evaluate on")

    @torch.no_grad()
    def __call__(self, model: GPT) -> float:
        device = model.head.weight.device
        losses = [model(inputs.to(device), targets.to(device)) for inputs, targets in self.batches]
        return float(self.world.sum(sum(losses, torch.zeros((), device=device)))) / self.n
