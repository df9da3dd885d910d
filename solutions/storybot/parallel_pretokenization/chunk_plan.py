"""The plan: which pieces of which files are counted, each small enough to be read by one worker.

A chunk is a few numbers, so sending it to a worker costs nothing. The text stays where it is.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from storybot.bpe_basics.safe_split import STREAMABLE_PATTERNS
from storybot.files import COMPRESSED, FilePath, open_bytes, several
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries, next_line_break, safe_separator


@dataclass(frozen=True)
class Chunk:
    """A piece of a file: bytes `start` to `end` of a text, a whole compressed file, or one Parquet row group."""

    path: str
    kind: str  # "text", "compressed" or "row group"
    start: int
    end: int
    n_bytes: int  # what the progress bar counts

    def __str__(self) -> str:
        if self.kind == "text":
            return f"{self.path}, bytes {self.start:,} to {self.end:,}"
        return f"{self.path}, row group {self.start}" if self.kind == "row group" else self.path


def plan_chunks(
    paths: FilePath | Iterable[FilePath],
    chunk_bytes: int,
    special_tokens: tuple[str, ...],
    pattern: str,
    split_lines: bool = False,
) -> list[Chunk]:
    """The chunks of all files, in order."""
    if chunk_bytes < 1:
        raise ValueError(f"chunk_bytes must be at least 1, not {chunk_bytes}")
    if split_lines and pattern not in STREAMABLE_PATTERNS:
        raise ValueError("split_lines is exact only for the patterns of GPT-2, GPT-4 and o200k, not for your own")
    chunks: list[Chunk] = []
    for path in several(paths):
        name = os.fspath(path)
        if name.endswith(".parquet"):
            chunks += _row_groups(path)
        elif name.endswith(COMPRESSED):
            with open_bytes(path) as file:
                size = file.seek(0, os.SEEK_END)
            chunks.append(Chunk(name, "compressed", 0, size, size))
        else:
            chunks += _text_chunks(path, chunk_bytes, special_tokens, split_lines)
    return chunks


def _text_chunks(path: FilePath, chunk_bytes: int, special_tokens: tuple[str, ...], split_lines: bool) -> list[Chunk]:
    with open_bytes(path) as file:
        size = file.seek(0, os.SEEK_END)
    wanted = -(-size // chunk_bytes)  # rounded up
    separator = safe_separator(special_tokens)
    boundaries = find_chunk_boundaries(path, wanted, separator) if separator and wanted > 1 else [0, size]
    if split_lines:
        boundaries = _add_line_breaks(path, boundaries, chunk_bytes, size)
    elif wanted > 1 and len(boundaries) == 2:
        reason = f"has no {separator!r}" if separator else "can be cut at none of the special tokens, which overlap"
        warnings.warn(
            f"{os.fspath(path)} ({size:,} bytes) {reason}, so one worker counts it alone, which is slow: "
            f"name the token that ends a document in special_tokens, or allow split_lines=True",
            stacklevel=4,
        )
    spans = pairwise(boundaries)
    return [Chunk(os.fspath(path), "text", start, end, end - start) for start, end in spans if end > start]


def _add_line_breaks(path: FilePath, boundaries: list[int], chunk_bytes: int, size: int) -> list[int]:
    """Cut pieces that are still larger than `chunk_bytes` at line breaks."""
    places = set(boundaries)
    with open_bytes(path) as file:
        for start, end in pairwise(boundaries):
            for guess in range(start + chunk_bytes, end, chunk_bytes):
                places.add(min(next_line_break(file, guess, size), end))
    return sorted(places)


def _row_groups(path: FilePath) -> list[Chunk]:
    import pyarrow.parquet

    with open_bytes(path) as file:
        metadata = pyarrow.parquet.ParquetFile(file).metadata
        sizes = [metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups)]
    return [Chunk(os.fspath(path), "row group", i, i + 1, size) for i, size in enumerate(sizes)]
