"""Files as blocks of bytes that threads can work on side by side, each cut where a pretoken ends.

A cut is exact where every one of our split patterns starts a new pretoken whatever comes later:
before white space or a full-width stop that follows a letter or a number (`bpe_basics.safe_split`),
or after a special token.

The file is read, not mapped into memory: if a mapped file were truncated meanwhile, the program
would be killed, and its pages would count as memory in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from storybot.files import DecodeErrors, FilePath, decode_blocks, open_bytes, open_text_bytes
from storybot.optimized_merges.kernels.intrinsics import pad_bytes
from storybot.optimized_merges.kernels.jit import jit_helper, jit_kernel
from storybot.optimized_merges.kernels.special_tokens import Specials, next_special
from storybot.optimized_merges.kernels.utf8 import LINE_BREAK, NUMBER, SPACE, class_at, class_table, first_invalid

BLOCK_BYTES = 1 << 20
ONE = np.uint64(1)


class Block(NamedTuple):
    """Some documents, or a part of one. A document lies between two borders."""

    data: np.ndarray  # uint8, with padding
    borders: np.ndarray  # uint64 (documents + 1)
    n_bytes: int  # without padding


def make_block(texts: list[bytes]) -> Block:
    """Make a block in which each text is a document of its own."""
    borders = np.zeros(len(texts) + 1, np.uint64)
    np.cumsum([len(text) for text in texts], out=borders[1:])
    return Block(pad_bytes(texts), borders, int(borders[-1]))


def read_blocks(
    path: FilePath,
    specials: Specials,
    errors: DecodeErrors = "strict",
    text_column: str = "text",
    size: int = BLOCK_BYTES,
) -> Iterator[Block]:
    """Read one file, text, compressed text or Parquet, as blocks."""
    name = str(path)
    if name.endswith(".parquet"):
        yield from read_parquet_blocks(path, text_column)
        return
    with open_text_bytes(path) as file:
        chunks: Iterator[bytes] = iter(lambda: file.read(size), b"")
        if errors != "strict":
            chunks = (text.encode("utf-8") for text in decode_blocks(chunks, errors, name, 0))
        yield from cut_blocks(chunks, specials, name)


def read_parquet_blocks(path: FilePath, column: str) -> Iterator[Block]:
    """Read the rows of a Parquet file; each row is a document."""
    import pyarrow.parquet

    with open_bytes(path) as file:
        parquet = pyarrow.parquet.ParquetFile(file)
        if column not in parquet.schema_arrow.names:
            raise ValueError(f"{path} has no column {column!r}; it has {parquet.schema_arrow.names}")
        for batch in parquet.iter_batches(columns=[column]):
            texts = [text.encode("utf-8") for text in batch.column(0).to_pylist() if text]
            yield make_block(texts)


def cut_blocks(chunks: Iterable[bytes], specials: Specials, name: str = "the text") -> Iterator[Block]:
    """Regroup chunks so that each block starts and ends where a pretoken does; bad UTF-8 is an error."""
    waiting: list[bytes] = []
    offset = n_waiting = wait_for = 0
    for chunk in chunks:
        waiting.append(chunk)
        n_waiting += len(chunk)
        if n_waiting < wait_for:
            continue
        data = pad_bytes(waiting)
        valid = check_utf8(data, n_waiting, name, offset, final=False)
        cut = last_boundary(data, valid, class_table(), specials)
        if cut:
            yield Block(data, np.array([0, cut], np.uint64), cut)
            offset += cut
            n_waiting -= cut
        waiting = [data[cut : cut + n_waiting].tobytes()]
        wait_for = 2 * n_waiting  # searching again only after doubling keeps the work linear
    if n_waiting:
        data = pad_bytes(waiting)
        check_utf8(data, n_waiting, name, offset, final=True)
        yield Block(data, np.array([0, n_waiting], np.uint64), n_waiting)


def check_utf8(data: np.ndarray, end: int, name: str, offset: int, final: bool) -> int:
    """How many bytes are whole characters; only the last may be cut, and only if the text goes on (not `final`)."""
    valid = int(first_invalid(data, 0, end))
    if valid < end and (final or end - valid > 3 or not is_incomplete_utf8(data[valid:end].tobytes())):
        for _ in decode_blocks([data[valid:end].tobytes()], "strict", name, offset + valid):
            pass  # raises an error that names the offset
    return valid


def is_incomplete_utf8(cut: bytes) -> bool:
    """Whether these bytes are the beginning of a character."""
    try:
        cut.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.reason == "unexpected end of data"
    return False


@jit_kernel
def last_boundary(data: np.ndarray, end: Any, classes: np.ndarray, specials: Specials) -> Any:
    """The last position at which valid UTF-8 may be cut, or 0."""
    end = np.uint64(end)
    longest = np.uint64(4)  # a special token or a character may begin here and end in the next block
    for i in range(len(specials.ids)):
        longest = max(longest, specials.starts[i + 1] - specials.starts[i])
    if end <= longest:
        return np.uint64(0)
    stable = end - longest
    after, which = np.uint64(0), 0
    while which >= 0:
        pos, which = next_special(data, after, end, specials)
        if which >= 0:
            stop = pos + specials.starts[which + 1] - specials.starts[which]
            if stop > stable:
                stable = min(stable, pos)
                break
            after = stop
    pos = stable
    while pos > after:
        if is_boundary(data, pos, after, classes):
            return pos
        pos -= ONE
    return after


@jit_helper
def is_boundary(data: Any, pos: Any, after: Any, classes: Any) -> Any:
    """Whether every split pattern starts a pretoken at `pos`; the text before `after` does not count."""
    if data[pos] & 0xC0 == 0x80:
        return False
    kind, _ = class_at(data, pos, classes)
    if kind != SPACE and kind != LINE_BREAK and not is_full_width_stop(data, pos):
        return False
    before = pos - ONE
    while before > after and data[before] & 0xC0 == 0x80:
        before -= ONE
    kind, _ = class_at(data, before, classes)
    return kind >= NUMBER


@jit_helper
def is_full_width_stop(data: Any, pos: Any) -> Any:
    """Whether one of 、。，．！？：； stands at `pos`."""
    first, second, third = data[pos], data[pos + ONE], data[pos + np.uint64(2)]
    if first == 0xE3:
        return second == 0x80 and (third == 0x81 or third == 0x82)
    return (
        first == 0xEF
        and second == 0xBC
        and (third == 0x81 or third == 0x8C or third == 0x8E or third == 0x9A or third == 0x9B or third == 0x9F)
    )
