"""A file for a check: made when it is opened, and shown in a message by what it holds."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from storybot.atomic import write_atomically


@dataclass(frozen=True)
class SampleFile(os.PathLike[str]):
    """A path to a file with this content, good for `open` and `Path`.

    >>> open(SampleFile(b"story"), "rb").read(), SampleFile(b"story")
    (b'story', file_with(b'story'))
    """

    content: bytes

    def __fspath__(self) -> str:
        path = Path(_folder()) / f"{hashlib.sha256(self.content).hexdigest()[:16]}.txt"
        if not path.exists():
            write_atomically(path, self.content)
        return str(path)

    def __repr__(self) -> str:
        return f"file_with({self.content!r})"


_made: list[tempfile.TemporaryDirectory[str]] = []


def _folder() -> str:
    """One temporary folder for this process, which goes when the process ends."""
    if not _made:
        _made.append(tempfile.TemporaryDirectory(prefix="storybot-"))
    return _made[0].name
