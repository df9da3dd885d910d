"""`DDPStrategy`: what chapter 5's loop asks of its `Strategy`, answered by all ranks together."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from storybot.ddp.collective_trace import CollectiveError, CollectiveTracer
from storybot.ddp.collectives import all_gather_json, gather_tensors
from storybot.ddp.process_group import RankInfo
from storybot.ddp.sharded_optimizers import ShardedOptimizers
from storybot.model.gpt import GPT
from storybot.training_loop.optim.optimizers import Optimizers
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy
from storybot.training_loop.train_config import OptimizerConfig


class DDPStrategy(Strategy):
    """All ranks of a process group. Every method is a collective call: each rank must make it, in the same order."""

    def __init__(self, rank_info: RankInfo, shard: bool = True) -> None:
        self.rank_info, self.shard, self.tracer = rank_info, shard, CollectiveTracer(rank_info)
        self.rank, self.size = rank_info.rank, rank_info.size

    def wrap(self, model: torch.nn.Module) -> torch.nn.Module:
        """DDP: rank 0's parameters on all ranks, and gradients that are averaged as they come out of `backward`."""
        with self.tracer.trace("the first broadcast of the parameters"):
            return DistributedDataParallel(model, forward_sync_buffers=False, gradient_as_bucket_view=True)

    def micro_step(self, model: torch.nn.Module, last: bool) -> AbstractContextManager[None]:
        """Gradients accumulate on each rank; only the last micro-step of a step averages them over the ranks."""
        if last:
            return self.tracer.trace("the all-reduce of the gradients")
        return model.no_sync()  # type: ignore[operator, no-any-return]

    def optimizers(self, model: GPT, config: OptimizerConfig, steps: int) -> Optimizers:
        """With `shard`, each rank keeps the optimizer state of its own parameters only."""
        return ShardedOptimizers(model, config, steps, self.tracer) if self.shard else Optimizers(model, config, steps)

    def all_reduce_sum(self, value: torch.Tensor) -> torch.Tensor:
        """The sum over all ranks, in a new tensor of the same shape."""
        total = value.detach().clone()
        with self.tracer.trace("a sum over all ranks"):
            dist.all_reduce(total)
        return total

    def barrier(self) -> None:
        """Wait until all ranks have called this."""
        with self.tracer.trace("a barrier"):
            dist.barrier()

    def any_rank(self, flag: bool) -> bool:
        """Whether the flag is set on at least one rank; all ranks get the same answer."""
        return bool(self.all_reduce_sum(torch.tensor(float(flag), device=self.rank_info.device)))

    def assert_in_sync(self, model: GPT, step: int) -> None:
        """Compare the steps, and every bit of the parameters by a checksum."""
        with self.tracer.trace("the comparison of the parameters"):
            found = all_gather_json([step, checksum(model)], self.size, self.rank_info.device)
        for rank, (other_step, other_sum) in enumerate(found):
            if other_step != found[0][0]:
                raise CollectiveError(f"rank {rank} is at step {other_step}, rank 0 at step {found[0][0]}")
            if other_sum != found[0][1]:
                raise CollectiveError(f"at step {step} rank {rank} has other parameters than rank 0")

    def optimizer_state(self, optimizers: Optimizers) -> dict[str, torch.Tensor]:
        """The optimizer state of all ranks by name, on rank 0."""
        own_state = optimizers.state_dict()
        if not self.shard:
            return own_state
        with self.tracer.trace("the gathering of the optimizers' state"):
            return gather_tensors(own_state, self.rank, self.size, self.rank_info.device)

    def gather_data_state(self, state: dict[str, Any]) -> dict[str, Any]:
        """The data positions of all ranks' micro-steps, by the number of the micro-step."""
        with self.tracer.trace("the gathering of the data state"):
            states = all_gather_json(state, self.size, self.rank_info.device)
        return {name: value for part in states for name, value in part.items()}


def make_strategy(rank_info: RankInfo, shard: bool = True) -> Strategy:
    """The strategy for a process: DDP on several ranks, chapter 5's own on one.

    >>> make_strategy(RankInfo()) is SINGLE_PROCESS
    True
    """
    return SINGLE_PROCESS if rank_info.size == 1 else DDPStrategy(rank_info, shard)


def checksum(model: GPT) -> int:
    """A number that changes with any bit of any parameter, and when two values change places."""
    total = 0
    for weight in model.parameters():
        bits = weight.detach().contiguous().view(torch.int32).flatten().to(torch.int64)  # (weight.numel(),)
        factors = torch.arange(1, len(bits) + 1, device=bits.device) % 65_521 + 1
        total = (total * 31 + int((bits * factors).sum())) % (1 << 61)
    return total
