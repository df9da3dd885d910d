"""Reading files: local or any address that fsspec knows, plain or compressed, as bytes or as text.

A library is imported only when a file needs it, so that a worker process starts quickly.
"""

from __future__ import annotations

import codecs
import gzip
import lzma
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

FilePath = str | os.PathLike[str]
COMPRESSED = (".gz", ".xz", ".zst")
DecodeErrors = Literal["strict", "replace"]  # bytes that are not UTF-8: an error, or U+FFFD


def as_paths(paths: FilePath | Iterable[FilePath]) -> list[FilePath]:
    """One path or many as a list; none at all is an error.

    >>> as_paths("a.txt"), as_paths(("a.txt", "b.txt"))
    (['a.txt'], ['a.txt', 'b.txt'])
    """
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not listed:
        raise ValueError("no files to read: `paths` is empty")
    return listed


def is_url(path: FilePath) -> bool:
    """Whether `path` is an address such as s3://bucket/file, not a local path.

    >>> is_url("s3://bucket/file"), is_url("folder/file")
    (True, False)
    """
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


def decode_blocks(blocks: Iterable[bytes], errors: DecodeErrors, path: str, offset: int) -> Iterator[str]:
    """Blocks of bytes as text; a byte that is not valid UTF-8 is an error that names its offset in the file.

    `offset` is where in the file `path` the first block begins; `errors` is "strict" or "replace".

    >>> list(decode_blocks(["日!".encode()[:2], "日!".encode()[2:]], "strict", "a.txt", 0))
    ['', '日!', '']
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors)
    for block in chain(blocks, [b""]):
        waiting = len(decoder.getstate()[0])  # the bytes of a character that the last block cut
        try:
            yield decoder.decode(block, final=not block)
        except UnicodeDecodeError as problem:
            position = offset - waiting + problem.start
            raise ValueError(
                f"{path} is not valid UTF-8: byte {problem.object[problem.start]:#04x} at offset {position:,} "
                f'({problem.reason}); errors="replace" counts it as U+FFFD'
            ) from None
        offset += len(block)
