"""Files as blocks of bytes that threads can work on side by side, each cut where a pretoken ends.

The file is read, not mapped into memory: a mapped file that is cut short meanwhile would end the
whole program, and its pages would count as memory in use.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from storybot.files import FilePath, open_bytes, open_text_bytes
from storybot.optimized_merges.kernels.intrinsics import PADDING
from storybot.optimized_merges.kernels.special_tokens import Specials
from storybot.optimized_merges.kernels.unicode_classes import class_table
from storybot.optimized_merges.kernels.utf8 import first_invalid, last_safe_cut
from storybot.parallel_pretokenization.count_worker import decode_blocks

BLOCK = 1 << 20  # bytes


class Block(NamedTuple):
    """Some documents, or a piece of one. A document lies between two borders."""

    data: np.ndarray  # uint8, with padding
    borders: np.ndarray  # uint64
    n_bytes: int  # of the file that this is


def padded(pieces: list[bytes]) -> np.ndarray:
    """The bytes as one array, with padding after them."""
    return np.frombuffer(b"".join([*pieces, bytes(PADDING)]), np.uint8)


def block_of(texts: list[bytes]) -> Block:
    """A block in which each text is a document of its own."""
    borders = np.zeros(len(texts) + 1, np.uint64)
    np.cumsum([len(text) for text in texts], out=borders[1:])
    return Block(padded(texts), borders, int(borders[-1]))


def file_blocks(
    path: FilePath, specials: Specials, errors: str = "strict", text_column: str = "text", size: int = BLOCK
) -> Iterator[Block]:
    """The blocks of one file: text, compressed text or Parquet."""
    name = str(path)
    if name.endswith(".parquet"):
        yield from parquet_blocks(path, text_column)
        return
    with open_text_bytes(path) as file:
        chunks: Iterator[bytes] = iter(lambda: file.read(size), b"")
        if errors != "strict":
            chunks = (text.encode("utf-8") for text in decode_blocks(chunks, errors, name, 0))
        yield from cut_blocks(chunks, specials, name)


def cut_blocks(chunks: Iterable[bytes], specials: Specials, name: str = "the text") -> Iterator[Block]:
    """Regroup chunks so that each block starts and ends where a pretoken does. Bad UTF-8 is an error with its place."""
    waiting: list[bytes] = []
    offset = n_waiting = wait_for = 0
    for chunk in chunks:
        waiting.append(chunk)
        n_waiting += len(chunk)
        if n_waiting < wait_for:
            continue
        data = padded(waiting)
        valid = check_utf8(data, n_waiting, name, offset, final=False)
        cut = last_safe_cut(data, valid, class_table(), specials)
        if cut:
            yield Block(data, np.array([0, cut], np.uint64), cut)
            offset += cut
            n_waiting -= cut
        waiting = [data[cut : cut + n_waiting].tobytes()]
        wait_for = 2 * n_waiting  # searching again only after doubling keeps the work linear
    if n_waiting:
        data = padded(waiting)
        check_utf8(data, n_waiting, name, offset, final=True)
        yield Block(data, np.array([0, n_waiting], np.uint64), n_waiting)


def check_utf8(data: np.ndarray, end: int, name: str, offset: int, final: bool) -> int:
    """How many bytes are whole characters. Only the last character of a block that goes on may be cut."""
    valid = int(first_invalid(data, 0, end))
    if valid < end and (final or end - valid > 3 or not may_go_on(data[valid:end].tobytes())):
        for _ in decode_blocks([data[valid:end].tobytes()], "strict", name, offset + valid):
            pass  # raises, and names the place
    return valid


def may_go_on(cut: bytes) -> bool:
    """Whether these bytes may be the beginning of a character."""
    try:
        cut.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.reason == "unexpected end of data"
    return False


def parquet_blocks(path: FilePath, column: str) -> Iterator[Block]:
    """Row groups of a Parquet file; each row is a document."""
    import pyarrow.parquet

    with open_bytes(path) as file:
        parquet = pyarrow.parquet.ParquetFile(file)
        if column not in parquet.schema_arrow.names:
            raise ValueError(f"{path} has no column {column!r}; it has {parquet.schema_arrow.names}")
        for batch in parquet.iter_batches(columns=[column]):
            texts = [text.encode("utf-8") for text in batch.column(0).to_pylist() if text]
            yield block_of(texts)


class Shared:
    """An iterator that several threads may share."""

    def __init__(self, items: Iterable[Any]) -> None:
        self.items = iter(items)
        self.lock = threading.Lock()

    def __iter__(self) -> Shared:
        return self

    def __next__(self) -> Any:
        with self.lock:
            return next(self.items)

    def close(self) -> None:
        """Let the threads find nothing more."""
        with self.lock:
            self.items = iter(())
