"""Which optimizer for which parameter, and its learning rate over the run.

Muon for the matrices of the blocks, AdamW for embedding and head; `lr_multiplier` is the schedule of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from storybot.model.gpt import GPT
from storybot.training_loop.optim.muon import THREE_STEPS, Muon
from storybot.training_loop.train_config import OptimizerConfig

ADAMW: dict[str, Any] = {"betas": (0.8, 0.95), "eps": 1e-10, "weight_decay": 0.0, "fused": True}
REFERENCE_WIDTH = 768  # the model width that the learning rates of AdamW are given for


def lr_multiplier(step: int, steps: int, warmup: int, warmdown: int) -> float:
    """What the learning rate is multiplied by at `step`, counted from 0.

    It rises in `warmup` equal stairs to 1: the first step is 1 / warmup,
    not 0. It stays at 1, and over the last `warmdown` steps it falls in
    equal stairs towards 0, which it would reach at step `steps`, one
    after the last. Either may be 0 steps long. Where the two overlap, the
    smaller number counts. A step that is not between 0 and steps - 1:
    ValueError.

    >>> [lr_multiplier(step, 10, 2, 4) for step in range(10)]
    [0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.25]
    >>> [lr_multiplier(step, 4, 4, 2) for step in range(4)]
    [0.25, 0.5, 0.75, 0.5]
    """
    if not 0 <= step < steps:
        raise ValueError(f"a run of {steps} steps has no step {step}: the first is 0, the last {steps - 1}")
    rising = (step + 1) / warmup if warmup else 1.0
    falling = (steps - step) / warmdown if warmdown else 1.0
    return min(rising, falling, 1.0)


def muon_momentum(step: int, rise: int = 300) -> float:
    """The momentum of Muon: from 0.85 to 0.95 over the first `rise` steps.

    >>> [round(muon_momentum(step), 3) for step in (0, 150, 300, 1000)]
    [0.85, 0.9, 0.95, 0.95]
    """
    return 0.85 + 0.1 * min(1.0, step / rise)


class Optimizers:
    """All optimizers of a run as one, with their schedules; `optimizers` has "adamw" and, if it is used, "muon"."""

    def __init__(self, model: GPT, config: OptimizerConfig, steps: int) -> None:
        self.config, self.steps = config, steps
        self.names: dict[torch.Tensor, str] = {weight: name for name, weight in model.named_parameters()}
        matrices = [weight for weight in model.blocks.parameters() if weight.ndim == 2]
        scale = (model.config.width / REFERENCE_WIDTH) ** -0.5
        groups: list[dict[str, Any]] = [
            {"params": [model.embedding.weight], "lr": config.embedding_lr * scale},
            {"params": [model.head.weight], "lr": config.head_lr * scale},
        ]
        self.optimizers: dict[str, torch.optim.Optimizer] = {}
        if config.kind == "muon":
            self.optimizers["muon"] = self.make_muon(matrices)
        else:
            groups.append({"params": matrices, "lr": config.adamw_lr * scale, "weight_decay": config.weight_decay})
        self.optimizers["adamw"] = self.make_adamw(groups)
        for optimizer in self.optimizers.values():
            for group in optimizer.param_groups:
                group["full_lr"] = group["lr"]

    def make_muon(self, matrices: list[torch.nn.Parameter]) -> Muon:
        """Muon for these matrices. Chapter 6 makes one whose state is divided among the ranks."""
        config = self.config
        return Muon(matrices, config.matrix_lr, weight_decay=config.weight_decay, coefficients=THREE_STEPS)

    def make_adamw(self, groups: list[dict[str, Any]]) -> torch.optim.Optimizer:
        """AdamW for these parameter groups."""
        return torch.optim.AdamW(groups, **ADAMW)

    def stateful(self) -> dict[str, torch.optim.Optimizer]:
        """The optimizers that hold the state themselves (a sharding wrapper does not)."""
        return self.optimizers

    def schedule(self, step: int) -> float:
        """Set learning rates and momentum for this step, counted from 0; returns the multiplier of the rates."""
        multiplier = lr_multiplier(step, self.steps, self.config.warmup, round(self.config.warmdown * self.steps))
        for optimizer in self.optimizers.values():
            for group in optimizer.param_groups:
                group["lr"] = group["full_lr"] * multiplier
        if "muon" in self.optimizers:
            for group in self.optimizers["muon"].param_groups:
                group["momentum"] = muon_momentum(step)
        return multiplier

    def step(self) -> None:
        """Update all parameters from their gradients."""
        for optimizer in self.optimizers.values():
            optimizer.step()

    def state_dict(self) -> dict[str, torch.Tensor]:
        """The state by optimizer, kind and parameter, e.g. `muon.momentum.blocks.0.mlp.up.weight`.

        Nothing in it depends on how the state is laid out in memory or divided among ranks.
        """
        return {
            f"{name}.{key}.{self.names[weight]}": value.contiguous()
            for name, optimizer in self.stateful().items()
            for weight, state in optimizer.state.items()
            for key, value in state.items()
        }

    def state_bytes(self) -> int:
        """How much memory the state takes in this process."""
        return sum(value.nbytes for value in self.state_dict().values())

    def load_state_dict(self, tensors: dict[str, torch.Tensor]) -> None:
        """Take the state of the parameters owned here out of the state of all parameters."""
        stateful, muon = self.stateful(), self.optimizers.get("muon")
        if isinstance(muon, Muon) and tensors:
            for group in muon.param_groups:
                muon.init_momentum(group)
        owned = {name: {self.names[weight]: weight for weight in self.owned_params(name)} for name in stateful}
        for label, value in tensors.items():
            name, key, parameter = label.split(".", 2)
            if parameter not in owned[name]:
                continue
            weight = owned[name][parameter]
            state = stateful[name].state[weight]
            if name == "muon":
                state[key].copy_(value)  # in place: it is a view of its group's stack
            else:
                state[key] = value.clone() if key == "step" else value.to(weight.device, copy=True)

    def owned_params(self, name: str) -> Iterable[torch.Tensor]:
        """The parameters whose state this process holds, for the optimizer called `name`."""
        optimizer = self.stateful()[name]
        return [
            weight
            for group in optimizer.param_groups
            for weight in (optimizer.owned_params(group) if isinstance(optimizer, Muon) else group["params"])
        ]
