"""A bundle of tasks on disk, in the layout of the public one:

    bundle/core.yaml              which tasks: label, file, shots, kind, delimiter
           eval_meta_data.csv     for each task what guessing gets, in per cent
           eval_data/**.jsonl     the items of a task, one a line

All of it is read and checked before any work begins.
"""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from storybot.evaluation.core.tasks import KINDS, Item, Kind, Task, read_item
from storybot.files import FilePath
from storybot.fingerprints import file_hash

CONFIG, BASELINES, DATA = "core.yaml", "eval_meta_data.csv", "eval_data"
OUR_BUNDLE = Path(__file__).parents[4] / "assets" / "eval_bundle"


@dataclass(frozen=True)
class Bundle:
    """Tasks, and a name that changes with them: scores of two bundles are never mixed up."""

    name: str
    tasks: list[Task]


def read_bundle(folder: FilePath | None = None, config: str = CONFIG) -> Bundle:
    """The tasks that `config` lists, from a folder; without one, the course's own bundle."""
    root = Path(OUR_BUNDLE if folder is None else folder)
    if folder is None and not root.is_dir():
        raise FileNotFoundError(f"the course's own tasks are not at {root}: give the folder of a bundle (--bundle)")
    entries = _entries(root / config)
    baselines = _read_baselines(root / BASELINES)
    digest = hashlib.sha256()
    tasks: list[Task] = []
    for number, entry in enumerate(entries, 1):
        task = _read_task(entry, number, root, config, baselines)
        digest.update(json.dumps(entry, sort_keys=True, default=str).encode())
        digest.update(file_hash(root / DATA / entry["dataset_uri"]).encode())
        if any(task.label == other.label for other in tasks):
            raise ValueError(f"{root / config}: there are two tasks {task.label!r}")
        tasks.append(task)
    return Bundle(f"{root.resolve().name}/{config} {digest.hexdigest()[:12]}", tasks)


def _entries(path: Path) -> list[Any]:
    if not path.exists():
        raise FileNotFoundError(f"there is no {path.name} in {path.parent}: is it the folder of a bundle?")
    try:
        entries = yaml.safe_load(path.read_text(encoding="utf-8"))["icl_tasks"]
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError) as problem:
        what = " ".join(str(problem).split())
        raise ValueError(f"{path} has no list 'icl_tasks' that can be read: {what}") from None
    if not isinstance(entries, list) or not entries:
        raise ValueError(f"{path} lists no tasks under 'icl_tasks'")
    return entries


def _read_baselines(path: Path) -> dict[str, str]:
    if not path.exists():
        raise FileNotFoundError(f"there is no {path.name} in {path.parent}: is it the folder of a bundle?")
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        for column in ("Eval Task", "Random baseline"):
            if column not in (rows.fieldnames or ()):
                raise ValueError(f"{path} has no column {column!r}")
        return {row["Eval Task"]: row["Random baseline"] for row in rows}


def _read_task(entry: Any, number: int, folder: Path, config: str, baselines: dict[str, str]) -> Task:
    where = f"{folder / config}: task {number}"
    if not isinstance(entry, dict):
        raise ValueError(f"{where} must have fields, not be {entry!r}")
    for field in ("label", "dataset_uri", "num_fewshot", "icl_task_type"):
        if field not in entry:
            raise ValueError(f"{where} ({entry.get('label', 'without a label')}) has no {field!r}")
    label, kind, shots = str(entry["label"]), entry["icl_task_type"], entry["num_fewshot"]
    where = f"{folder / config}: task {label}"
    if kind not in KINDS:
        raise ValueError(f"{where} is of an unknown kind {kind!r}; the kinds are {', '.join(KINDS)}")
    if not isinstance(shots, list) or not shots or type(shots[0]) is not int or shots[0] < 0:
        raise ValueError(f"{where}: 'num_fewshot' must be a list with one number of examples, not {shots!r}")
    path = folder / DATA / str(entry["dataset_uri"])
    if not path.is_file():
        raise FileNotFoundError(f"task {label}: there is no file {path}")
    baseline = _baseline(label, baselines, folder / BASELINES)
    delimiter = str(entry.get("continuation_delimiter", " "))
    return Task(label, kind, _read_items(path, kind), shots[0], delimiter, baseline)


def _baseline(label: str, baselines: dict[str, str], path: Path) -> float:
    if label not in baselines:
        raise ValueError(f"{path} has no baseline for task {label}")
    try:
        baseline = float(baselines[label])
    except (TypeError, ValueError):
        baseline = -1.0
    if not 0 <= baseline < 100:
        raise ValueError(f"{path}: the baseline of task {label} is {baselines[label]!r}, not a percentage below 100")
    return baseline


def _read_items(path: Path, kind: Kind) -> list[Item]:
    items = []
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                fields = json.loads(line)
                if not isinstance(fields, dict):
                    raise ValueError("an item must be an object in braces")
                items.append(read_item(kind, fields))
            except ValueError as problem:  # JSON and UTF-8 errors are ValueErrors as well
                raise ValueError(f"{path}, line {number}: {problem}") from None
    if not items:
        raise ValueError(f"{path} has no items")
    return items
