"""How fast is a step on this many ranks, and how much of it is talking?"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Any

import torch

from storybot.ddp.process_group import RankInfo
from storybot.ddp.strategy import DDPStrategy, make_strategy
from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.training_loop.optim.optimizers import OptimizerConfig
from storybot.training_loop.strategy import Strategy


class SyncEveryMicroStep(DDPStrategy):
    """A group that sends the gradients round after every micro-step: how not to do it."""

    def micro_step(self, model: torch.nn.Module, last: bool) -> Any:
        return super().micro_step(model, last=True)


class NeverSync(DDPStrategy):
    """A group that never talks: wrong results, but the time of all that is not communication."""

    def micro_step(self, model: torch.nn.Module, last: bool) -> Any:
        return super().micro_step(model, last=False)


def measure(place: RankInfo, shape: Shape, micro_steps: list[int], steps: int) -> list[dict[str, Any]]:
    """Seconds of a step for each number of micro-steps (of all ranks): as it is meant, and in two ways it is not.

    On one rank without a group, and under torchrun also with a group of one, which shows what the wrapper costs.
    Steps are interleaved.
    """
    kinds: dict[str, Strategy] = {"ours": make_strategy(place)}
    if place.size > 1:
        kinds |= {"chatty": SyncEveryMicroStep(place), "silent": NeverSync(place)}
    elif not place.alone:
        kinds["group"] = DDPStrategy(place)
    rows = []
    for n in micro_steps:
        taken = {name: Step(world, shape, n // place.size) for name, world in kinds.items()}
        seconds: dict[str, list[float]] = {name: [] for name in taken}
        for number in range(steps + 2):
            for name, step in taken.items():
                kinds["ours"].barrier()
                start = time.perf_counter()
                step()
                if number >= 2:  # the first ones warm up
                    seconds[name].append(time.perf_counter() - start)
        medians = {name: statistics.median(values) for name, values in seconds.items()}
        rows.append({"micro_steps": n, "tokens": n * shape.rows * shape.seq_len, "seconds": medians})
    return rows


@dataclass(frozen=True)
class Shape:
    """The model and the rows of a micro-step."""

    depth: int
    width: int
    seq_len: int
    rows: int
    vocab: int = 4096


class Step:
    """One step of training on random tokens, with the loop's calls to the world and nothing around them."""

    def __init__(self, world: Strategy, shape: Shape, micro_steps: int) -> None:
        self.world, self.micro_steps = world, micro_steps
        heads = shape.width // 64
        self.model = init_model(ModelConfig(shape.vocab, shape.seq_len, shape.depth, shape.width, heads, heads))
        self.optimizers = world.optimizers(self.model, OptimizerConfig(), 10**6)
        self.forward = world.wrap(self.model)
        self.inputs, self.targets = torch.randint(shape.vocab, (2, shape.rows, shape.seq_len))

    def __call__(self) -> None:
        for micro in range(self.micro_steps):
            with self.world.micro_step(self.forward, last=micro == self.micro_steps - 1):
                (self.forward(self.inputs, self.targets) / self.micro_steps).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizers.step()
        self.model.zero_grad(set_to_none=True)
