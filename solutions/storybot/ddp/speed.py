"""How fast is a step on this many ranks, and how much of it is talking?"""

from __future__ import annotations

import argparse
import statistics
import time
from contextlib import nullcontext
from typing import Any

import torch

from storybot.ddp.group import Group, make_world
from storybot.ddp.place import Place
from storybot.training_loop.config import ModelConfig
from storybot.training_loop.model import make_model
from storybot.training_loop.optimizers import OptimizerConfig
from storybot.training_loop.world import World

VOCAB = 4096


class Chatty(Group):
    """A group that sends the gradients round after every micro-step: how not to do it."""

    def micro_step(self, model: torch.nn.Module, last: bool) -> Any:
        return super().micro_step(model, last=True)


class Silent(Group):
    """A group that never talks: wrong results, but the time of all that is not communication."""

    def micro_step(self, model: torch.nn.Module, last: bool) -> Any:
        return super().micro_step(model, last=False)


def measure(place: Place, chosen: argparse.Namespace) -> dict[str, Any]:
    """Seconds of a step: as it is meant, chatty and silent, steps of all three interleaved."""
    width = chosen.width or 64 * chosen.depth
    config = ModelConfig(VOCAB, chosen.seq_len, chosen.depth, width, width // 64, width // 64)
    worlds: dict[str, World] = {"ours": make_world(place, bool(chosen.shard))}
    if place.size > 1:
        worlds |= {"chatty": Chatty(place, bool(chosen.shard)), "silent": Silent(place, bool(chosen.shard))}
    own = chosen.micro_steps // place.size
    steps = {name: Step(world, config, chosen.rows, own, chosen.optimizer) for name, world in worlds.items()}
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for number in range(chosen.steps + 2):
        for name, step in steps.items():
            worlds["ours"].barrier()
            start = time.perf_counter()
            step()
            if number >= 2:  # the first ones warm up
                seconds[name].append(time.perf_counter() - start)
    tokens = chosen.micro_steps * chosen.rows * chosen.seq_len
    return {"tokens": tokens, "seconds": {name: statistics.median(values) for name, values in seconds.items()}}


class Step:
    """One step of training on random tokens, with the loop's calls to the world and nothing around them."""

    def __init__(self, world: World, config: ModelConfig, rows: int, micro_steps: int, optimizer: str) -> None:
        self.world, self.micro_steps = world, micro_steps
        self.model = make_model(config)
        self.optimizers = world.optimizers(self.model, OptimizerConfig(optimizer), 10**6)
        self.forward = world.wrap(self.model)
        self.inputs, self.targets = torch.randint(VOCAB, (2, rows, config.seq_len))

    def __call__(self) -> None:
        for micro in range(self.micro_steps):
            with self.world.micro_step(self.forward, last=micro == self.micro_steps - 1) or nullcontext():
                (self.forward(self.inputs, self.targets) / self.micro_steps).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizers.step()
        self.model.zero_grad(set_to_none=True)
