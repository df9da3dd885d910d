"""A run under way: model, optimizers and data, how far it has come, and how to save all that and load it again."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any, Protocol

import torch

from storybot import __version__
from storybot.model.gpt import init_model
from storybot.training_loop.checkpoint import checkpoints, latest_valid_checkpoint, load_checkpoint, save_checkpoint
from storybot.training_loop.precision import pick_device, pick_dtype
from storybot.training_loop.strategy import Strategy
from storybot.training_loop.train_config import TrainConfig, differences


class Data(Protocol):
    """Batches without end, and a state from which the next batch follows. `TokenLoader` is one."""

    def __next__(self) -> tuple[torch.Tensor, torch.Tensor]: ...
    def state_dict(self) -> dict[str, Any]: ...
    def load_state_dict(self, state: dict[str, Any]) -> None: ...


class Run:
    """All that changes while a model is trained."""

    def __init__(self, config: TrainConfig, data: Data, folder: Path | None, world: Strategy) -> None:
        check_vocabulary(config, data)
        self.config, self.data, self.folder, self.world = config, data, folder, world
        self.micro_steps = own_micro_steps(config.accumulation, world.size)
        self.step = 0  # steps done
        self.mean_loss = 0.0  # a running mean, from 0 on: see `smooth`
        self.device = pick_device(config.device)
        self.dtype = pick_dtype(self.device) if config.dtype == "auto" else getattr(torch, config.dtype)
        self.model = init_model(config.model, self.device, config.seed)
        self.optimizers = world.optimizers(self.model, config.optimizer, config.steps)
        torch.manual_seed(config.seed)
        compiled: Any = torch.compile(self.model) if config.compile else self.model
        self.forward: torch.nn.Module = world.wrap(compiled)

    def resume(self, where: str | Path | None) -> None:
        """Go to where a checkpoint is: a path, or "auto" for the newest good one; None is the beginning."""
        if where is None:
            if self.folder is not None and checkpoints(self.folder):
                raise FileExistsError(
                    f"{self.folder} holds a run already (at {checkpoints(self.folder)[-1].name}); "
                    'resume it with resume="auto" (--resume auto), or give another folder'
                )
            return
        if where != "auto":
            self.load(Path(where))
            return
        if self.folder is None:
            raise ValueError('resume="auto" looks for checkpoints in `folder`; give one')
        path, problems = latest_valid_checkpoint(self.folder)
        for problem in problems if self.world.rank == 0 else ():
            print(f"passed over: {problem}")
        if path is not None:
            self.load(path)

    def save(self) -> Path | None:
        """Write a checkpoint of this very moment. All processes take part, rank 0 writes."""
        self.world.assert_in_sync(self.model, self.step)
        optimizer = self.world.optimizer_state(self.optimizers)
        data = self.world.collect(self.data.state_dict())
        if self.folder is None or self.world.rank != 0:
            return None
        state = {
            "step": self.step,
            "mean_loss": self.mean_loss,
            "config": self.config.as_dict(),
            "data": data,
            "random": torch.get_rng_state().numpy().tobytes().hex(),
            "versions": {"storybot": __version__, "torch": torch.__version__, "python": platform.python_version()},
        }
        return save_checkpoint(self.folder, self.model.state_dict(), optimizer, state, self.config.keep)

    def load(self, path: Path) -> None:
        """Become what was saved. A checkpoint of another run is refused before anything is changed."""
        model, optimizer, state = load_checkpoint(path)
        other = differences(state["config"], self.config.as_dict())
        if other:
            raise ValueError(f"{path} is of another run: " + "; ".join(other))
        self.data.load_state_dict(state["data"])
        self.model.load_state_dict(model)
        self.optimizers.load_state_dict(optimizer)
        self.step, self.mean_loss = state["step"], state["mean_loss"]
        self.world.assert_in_sync(self.model, self.step)
        torch.set_rng_state(torch.frombuffer(bytearray.fromhex(state["random"]), dtype=torch.uint8))


def own_micro_steps(micro_steps: int, processes: int) -> int:
    """How many micro-steps of a step one process does."""
    if micro_steps % processes:
        raise ValueError(
            f"a step has {micro_steps} micro-step{'s' if micro_steps > 1 else ''}; {processes} processes cannot share "
            "them evenly: give another number of processes, or another batch"
        )
    return micro_steps // processes


def check_vocabulary(config: TrainConfig, data: Data) -> None:
    """A token that the model has no row for would be an error in the middle of the run."""
    tokenizer = getattr(data, "tokenizer", None)
    needed = max(tokenizer.vocab) + 1 if tokenizer is not None else 0
    if needed > config.model.vocab_size:
        raise ValueError(
            f"the tokenizer has {needed:,} tokens, the model only {config.model.vocab_size:,}; "
            "give the model at least as many"
        )
