"""The log of a run: one JSON object a line, appended as the run goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self, TextIO

from storybot.atomic import write_atomically
from storybot.files import FilePath

LOG = "log.jsonl"


def read_log(folder: FilePath) -> list[dict[str, Any]]:
    """All records of a run. A last line that a sudden end cut short is left out."""
    path = Path(folder) / LOG
    if not path.exists():
        raise FileNotFoundError(f"there is no {LOG} in {folder}: give the folder of a run")
    records = []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        try:
            records.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                raise ValueError(f"{path}, line {number} is no JSON: {line[:60]!r}") from None
    return records


class RunLog:
    """Appends records, as a context manager. Begun at a step, it drops what an interrupted run has written after it.

    Without a folder it writes nowhere.
    """

    def __init__(self, folder: FilePath | None, done: int = 0) -> None:
        self._file: TextIO | None = None
        if folder is None:
            return
        path = Path(folder) / LOG
        kept = [record for record in read_log(folder) if record["step"] <= done] if done and path.exists() else []
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, "".join(json.dumps(record) + "\n" for record in kept))
        self._file = path.open("a", encoding="utf-8")

    def write(self, record: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()

    def sync(self) -> None:
        """Wait until the disk has it: before a checkpoint says that these steps are done."""
        if self._file is not None:
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._file is not None:
            self._file.close()
