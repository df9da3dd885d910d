"""What the cells of a notebook call: `set_language`, `check`, `hint`, `mine`, `recorded`, `show`.

The names are imported when they are first used, so that pytest's plugin in this folder costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storybot.check.checker import check
    from storybot.check.hints import hint
    from storybot.notebook.own_functions import mine
    from storybot.notebook.plots import show
    from storybot.notebook.recorded_results import recorded
    from storybot.notebook.words import set_language

HOMES = {
    "check": "storybot.check.checker",
    "hint": "storybot.check.hints",
    "mine": "storybot.notebook.own_functions",
    "recorded": "storybot.notebook.recorded_results",
    "set_language": "storybot.notebook.words",
    "show": "storybot.notebook.plots",
}

__all__ = ["check", "hint", "mine", "recorded", "set_language", "show"]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(HOMES[name]), name)
