"""Opening files: local or any address that fsspec knows, plain or compressed.

A library is imported only when a file needs it, so that a worker process starts quickly.
"""

from __future__ import annotations

import gzip
import lzma
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

FilePath = str | os.PathLike[str]
COMPRESSED = (".gz", ".xz", ".zst")


def several(paths: FilePath | Iterable[FilePath]) -> list[FilePath]:
    """One path or many as a list; none is an error."""
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not listed:
        raise ValueError("no files to read: `paths` is empty")
    return listed


def is_url(path: FilePath) -> bool:
    """Whether `path` is an address such as s3://bucket/file, not a local path."""
    return "://" in os.fspath(path)


@contextmanager
def open_bytes(path: FilePath) -> Iterator[BinaryIO]:
    """Open a file as it is, for reading and seeking."""
    if is_url(path):
        import fsspec

        with fsspec.open(os.fspath(path), "rb") as file:
            yield cast(BinaryIO, file)
    else:
        check_local_file(path)
        with open(path, "rb") as file:
            yield file


@contextmanager
def open_decompressed(path: FilePath) -> Iterator[BinaryIO]:
    """Open a compressed file as the text it holds."""
    with open_bytes(path) as packed:
        name = os.fspath(path)
        if name.endswith(".gz"):
            with gzip.open(packed) as file:
                yield cast(BinaryIO, file)
        elif name.endswith(".xz"):
            with lzma.open(packed) as unpacked:
                yield cast(BinaryIO, unpacked)
        else:
            import pyarrow

            stream: Any = pyarrow.CompressedInputStream(pyarrow.PythonFile(packed, mode="r"), "zstd")
            yield stream


@contextmanager
def open_text_bytes(path: FilePath) -> Iterator[BinaryIO]:
    """Open a file as the text it holds, compressed or not."""
    opened = open_decompressed(path) if os.fspath(path).endswith(COMPRESSED) else open_bytes(path)
    with opened as file:
        yield file


def check_local_file(path: FilePath) -> None:
    """A missing file or a folder is an error that says so."""
    if Path(path).is_dir():
        raise IsADirectoryError(f"{os.fspath(path)} is a folder; give its files, for example {os.fspath(path)}/*.txt")
    if not Path(path).exists():
        raise FileNotFoundError(f"there is no file {os.fspath(path)}")
