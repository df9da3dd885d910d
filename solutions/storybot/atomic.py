"""Write a file whole or not at all.

The bytes go to a temporary name beside the target, are flushed to the disk, and the file is
renamed over the target. A reader sees the old file or the new one, never half of either, and
a crash in mid-write loses nothing that was there before.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write `data` to `path`; text is written as UTF-8 with its line ends as they are.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> write_atomically(folder / "a.txt", "story")
    >>> (folder / "a.txt").read_text(), [p.name for p in folder.iterdir()]
    ('story', ['a.txt'])
    """
    with open_atomically(path) as file:
        file.write(data.encode("utf-8") if isinstance(data, str) else data)


@contextmanager
def open_atomically(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write piece by piece. It gets its name when the block ends well; after an error there is nothing."""
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(f"cannot write {target}: it is a folder; give a file name in it")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"cannot write {target}: the folder {target.parent} does not exist")
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_ordinary_mode(target))
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _ordinary_mode(target: Path) -> int:
    """The mode the file would have had from `open`: mkstemp makes it private."""
    if target.exists():
        return target.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
