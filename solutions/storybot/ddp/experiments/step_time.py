"""How long a training step takes on this many ranks, and how much of that is communication."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch

from storybot.ddp.process_group import RankInfo
from storybot.ddp.strategy import DDPStrategy, make_strategy
from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.training_loop.strategy import Strategy
from storybot.training_loop.train_config import OptimizerConfig

WARM_UP_STEPS = 2


@dataclass(frozen=True)
class StepShape:
    """The size of the model, and of a micro-step's batch."""

    depth: int
    width: int
    seq_len: int
    rows: int
    vocab: int = 4096


class SyncEveryMicroStep(DDPStrategy):
    """All-reduces the gradients after every micro-step: how not to do it."""

    def micro_step(self, model: torch.nn.Module, last: bool) -> AbstractContextManager[None]:
        """Every micro-step is treated as the last one."""
        return super().micro_step(model, last=True)


class NeverSync(DDPStrategy):
    """Never all-reduces: wrong results, but the time of everything that is not communication."""

    def micro_step(self, model: torch.nn.Module, last: bool) -> AbstractContextManager[None]:
        """No micro-step is treated as the last one."""
        return super().micro_step(model, last=False)


class BareStep:
    """One training step on random tokens: the loop's calls to the strategy, without data, log and checkpoint."""

    def __init__(self, strategy: Strategy, shape: StepShape, micro_steps: int) -> None:
        self.strategy, self.micro_steps = strategy, micro_steps
        heads = shape.width // 64
        self.model = init_model(ModelConfig(shape.vocab, shape.seq_len, shape.depth, shape.width, heads, heads))
        self.optimizers = strategy.optimizers(self.model, OptimizerConfig(), 10**6)
        self.forward = strategy.wrap(self.model)
        self.inputs, self.targets = torch.randint(shape.vocab, (2, shape.rows, shape.seq_len))  # (B, T) each

    def __call__(self) -> None:
        """All micro-steps of this rank, then the optimizers."""
        for micro in range(self.micro_steps):
            with self.strategy.micro_step(self.forward, last=micro == self.micro_steps - 1):
                (self.forward(self.inputs, self.targets) / self.micro_steps).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizers.step()
        self.model.zero_grad(set_to_none=True)


def benchmark_step(
    rank_info: RankInfo, shape: StepShape, micro_steps: Sequence[int], steps: int
) -> list[dict[str, Any]]:
    """Median seconds of a step, for each number of micro-steps (of all ranks together) and each way to communicate.

    "sync_last" is what `train` does. On several ranks also "sync_every" and "never_sync"; on one rank under torchrun
    also "group_of_one", which shows what DDP's wrapper costs. The ways alternate, so that noise hits all of them.

    >>> rows = benchmark_step(RankInfo(), StepShape(depth=1, width=64, seq_len=8, rows=1, vocab=64), [1], steps=1)
    >>> rows[0]["tokens"], list(rows[0]["seconds"])
    (8, ['sync_last'])
    """
    strategies: dict[str, Strategy] = {"sync_last": make_strategy(rank_info)}
    if rank_info.size > 1:
        strategies |= {"sync_every": SyncEveryMicroStep(rank_info), "never_sync": NeverSync(rank_info)}
    elif not rank_info.is_single:
        strategies["group_of_one"] = DDPStrategy(rank_info)
    rows = []
    for n in micro_steps:
        bare_steps = {name: BareStep(strategy, shape, n // rank_info.size) for name, strategy in strategies.items()}
        seconds: dict[str, list[float]] = {name: [] for name in bare_steps}
        for number in range(steps + WARM_UP_STEPS):
            for name, step in bare_steps.items():
                strategies["sync_last"].barrier()
                start = time.perf_counter()
                step()
                if number >= WARM_UP_STEPS:
                    seconds[name].append(time.perf_counter() - start)
        medians = {name: statistics.median(values) for name, values in seconds.items()}
        rows.append({"micro_steps": n, "tokens": n * shape.rows * shape.seq_len, "seconds": medians})
    return rows
