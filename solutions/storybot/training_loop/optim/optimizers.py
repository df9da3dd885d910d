"""Which optimizer for which parameter: Muon for the matrices of the blocks, AdamW for embedding and head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch

from storybot.model.gpt import GPT
from storybot.training_loop.optim.muon import Muon
from storybot.training_loop.optim.orthogonal import THREE_STEPS
from storybot.training_loop.optim.schedule import lr_multiplier, muon_momentum

ADAMW: dict[str, Any] = {"betas": (0.8, 0.95), "eps": 1e-10, "weight_decay": 0.0, "fused": True}


@dataclass(frozen=True)
class OptimizerConfig:
    """Learning rates and their course. Rates of AdamW are for a width of 768 and grow as 1 / sqrt(width)."""

    kind: str = "muon"  # "muon": Muon and AdamW; "adamw": AdamW for all
    matrix_lr: float = 0.02
    embedding_lr: float = 0.02
    head_lr: float = 0.004
    adamw_lr: float = 0.002  # for the matrices when kind is "adamw"
    weight_decay: float = 0.0
    warmup: int = 0  # steps
    warmdown: float = 0.4  # share of the steps

    def __post_init__(self) -> None:
        if self.kind not in ("muon", "adamw"):
            raise ValueError(f'the optimizer is "muon" or "adamw", not {self.kind!r}')
        if not 0 <= self.warmdown <= 1:
            raise ValueError(f"warmdown is a share of the steps, between 0 and 1, not {self.warmdown}")


class Optimizers:
    """All optimizers of a run as one, with their schedules."""

    def __init__(self, model: GPT, config: OptimizerConfig, steps: int) -> None:
        self.config, self.steps = config, steps
        self.names: dict[torch.Tensor, str] = {weight: name for name, weight in model.named_parameters()}
        matrices = [weight for weight in model.blocks.parameters() if weight.ndim == 2]
        scale = (model.config.width / 768) ** -0.5
        groups: list[dict[str, Any]] = [
            {"params": [model.embedding.weight], "lr": config.embedding_lr * scale},
            {"params": [model.head.weight], "lr": config.head_lr * scale},
        ]
        self.parts: dict[str, torch.optim.Optimizer] = {}
        if config.kind == "muon":
            self.parts["muon"] = self.make_muon(matrices)
        else:
            groups.append({"params": matrices, "lr": config.adamw_lr * scale, "weight_decay": config.weight_decay})
        self.parts["adamw"] = self.make_adamw(groups)
        for part in self.parts.values():
            for group in part.param_groups:
                group["full_lr"] = group["lr"]

    def make_muon(self, matrices: list[torch.nn.Parameter]) -> Muon:
        config = self.config
        return Muon(matrices, config.matrix_lr, weight_decay=config.weight_decay, coefficients=THREE_STEPS)

    def make_adamw(self, groups: list[dict[str, Any]]) -> torch.optim.Optimizer:
        return torch.optim.AdamW(groups, **ADAMW)

    def holders(self) -> dict[str, torch.optim.Optimizer]:
        """The optimizers that hold the state."""
        return self.parts

    def schedule(self, step: int) -> float:
        """Set rates and momentum for this step; gives the multiplier."""
        multiplier = lr_multiplier(step, self.steps, self.config.warmup, round(self.config.warmdown * self.steps))
        for part in self.parts.values():
            for group in part.param_groups:
                group["lr"] = group["full_lr"] * multiplier
        if "muon" in self.parts:
            for group in self.parts["muon"].param_groups:
                group["momentum"] = muon_momentum(step)
        return multiplier

    def step(self) -> None:
        for part in self.parts.values():
            part.step()

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Everything the optimizers remember, by optimizer, kind and parameter: nothing of how it is laid out."""
        return {
            f"{part}.{key}.{self.names[weight]}": value.contiguous()
            for part, optimizer in self.holders().items()
            for weight, state in optimizer.state.items()
            for key, value in state.items()
        }

    def state_bytes(self) -> int:
        """How much memory the state takes here."""
        return sum(value.nbytes for value in self.state_dict().values())

    def load_state_dict(self, tensors: dict[str, torch.Tensor]) -> None:
        """Take what belongs to the own parameters from the state of all."""
        holders, muon = self.holders(), self.parts.get("muon")
        if isinstance(muon, Muon) and tensors:
            for group in muon.param_groups:
                muon.make_stack(group)
        own = {part: {self.names[weight]: weight for weight in self.own(part)} for part in holders}
        for label, value in tensors.items():
            part, key, name = label.split(".", 2)
            if name not in own[part]:
                continue
            weight = own[part][name]
            if part == "muon":
                holders[part].state[weight][key].copy_(value)
            else:
                holders[part].state[weight][key] = (
                    value.clone() if key == "step" else value.to(weight.device, copy=True)
                )

    def own(self, part: str) -> Iterable[torch.Tensor]:
        """The parameters whose state is held here."""
        holder = self.holders()[part]
        return [
            weight
            for group in holder.param_groups
            for weight in (holder.own(group) if isinstance(holder, Muon) else group["params"])
        ]
