"""Chapter 6, DDP: the same loop on many processes.

Read in this order: `ring` (with `rehearsal`, and `ring_group` among real processes), `costs`,
`place` (with `roll_call`), `printing`, `readers`, `gradients`, `together`, `notes`, `exchange`,
`shares` and `sharded`, `group`; then how processes are started: `launching`, `commands`, `demo`.

The names below are found when they are asked for, as in chapter 5.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storybot.ddp.costs import ring_seconds as ring_seconds
    from storybot.ddp.gradients import mean_gradient as mean_gradient
    from storybot.ddp.launching import launch as launch
    from storybot.ddp.place import compute_cleanup as compute_cleanup
    from storybot.ddp.place import compute_init as compute_init
    from storybot.ddp.printing import print0 as print0
    from storybot.ddp.readers import who_reads as who_reads
    from storybot.ddp.ring import ring_all_reduce as ring_all_reduce
    from storybot.ddp.shares import share_out as share_out
    from storybot.ddp.together import steps_together as steps_together

MODULES = {
    "compute_cleanup": "place",
    "compute_init": "place",
    "launch": "launching",
    "mean_gradient": "gradients",
    "print0": "printing",
    "ring_all_reduce": "ring",
    "ring_seconds": "costs",
    "share_out": "shares",
    "steps_together": "together",
    "who_reads": "readers",
}

__all__ = list(MODULES)


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{MODULES[name]}"), name)
