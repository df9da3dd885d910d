"""What the learner has done: one small file an exercise in `work/<language>/.progress/`, written atomically.

One file each, because two notebooks may be checked at the same time. A solved exercise stays solved.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES

if TYPE_CHECKING:
    from storybot.check.exercise import Exercise

State = Literal["solved", "tried", "open"]


@dataclass(frozen=True)
class Record:
    """How far an exercise is."""

    state: State = "open"
    tries: int = 0  # checks that failed


def work_folder(folder: Path | None = None) -> Path | None:
    """The folder of the learner's notebooks, `work/<language>`, if this is one; else None: nothing is recorded."""
    here = (folder or Path.cwd()).resolve()
    return here if here.name in LANGUAGES and here.parent.name == "work" else None


def read_record(folder: Path, name: str) -> Record:
    """The record of one exercise; what cannot be read counts as open."""
    try:
        content = json.loads((folder / ".progress" / f"{name}.json").read_text(encoding="utf-8"))
        state, tries = content["state"], content["tries"]
    except (OSError, ValueError, KeyError, TypeError):
        return Record()
    return Record(state, tries) if state in ("solved", "tried") and isinstance(tries, int) else Record()


def write_record(folder: Path, name: str, record: Record) -> None:
    """Keep a record; a folder that cannot be written is no reason to stop the learner."""
    try:
        (folder / ".progress").mkdir(exist_ok=True)
        text = json.dumps({"state": record.state, "tries": record.tries})
        write_atomically(folder / ".progress" / f"{name}.json", text + "\n")
    except OSError as problem:
        print(problem)


def record_tried(name: str) -> None:
    """A check has failed."""
    folder = work_folder()
    if folder:
        before = read_record(folder, name)
        write_record(folder, name, Record("solved" if before.state == "solved" else "tried", before.tries + 1))


def record_solved(name: str, function: Callable[..., Any], exercise: Exercise) -> str:
    """A check has passed: keep record and source. What stood in the way of keeping the source, or nothing."""
    folder = work_folder()
    if not folder:
        return ""
    from storybot.notebook.own_functions import keep

    write_record(folder, name, Record("solved", read_record(folder, name).tries))
    return keep(name, function, exercise, folder)
