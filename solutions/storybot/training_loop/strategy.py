"""Who trains: one process. Chapter 6 puts a group of processes in its place, and the loop stays the same."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch

from storybot.model.gpt import GPT
from storybot.training_loop.optim.optimizers import OptimizerConfig, Optimizers


class Strategy:
    """What the loop asks of its surroundings; the answers of one process that is alone."""

    rank = 0
    size = 1

    def wrap(self, model: torch.nn.Module) -> torch.nn.Module:
        """The model as it is called in training."""
        return model

    def micro_step(self, model: torch.nn.Module, last: bool) -> AbstractContextManager[None]:
        """Around forward and backward of a micro-step; `last` when the gradients are needed after it."""
        return nullcontext()

    def optimizers(self, model: GPT, config: OptimizerConfig, steps: int) -> Optimizers:
        return Optimizers(model, config, steps)

    def sum(self, value: torch.Tensor) -> torch.Tensor:
        """The sum over all processes."""
        return value

    def barrier(self) -> None:
        """Wait until all processes are here."""

    def any(self, flag: bool) -> bool:
        """Whether the flag is up in any process."""
        return flag

    def optimizer_state(self, optimizers: Optimizers) -> dict[str, torch.Tensor]:
        """What all optimizers remember together, on rank 0."""
        return optimizers.state_dict()

    def assert_in_sync(self, model: GPT, step: int) -> None:
        """An error if a process is at another step, or has other parameters."""

    def collect(self, state: dict[str, Any]) -> dict[str, Any]:
        """The state of everybody's data, on rank 0."""
        return state


SINGLE_PROCESS = Strategy()
