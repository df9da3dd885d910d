"""The log of a run: one JSON object per line, appended as the run goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self, TextIO

from storybot.atomic import write_atomically
from storybot.files import FilePath

LOG_FILE = "log.jsonl"


def read_log(folder: FilePath) -> list[dict[str, Any]]:
    """All records of a run. A last line that was cut short when the run was killed is left out."""
    path = Path(folder) / LOG_FILE
    if not path.exists():
        raise FileNotFoundError(f"there is no {LOG_FILE} in {folder}: give the folder of a run")
    records = []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        try:
            records.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                raise ValueError(f"{path}, line {number} is not valid JSON: {line[:60]!r}") from None
    return records


class RunLog:
    """Appends records, as a context manager; without a folder it writes nothing.

    Opened after `done` steps, it drops the records of later steps, which an interrupted run has left behind.
    """

    def __init__(self, folder: FilePath | None, done: int = 0) -> None:
        self._file: TextIO | None = None
        if folder is None:
            return
        path = Path(folder) / LOG_FILE
        kept = [record for record in read_log(folder) if record["step"] <= done] if done and path.exists() else []
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, "".join(json.dumps(record) + "\n" for record in kept))
        self._file = path.open("a", encoding="utf-8")

    def write(self, record: dict[str, Any]) -> None:
        """Append a record; other processes can read it at once."""
        if self._file is not None:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()

    def sync(self) -> None:
        """Flush to the disk, before a checkpoint says that these steps are done."""
        if self._file is not None:
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._file is not None:
            self._file.close()
