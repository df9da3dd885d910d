"""A group of processes in the place of one: what chapter 5's loop asks of its world, answered by all ranks together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from storybot.ddp.collective_trace import CollectiveError, Notes
from storybot.ddp.collectives import all_gather_json, gather_tensors
from storybot.ddp.process_group import RankInfo
from storybot.ddp.sharded_optimizers import ShardedOptimizers
from storybot.model.gpt import GPT
from storybot.training_loop.optim.optimizers import OptimizerConfig, Optimizers
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy


class DDPStrategy(Strategy):
    """All ranks of a group. Every method is a collective call: each rank must make it, in the same order."""

    def __init__(self, place: RankInfo, shard: bool = True) -> None:
        self.place, self.shard, self.notes = place, shard, Notes(place)
        self.rank, self.size = place.rank, place.size

    def wrap(self, model: torch.nn.Module) -> torch.nn.Module:
        """DDP: equal parameters to begin with, and gradients that are averaged as they come out of `backward`."""
        with self.notes.entering("the first broadcast of the parameters"):
            return DistributedDataParallel(model, forward_sync_buffers=False, gradient_as_bucket_view=True)

    @contextmanager
    def micro_step(self, model: torch.nn.Module, last: bool) -> Iterator[None]:
        """Gradients are summed up at home; only the last micro-step sends them round."""
        if last:
            with self.notes.entering("the all-reduce of the gradients"):
                yield
        else:
            with model.no_sync():  # type: ignore[operator]
                yield

    def optimizers(self, model: GPT, config: OptimizerConfig, steps: int) -> Optimizers:
        return ShardedOptimizers(model, config, steps, self.notes) if self.shard else Optimizers(model, config, steps)

    def sum(self, value: torch.Tensor) -> torch.Tensor:
        total = value.detach().clone()
        with self.notes.entering("a sum over all ranks"):
            dist.all_reduce(total)
        return total

    def barrier(self) -> None:
        with self.notes.entering("a barrier"):
            dist.barrier()

    def any(self, flag: bool) -> bool:
        return bool(self.sum(torch.tensor(float(flag), device=self.place.device)))

    def assert_in_sync(self, model: GPT, step: int) -> None:
        """Compare the steps, and the bits of all parameters by a checksum."""
        with self.notes.entering("the comparison of the parameters"):
            found = all_gather_json([step, checksum(model)], self.size, self.place.device)
        for rank, (other_step, other_sum) in enumerate(found):
            if other_step != found[0][0]:
                raise CollectiveError(f"rank {rank} is at step {other_step}, rank 0 at step {found[0][0]}")
            if other_sum != found[0][1]:
                raise CollectiveError(f"at step {step} rank {rank} has other parameters than rank 0")

    def optimizer_state(self, optimizers: Optimizers) -> dict[str, torch.Tensor]:
        mine = optimizers.state_dict()
        if not self.shard:
            return mine
        with self.notes.entering("the gathering of the optimizers' state"):
            return gather_tensors(mine, self.rank, self.size, self.place.device)

    def collect(self, state: dict[str, Any]) -> dict[str, Any]:
        """The lanes of all ranks."""
        with self.notes.entering("the gathering of the lanes"):
            parts = all_gather_json(state, self.size, self.place.device)
        return {name: value for part in parts for name, value in part.items()}


def make_strategy(place: RankInfo, shard: bool = True) -> Strategy:
    """The world of a process: the group, or nobody else."""
    return SINGLE_PROCESS if place.size == 1 else DDPStrategy(place, shard)


def checksum(model: GPT) -> int:
    """A number in which every bit of every parameter counts."""
    total = 0
    for weight in model.parameters():
        bits = weight.detach().contiguous().view(torch.int32).flatten().to(torch.int64)
        places = torch.arange(1, len(bits) + 1, device=bits.device) % 65_521 + 1
        total = (total * 31 + int((bits * places).sum())) % (1 << 61)
    return total
