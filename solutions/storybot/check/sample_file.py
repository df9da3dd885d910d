"""A file for a check: made when it is opened, and shown in a message by what it holds."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from storybot.atomic import write_atomically


@dataclass(frozen=True)
class SampleFile(os.PathLike[str]):
    """A path to a file with this content, good for `open` and `Path`.

    >>> Path(SampleFile(b"story")).read_bytes(), SampleFile(b"story")
    (b'story', SampleFile(b'story'))
    """

    content: bytes

    def __fspath__(self) -> str:
        path = Path(_folder()) / f"{hashlib.sha256(self.content).hexdigest()[:16]}.txt"
        if not path.exists():
            write_atomically(path, self.content)
        return str(path)

    def __repr__(self) -> str:
        return f"SampleFile({_short(self.content)})"


def _short(content: bytes) -> str:
    """The bytes as Python writes them, long runs of one byte as a product.

    >>> _short(b"a" * 30 + b"<|e|>")
    "b'a' * 30 + b'<|e|>'"
    """
    pieces: list[tuple[bytes, int]] = []
    for byte, run in groupby(content):
        n = len(list(run))
        if n >= 20 or not pieces or pieces[-1][1] > 1:
            pieces.append((bytes([byte]), n) if n >= 20 else (bytes([byte]) * n, 1))
        else:
            pieces[-1] = (pieces[-1][0] + bytes([byte]) * n, 1)
    return " + ".join(repr(text) if n == 1 else f"{text!r} * {n}" for text, n in pieces) or repr(b"")


_made: list[tempfile.TemporaryDirectory[str]] = []


def _folder() -> str:
    """One temporary folder for this process, which goes when the process ends."""
    if not _made:
        _made.append(tempfile.TemporaryDirectory(prefix="storybot-"))
    return _made[0].name
