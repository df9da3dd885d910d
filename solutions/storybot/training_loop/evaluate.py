"""How good is the model on text that it was not trained on? The mean loss over the same batches every time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import torch

from storybot.training_loop.model import GPT


class ValidationLoss:
    """An evaluator: the mean loss, in nats a token, over the first `n` batches of a loader."""

    def __init__(self, batches: Iterator[tuple[torch.Tensor, torch.Tensor]], n: int = 8) -> None:
        self.batches = list(islice(batches, n))
        if not self.batches:
            raise ValueError("there are no batches to evaluate on")

    @torch.no_grad()
    def __call__(self, model: GPT) -> float:
        device = model.head.weight.device
        losses = [model(inputs.to(device), targets.to(device)) for inputs, targets in self.batches]
        return float(torch.stack(losses).mean())
