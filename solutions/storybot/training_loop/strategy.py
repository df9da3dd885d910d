"""On how many processes a model is trained: here on one. Chapter 6 has a `DDPStrategy`, and the loop stays the same."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch

from storybot.model.gpt import GPT
from storybot.training_loop.optim.optimizers import Optimizers
from storybot.training_loop.train_config import OptimizerConfig


class Strategy:
    """Everything the loop does differently on several processes; these methods are for a single process."""

    rank = 0
    size = 1

    def wrap(self, model: torch.nn.Module) -> torch.nn.Module:
        """The model as it is called in training."""
        return model

    def micro_step(self, model: torch.nn.Module, last: bool) -> AbstractContextManager[None]:
        """A context around forward and backward of a micro-step; after the `last` one the gradients are needed."""
        return nullcontext()

    def optimizers(self, model: GPT, config: OptimizerConfig, steps: int) -> Optimizers:
        """The optimizers of a run of `steps` steps."""
        return Optimizers(model, config, steps)

    def all_reduce_sum(self, value: torch.Tensor) -> torch.Tensor:
        """The sum over all processes."""
        return value

    def barrier(self) -> None:
        """Wait until all processes have called this."""

    def any_rank(self, flag: bool) -> bool:
        """Whether the flag is true in any process."""
        return flag

    def optimizer_state(self, optimizers: Optimizers) -> dict[str, torch.Tensor]:
        """The state of all optimizers of all processes, complete on rank 0."""
        return optimizers.state_dict()

    def assert_in_sync(self, model: GPT, step: int) -> None:
        """Raise an error if a process is at another step, or has other parameters."""

    def gather_data_state(self, state: dict[str, Any]) -> dict[str, Any]:
        """The data state of all processes, complete on rank 0."""
        return state


SINGLE_PROCESS = Strategy()
