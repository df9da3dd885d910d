"""Optimizers whose state is shared out: each rank remembers its part, updates it, and tells the others the result.

This is the first stage of ZeRO. AdamW is wrapped by torch's ZeroRedundancyOptimizer. Muon deals out the matrices
of each stack like cards: a rank orthogonalizes every W-th of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.collective_trace import Notes
from storybot.model.gpt import GPT
from storybot.training_loop.optim.muon import Muon
from storybot.training_loop.optim.optimizers import ADAMW, OptimizerConfig, Optimizers
from storybot.training_loop.optim.orthogonal import THREE_STEPS


class ShardedMuon(Muon):
    """Muon that keeps the momenta of its own matrices only."""

    def __init__(self, matrices: list[torch.nn.Parameter], rank: int, size: int, **options: Any) -> None:
        super().__init__(matrices, **options)
        self.rank, self.size = rank, size

    def own(self, group: dict[str, Any]) -> list[Any]:
        return list(group["params"][self.rank :: self.size])

    def exchange(self, group: dict[str, Any], updates: torch.Tensor) -> torch.Tensor:
        """Everybody's updates, put back into the order of the stack."""
        n, size = len(group["params"]), self.size
        most = -(-n // size)
        mine = updates.new_zeros((most, *updates.shape[1:]))
        mine[: len(updates)] = updates
        everybody = [torch.empty_like(mine) for _ in range(size)]
        dist.all_gather(everybody, mine)
        return torch.stack(everybody, 1).flatten(0, 1)[:n]


class ShardedOptimizers(Optimizers):
    """The optimizers of a run, shared out over the ranks."""

    def __init__(self, model: GPT, config: OptimizerConfig, steps: int, notes: Notes) -> None:
        self.notes = notes
        super().__init__(model, config, steps)

    def make_muon(self, matrices: list[torch.nn.Parameter]) -> Muon:
        place, config = self.notes.place, self.config
        options: dict[str, Any] = {"weight_decay": config.weight_decay, "coefficients": THREE_STEPS}
        return ShardedMuon(matrices, place.rank, place.size, lr=config.matrix_lr, **options)

    def make_adamw(self, groups: list[dict[str, Any]]) -> torch.optim.Optimizer:
        with warnings.catch_warnings():  # importing it warns of torch's own use of torch.jit
            warnings.simplefilter("ignore", DeprecationWarning)
            from torch.distributed.optim import ZeroRedundancyOptimizer
        with self.notes.entering("the sharing out of AdamW"):
            return ZeroRedundancyOptimizer(groups, torch.optim.AdamW, **ADAMW)

    def holders(self) -> dict[str, torch.optim.Optimizer]:
        adamw: Any = self.parts["adamw"]
        return self.parts | {"adamw": adamw.optim}

    def step(self, closure: Callable[[], float] | None = None) -> None:
        with self.notes.entering("the exchange of updated parameters"):
            super().step()
