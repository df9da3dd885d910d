"""Everything that a run is told: as one value that can be written down and compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from storybot.model.config import ModelConfig
from storybot.training_loop.optim.optimizers import OptimizerConfig

FREE = ("device", "dtype", "compile", "evaluate_every", "checkpoint_every", "keep")  # may differ after a resume


@dataclass(frozen=True)
class TrainConfig:
    """What decides the run, and below the line how it is carried out."""

    model: ModelConfig
    steps: int
    device_batch: int  # rows in a micro-step of one process
    accumulation: int = 1  # micro-steps in a step, those of all processes together
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    clip: float = 1.0  # the longest gradient
    spike: float = 3.0  # a loss so many nats above its mean stops the run
    seed: int = 0

    device: str = "auto"
    dtype: str = "auto"  # "float32", "bfloat16", or what a quick probe finds faster
    compile: bool = False
    evaluate_every: int = 0  # steps; 0: at the beginning and at the end only
    checkpoint_every: int = 0  # steps; 0: at the end only
    keep: int = 2  # checkpoints

    def __post_init__(self) -> None:
        for name, least in (("steps", 1), ("device_batch", 1), ("accumulation", 1), ("keep", 1)):
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be at least {least}, not {getattr(self, name)}")

    @property
    def tokens_per_step(self) -> int:
        """Of all processes together."""
        return self.device_batch * self.model.seq_len * self.accumulation

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_dict(values: dict[str, Any]) -> TrainConfig:
        model, optimizer = ModelConfig(**values["model"]), OptimizerConfig(**values["optimizer"])
        return TrainConfig(**values | {"model": model, "optimizer": optimizer})


def differences(saved: dict[str, Any], wanted: dict[str, Any], within: str = "") -> list[str]:
    """Where two configs disagree on what decides the run.

    >>> differences({"steps": 10, "model": {"depth": 2}}, {"steps": 20, "model": {"depth": 2}})
    ['steps is 10 in the checkpoint, 20 here']
    """
    found = []
    for name in saved.keys() | wanted.keys():
        old, new = saved.get(name), wanted.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            found += differences(old, new, f"{within}{name}.")
        elif old != new and within + name not in FREE:
            found.append(f"{within}{name} is {old} in the checkpoint, {new} here")
    return sorted(found)
