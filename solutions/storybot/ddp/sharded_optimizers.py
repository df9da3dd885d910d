"""Optimizers whose state is divided over the ranks: each keeps and updates its share, then all exchange the results.

This is the first stage of ZeRO. Both optimizers divide the parameters greedily by size: AdamW by torch's
ZeroRedundancyOptimizer, Muon by the chapter's `partition_by_size`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.collective_trace import CollectiveTracer
from storybot.ddp.partitioning import partition_by_size
from storybot.model.gpt import GPT
from storybot.training_loop.optim.muon import FIVE_STEPS, THREE_STEPS, Coefficients, Muon
from storybot.training_loop.optim.optimizers import ADAMW, Optimizers
from storybot.training_loop.train_config import OptimizerConfig


class ShardedMuon(Muon):
    """Muon that keeps the momenta of its own share of the matrices and computes only their updates."""

    def __init__(
        self,
        matrices: list[torch.nn.Parameter],
        rank: int,
        size: int,
        lr: float = 0.02,
        momentum: float = 0.95,
        weight_decay: float = 0.0,
        coefficients: Coefficients = FIVE_STEPS,
    ) -> None:
        super().__init__(matrices, lr, momentum, weight_decay, coefficients)
        self.rank = rank
        in_order = [matrix for group in self.param_groups for matrix in group["params"]]
        shares = partition_by_size([matrix.numel() for matrix in in_order], size)
        self.owners = {in_order[number]: owner for owner, share in enumerate(shares) for number in share}
        self.size = size

    def owned_params(self, group: dict[str, Any]) -> list[Any]:
        """The matrices of a group whose momenta this rank keeps."""
        return [matrix for matrix in group["params"] if self.owners[matrix] == self.rank]

    def all_gather_updates(self, group: dict[str, Any], updates: torch.Tensor) -> torch.Tensor:
        """The updates of all ranks, (N, rows, columns), in the order of the group's N matrices."""
        numbers: list[list[int]] = [[] for _ in range(self.size)]  # of the matrices that each rank owns
        for number, matrix in enumerate(group["params"]):
            numbers[self.owners[matrix]].append(number)
        longest = max(map(len, numbers))
        padded = updates.new_zeros((longest, *updates.shape[1:]))  # all_gather wants equal shapes
        padded[: len(updates)] = updates
        gathered = [torch.empty_like(padded) for _ in range(self.size)]
        dist.all_gather(gathered, padded)
        in_order = updates.new_empty((len(group["params"]), *updates.shape[1:]))  # (N, rows, columns)
        for owned, part in zip(numbers, gathered, strict=True):
            in_order[owned] = part[: len(owned)]
        return in_order


class ShardedOptimizers(Optimizers):
    """The optimizers of a run, with their state divided over the ranks."""

    def __init__(self, model: GPT, config: OptimizerConfig, steps: int, tracer: CollectiveTracer) -> None:
        self.tracer = tracer
        super().__init__(model, config, steps)

    def make_muon(self, matrices: list[torch.nn.Parameter]) -> Muon:
        """Muon with this rank's share of the momenta."""
        rank_info, config = self.tracer.rank_info, self.config
        return ShardedMuon(
            matrices, rank_info.rank, rank_info.size, config.matrix_lr, weight_decay=config.weight_decay,
            coefficients=THREE_STEPS,
        )  # fmt: skip

    def make_adamw(self, groups: list[dict[str, Any]]) -> torch.optim.Optimizer:
        """AdamW with this rank's share of the state."""
        with warnings.catch_warnings():  # importing it warns of torch's own use of torch.jit
            warnings.simplefilter("ignore", DeprecationWarning)
            from torch.distributed.optim import ZeroRedundancyOptimizer
        with self.tracer.trace("the sharing out of AdamW"):
            return ZeroRedundancyOptimizer(groups, torch.optim.AdamW, **ADAMW)

    def stateful(self) -> dict[str, torch.optim.Optimizer]:
        """ZeroRedundancyOptimizer keeps its share of the state in an AdamW of its own."""
        adamw: Any = self.optimizers["adamw"]
        return self.optimizers | {"adamw": adamw.optim}

    def step(self, closure: Callable[[], float] | None = None) -> None:
        """Update the own share, and exchange the results."""
        with self.tracer.trace("the exchange of updated parameters"):
            super().step()
