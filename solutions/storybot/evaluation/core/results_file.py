"""`core.json`: the scores so far, and what they are scores of. Those of another model are never continued."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch

from storybot.evaluation.core.metric import score_name
from storybot.json_file import build_record, explain_damage, read_json_file, write_json_file
from storybot.training_loop.strategy import Strategy

CORE_FILE = "core.json"
FORMAT, VERSION = "storybot core scores", 1
RESUME_KEYS = ("bundle", "baselines", "model", "max_per_task")  # scores that differ in one of these are not mixed
START_AGAIN = "start again with --fresh (in Python: fresh=True)"


@dataclass(frozen=True)
class TaskScore:
    """How a model did on one task."""

    accuracy: float  # a share, from 0 to 1
    centered: float
    baseline: float  # what guessing gets, in per cent, as in the public bundle
    n: int  # items
    shots: int
    truncated: int = 0  # items that lost their beginning


@dataclass
class CoreScores:
    """The scores of the tasks of a bundle, and once all are there `score`, their mean: CORE, or the story score."""

    bundle: str
    baselines: str
    model: str  # fingerprint of weights and tokenizer
    max_per_task: int | None = None
    tasks: dict[str, TaskScore] = field(default_factory=dict)
    score: float | None = None

    @property
    def name(self) -> str:
        """What the mean is called."""
        return score_name(self.tasks)


def write_scores(path: Path, scores: CoreScores) -> None:
    """Write the scores atomically; the folder is made if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json_file(path, FORMAT, VERSION, asdict(scores))


def read_scores(path: Path) -> CoreScores | None:
    """The scores in a file, if there is one; a file that is not `core.json` is an error."""
    if not path.exists():
        return None
    fields = read_json_file(path, FORMAT, VERSION, ("tasks", "score", *RESUME_KEYS))
    with explain_damage(path, FORMAT):
        scores = build_record(CoreScores, fields)
        scores.tasks = {str(label): build_record(TaskScore, task) for label, task in fields["tasks"].items()}
    return scores


def read_resumable(path: Path, wanted: CoreScores) -> dict[str, TaskScore]:
    """The tasks in the file, if it has scores of what is `wanted`."""
    try:
        found = read_scores(path)
    except ValueError as problem:
        raise ValueError(f"{problem}; {START_AGAIN}") from None
    if found is None:
        return {}
    different = [
        f"{name} {getattr(found, name)!r}, not {getattr(wanted, name)!r}"
        for name in RESUME_KEYS
        if getattr(found, name) != getattr(wanted, name)
    ]
    if different:
        raise ValueError(f"{path} has scores of something else: {'; '.join(different)}; {START_AGAIN}")
    return found.tasks


def tasks_done(
    path: Path, wanted: CoreScores, labels: list[str], strategy: Strategy, device: torch.device
) -> dict[str, tuple[float, int, int]]:
    """Accuracy, number of items and of truncated ones of each task that is in the file.

    Only rank 0 reads it, because the others may not see its disk; the result is sent to all ranks.
    """
    shared = torch.zeros(len(labels) + 1, 4, dtype=torch.float64, device=device)
    problem: Exception | None = None
    if strategy.rank == 0:
        try:
            tasks = read_resumable(path, wanted)
            for row, label in enumerate(labels):
                if label in tasks:
                    task = tasks[label]
                    shared[row] = torch.tensor([1, task.accuracy, task.n, task.truncated], dtype=torch.float64)
        except (OSError, ValueError) as found:
            problem = found
            shared[-1] = 1
    rows = strategy.all_reduce_sum(shared).tolist()
    if problem is not None:
        raise problem
    if rows[-1][0]:
        raise ValueError(f"rank 0 cannot continue with {path}; its own message says why")
    return {label: (row[1], int(row[2]), int(row[3])) for label, row in zip(labels, rows, strict=False) if row[0]}
