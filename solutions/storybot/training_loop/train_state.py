"""A run under way: model, optimizers and data, how far it has come, and how to save all that and load it again."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any, Protocol

import torch

from storybot import __version__
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.model.config import check_vocab_size
from storybot.model.gpt import init_model
from storybot.training_loop.precision import pick_device, pick_dtype
from storybot.training_loop.runs.checkpoint import (
    Checkpoint,
    CorruptCheckpointError,
    SavedState,
    latest_valid_checkpoint,
    list_checkpoints,
    load_checkpoint,
    save_checkpoint,
)
from storybot.training_loop.strategy import Strategy
from storybot.training_loop.train_config import TrainConfig, differences


class BatchSource(Protocol):
    """Endless batches, and a state from which the next batch follows. `TokenLoader` is one, `MicroStepLoader` too."""

    @property
    def tokenizer(self) -> Tokenizer:
        """Whose ids the batches hold."""

    @property
    def epoch(self) -> int:
        """How often all documents have been read."""

    def __next__(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Inputs and targets, (B, T) each."""

    def state_dict(self) -> dict[str, Any]:
        """What JSON can hold."""

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on after the batch at which `state_dict` was called."""


def pick_common_dtype(device: torch.device, strategy: Strategy) -> torch.dtype:
    """The dtype of all ranks: bfloat16 only if every rank finds it faster. Each measures for itself, and may err."""
    return torch.float32 if strategy.any_rank(pick_dtype(device) == torch.float32) else torch.bfloat16


class TrainState:
    """All that changes while a model is trained."""

    def __init__(self, config: TrainConfig, data: BatchSource, folder: Path | None, strategy: Strategy) -> None:
        check_vocab_size(config.model, data.tokenizer)
        self.config, self.data, self.folder, self.strategy = config, data, folder, strategy
        self.micro_steps = micro_steps_per_rank(config.accumulation, strategy.size)
        self.step = 0  # steps done
        self.mean_loss = 0.0  # a running mean that starts at 0: see `debiased_mean_loss`
        self.device = pick_device(config.device)
        self.dtype = (
            pick_common_dtype(self.device, strategy) if config.dtype == "auto" else getattr(torch, config.dtype)
        )
        self.model = init_model(config.model, self.device, config.seed)
        self.optimizers = strategy.optimizers(self.model, config.optimizer, config.steps)
        torch.manual_seed(config.seed)
        compiled: Any = torch.compile(self.model) if config.compile else self.model
        self.forward: torch.nn.Module = strategy.wrap(compiled)

    def resume(self, source: str | Path | None) -> None:
        """Continue from a checkpoint: a path, or "auto" for the newest valid one; None starts at step 0.

        "auto" starts at step 0 only if the folder has no checkpoint. If it has some and all are damaged, that is
        an error: hours of training should not be replaced by a new beginning that nobody asked for.
        """
        if source is None:
            if self.folder is not None and list_checkpoints(self.folder):
                raise FileExistsError(
                    f"{self.folder} holds a run already (at {list_checkpoints(self.folder)[-1].name}); "
                    'resume it with resume="auto" (--resume auto), or give another folder'
                )
            return
        if source != "auto":
            self.load(load_checkpoint(source))
            return
        if self.folder is None:
            raise ValueError('resume="auto" looks for checkpoints in `folder`; give one')
        checkpoint, problems = latest_valid_checkpoint(self.folder)
        if checkpoint is None and problems:
            raise CorruptCheckpointError(
                f"no checkpoint in {self.folder} is valid: {'; '.join(problems)}. "
                f"To start again from step 0, remove {self.folder / 'checkpoints'} (storybot train: --restart)"
            )
        for problem in problems if self.strategy.rank == 0 else ():
            print(f"skipped a damaged checkpoint: {problem}", file=sys.stderr, flush=True)
        if checkpoint is not None:
            self.load(checkpoint)

    def save(self) -> Path | None:
        """Write a checkpoint of the current step. All processes take part, rank 0 writes."""
        self.strategy.assert_in_sync(self.model, self.step)
        optimizer = self.strategy.optimizer_state(self.optimizers)
        data = self.strategy.gather_data_state(self.data.state_dict())
        if self.folder is None or self.strategy.rank != 0:
            return None
        state = SavedState(
            step=self.step,
            mean_loss=self.mean_loss,
            config=self.config.as_dict(),
            data=data,
            rng_state=torch.get_rng_state().numpy().tobytes().hex(),
            versions={"storybot": __version__, "torch": torch.__version__, "python": platform.python_version()},
        )
        return save_checkpoint(self.folder, state, self.model.state_dict(), optimizer, self.config.keep)

    def load(self, checkpoint: Checkpoint) -> None:
        """Become what was saved. A checkpoint of another run is refused before anything is changed."""
        saved = checkpoint.state
        other = differences(saved.config, self.config.as_dict())
        if other:
            raise ValueError(f"{checkpoint.path} is of another run: " + "; ".join(other))
        self.data.load_state_dict(saved.data)
        self.model.load_state_dict(checkpoint.model)
        self.optimizers.load_state_dict(checkpoint.optimizer)
        self.step, self.mean_loss = saved.step, saved.mean_loss
        self.strategy.assert_in_sync(self.model, self.step)
        torch.set_rng_state(torch.frombuffer(bytearray.fromhex(saved.rng_state), dtype=torch.uint8))


def micro_steps_per_rank(micro_steps: int, world_size: int) -> int:
    """How many of a step's micro-steps each process does.

    >>> micro_steps_per_rank(6, 2)
    3
    """
    if micro_steps % world_size:
        raise ValueError(
            f"a step has {micro_steps} micro-step{'s' if micro_steps > 1 else ''}; {world_size} processes cannot share "
            "them evenly: give another number of processes, or another batch"
        )
    return micro_steps // world_size
