"""Chapter 5, the training loop: a small GPT that learns to tell stories.

Read in this order: `config` and `model` (with `by_hand` and `head_loss`), `loss`, `schedule`, `budget`
and `plans`, `adamw`, `orthogonal`, `muon`, `optimizers`, `precision`, `settings`, `run`, `loop`,
`run_log`, `checkpoint`, `signals`, `world`, `evaluate`, `sample`, `progress`, `plot`; then what the
command line adds: `corpus`, `presets`, `start`.

The names below are found when they are asked for: PyTorch takes two seconds to import, and most
commands do without it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storybot.training_loop.adamw import adamw_step as adamw_step
    from storybot.training_loop.budget import training_budget as training_budget
    from storybot.training_loop.config import ModelConfig as ModelConfig
    from storybot.training_loop.config import config_for_depth as config_for_depth
    from storybot.training_loop.loop import train as train
    from storybot.training_loop.loss import cross_entropy as cross_entropy
    from storybot.training_loop.model import GPT as GPT
    from storybot.training_loop.model import make_model as make_model
    from storybot.training_loop.orthogonal import newton_schulz as newton_schulz
    from storybot.training_loop.plans import accumulation_steps as accumulation_steps
    from storybot.training_loop.plans import plan as plan
    from storybot.training_loop.schedule import lr_multiplier as lr_multiplier

MODULES = {
    "GPT": "model",
    "ModelConfig": "config",
    "accumulation_steps": "plans",
    "adamw_step": "adamw",
    "config_for_depth": "config",
    "cross_entropy": "loss",
    "lr_multiplier": "schedule",
    "make_model": "model",
    "newton_schulz": "orthogonal",
    "plan": "plans",
    "train": "loop",
    "training_budget": "budget",
}

__all__ = list(MODULES)


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{MODULES[name]}"), name)
