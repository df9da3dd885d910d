"""The plan: which pieces of which files are counted, each small enough to be read by one worker.

A chunk is a few numbers, so sending it to a worker costs nothing. The text stays where it is.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from storybot.bpe_basics.safe_split import STREAMABLE_PATTERNS
from storybot.files import COMPRESSED, FilePath, as_paths, open_bytes
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries, next_line_break, safe_separator
from storybot.parallel_pretokenization.count_config import CountConfig


@dataclass(frozen=True)
class Chunk:
    """A piece of a file: bytes `start` to `end` of a text, a whole compressed file, or one Parquet row group."""

    path: str
    kind: Literal["text", "compressed", "row group"]
    start: int
    end: int
    n_bytes: int  # what the progress bar counts

    def __str__(self) -> str:
        if self.kind == "text":
            return f"{self.path}, bytes {self.start:,} to {self.end:,}"
        return f"{self.path}, row group {self.start}" if self.kind == "row group" else self.path


def plan_chunks(paths: FilePath | Iterable[FilePath], config: CountConfig) -> list[Chunk]:
    """The chunks of all files, in order."""
    if config.split_lines and config.pattern not in STREAMABLE_PATTERNS:
        raise ValueError("split_lines is exact only for the patterns of GPT-2, GPT-4 and o200k, not for your own")
    chunks: list[Chunk] = []
    for path in as_paths(paths):
        name = os.fspath(path)
        if name.endswith(".parquet"):
            chunks += _row_groups(path)
        elif name.endswith(COMPRESSED):
            with open_bytes(path) as file:
                size = file.seek(0, os.SEEK_END)
            chunks.append(Chunk(name, "compressed", 0, size, size))
        else:
            chunks += _text_chunks(path, config)
    return chunks


def _text_chunks(path: FilePath, config: CountConfig) -> list[Chunk]:
    with open_bytes(path) as file:
        size = file.seek(0, os.SEEK_END)
    wanted = -(-size // config.chunk_bytes)  # rounded up
    separator = safe_separator(config.special_tokens)
    boundaries = find_chunk_boundaries(path, wanted, separator) if separator and wanted > 1 else [0, size]
    if config.split_lines:
        boundaries = _add_line_breaks(path, boundaries, config.chunk_bytes, size)
    elif wanted > 1 and len(boundaries) == 2:
        reason = f"has no {separator!r}" if separator else "can be cut at none of the special tokens, which overlap"
        warnings.warn(
            f"{os.fspath(path)} ({size:,} bytes) {reason}, so one worker counts it alone, which is slow: "
            f"name the token that ends a document in special_tokens, or allow split_lines=True",
            stacklevel=5,
        )
    spans = pairwise(boundaries)
    return [Chunk(os.fspath(path), "text", start, end, end - start) for start, end in spans if end > start]


def _add_line_breaks(path: FilePath, boundaries: list[int], chunk_bytes: int, size: int) -> list[int]:
    """Cut pieces that are still larger than `chunk_bytes` at line breaks."""
    offsets = set(boundaries)
    with open_bytes(path) as file:
        for start, end in pairwise(boundaries):
            for guess in range(start + chunk_bytes, end, chunk_bytes):
                offsets.add(min(next_line_break(file, guess, size), end))
    return sorted(offsets)


def _row_groups(path: FilePath) -> list[Chunk]:
    import pyarrow.parquet

    with open_bytes(path) as file:
        metadata = pyarrow.parquet.ParquetFile(file).metadata
        sizes = [metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups)]
    return [Chunk(os.fspath(path), "row group", i, i + 1, size) for i, size in enumerate(sizes)]
