"""`core.json`: the scores so far, and what they are scores of. Those of another model are never gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from storybot.atomic import write_atomically
from storybot.training_loop.strategy import Strategy

CORE_FILE = "core.json"
OF = ("bundle", "baselines", "model", "max_per_task")  # scores that differ in one of these do not go together
Scores = dict[str, Any]


def write_scores(path: Path, scores: Scores) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(scores, indent=1) + "\n")


def read_scores(path: Path, wanted: Scores) -> Scores:
    """The tasks in the file, if there is one and it has scores of what is `wanted`."""
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        tasks: Scores = {label: dict(one) for label, one in found["tasks"].items()}
        different = [f"{name} {found[name]!r}, not {wanted[name]!r}" for name in OF if found[name] != wanted[name]]
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise ValueError(
            f"{path} has no scores that can be read ({problem}); begin anew with --fresh (fresh=True)"
        ) from None
    if different:
        raise ValueError(
            f"{path} has scores of something else: {'; '.join(different)}; begin anew with --fresh (fresh=True)"
        )
    return tasks


def tasks_done(
    path: Path, wanted: Scores, labels: list[str], world: Strategy, device: torch.device
) -> dict[str, list[float]]:
    """Accuracy, number of items and of truncated ones of each task that is in the file.

    Only rank 0 reads it, for the others may not see its disk, and all learn what it found.
    """
    shared = torch.zeros(len(labels) + 1, 4, dtype=torch.float64, device=device)
    problem: Exception | None = None
    if world.rank == 0:
        try:
            tasks = read_scores(path, wanted)
            for row, label in enumerate(labels):
                if label in tasks:
                    one = tasks[label]
                    shared[row] = torch.tensor([1, one["accuracy"], one["n"], one["truncated"]], dtype=torch.float64)
        except (OSError, ValueError, KeyError, TypeError) as found:
            problem = found
            shared[-1] = 1
    rows = world.sum(shared).tolist()
    if problem is not None:
        raise problem
    if rows[-1][0]:
        raise ValueError(f"the first process cannot go on with {path}")
    return {label: row[1:] for label, row in zip(labels, rows, strict=False) if row[0]}
