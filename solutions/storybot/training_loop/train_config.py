"""The configuration of a run as one plain value, which can be saved and compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from storybot.model.config import ModelConfig

# These may differ when a run is resumed: they do not decide what the model becomes.
RESUMABLE_FIELDS = ("device", "dtype", "compile", "evaluate_every", "checkpoint_every", "keep")


@dataclass(frozen=True)
class OptimizerConfig:
    """Learning rates and their schedule.

    The rates of AdamW are for a model of width 768; for other widths they are scaled by sqrt(768 / width).
    """

    kind: Literal["muon", "adamw"] = "muon"  # "muon": Muon for matrices, AdamW for the rest; "adamw": AdamW for all
    matrix_lr: float = 0.02
    embedding_lr: float = 0.02
    head_lr: float = 0.004
    adamw_lr: float = 0.002  # for the matrices when kind is "adamw"
    weight_decay: float = 0.0
    warmup: int = 0  # steps
    warmdown: float = 0.4  # fraction of the steps

    def __post_init__(self) -> None:
        if self.kind not in ("muon", "adamw"):
            raise ValueError(f'the optimizer is "muon" or "adamw", not {self.kind!r}')
        if not 0 <= self.warmdown <= 1:
            raise ValueError(f"warmdown is a fraction of the steps, between 0 and 1, not {self.warmdown}")


@dataclass(frozen=True)
class TrainConfig:
    """First what decides the result of the run; then, from `device` on, how it is carried out.

    Only the fields of the second kind (RESUMABLE_FIELDS) may change when a run is resumed.
    """

    model: ModelConfig
    steps: int
    device_batch: int  # rows in a micro-step of one process
    accumulation: int = 1  # micro-steps in a step, those of all processes together
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    clip: float = 1.0  # the largest norm of the gradient; a larger one is scaled down to it
    spike: float = 3.0  # the run stops if the loss is this many nats above its mean
    seed: int = 0

    device: str = "auto"
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"  # "auto": the faster one in a quick test
    compile: bool = False
    evaluate_every: int = 0  # steps; 0: only at the beginning and at the end
    checkpoint_every: int = 0  # steps; 0: only at the end
    keep: int = 2  # checkpoints

    def __post_init__(self) -> None:
        for name in ("steps", "device_batch", "accumulation", "keep"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")

    @property
    def tokens_per_step(self) -> int:
        """Of all processes together."""
        return self.device_batch * self.model.seq_len * self.accumulation

    def as_dict(self) -> dict[str, Any]:
        """As nested dicts of plain values, for JSON."""
        return asdict(self)

    @staticmethod
    def from_dict(values: dict[str, Any]) -> TrainConfig:
        """The inverse of `as_dict`."""
        model, optimizer = ModelConfig(**values["model"]), OptimizerConfig(**values["optimizer"])
        return TrainConfig(**values | {"model": model, "optimizer": optimizer})


def differences(saved: dict[str, Any], wanted: dict[str, Any], within: str = "") -> list[str]:
    """Where two configs disagree on what decides the result of the run.

    >>> differences({"steps": 10, "model": {"depth": 2}}, {"steps": 20, "model": {"depth": 2}})
    ['steps is 10 in the checkpoint, 20 here']
    """
    found = []
    for name in saved.keys() | wanted.keys():
        old, new = saved.get(name), wanted.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            found += differences(old, new, f"{within}{name}.")
        elif old != new and within + name not in RESUMABLE_FIELDS:
            found.append(f"{within}{name} is {old} in the checkpoint, {new} here")
    return sorted(found)
