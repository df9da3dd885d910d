"""Which documents belong to which rank: row groups are dealt out like cards, and read one at a time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from storybot.files import FilePath


class RowGroupSlice(NamedTuple):
    """What a rank reads at a time: a row group, or some of its rows."""

    path: str
    group: int
    first: int = 0  # rows first, first + step, first + 2 * step, ...
    step: int = 1


def groups_for_rank(n_groups: int, rank: int, world_size: int) -> list[int]:
    """The numbers of the row groups that this rank reads, in order.

    Row groups and ranks are counted from 0. Rank 0 takes the groups 0, W,
    2W, ..., rank 1 takes 1, W + 1, 2W + 1, ... of the `n_groups`, where W
    is `world_size`. With fewer groups than ranks, some ranks get none.
    ValueError if there is no such rank: ranks go from 0 to W - 1.

    >>> groups_for_rank(7, 1, 3)
    [1, 4]
    >>> groups_for_rank(2, 2, 3)
    []
    """
    if not 0 <= rank < world_size:
        raise ValueError(f"rank {rank} of {world_size}: ranks go from 0 to {world_size - 1}")
    return list(range(rank, n_groups, world_size))


def slices_for_rank(paths: Sequence[FilePath], rank: int, world_size: int) -> list[RowGroupSlice]:
    """What this rank reads, over all shards: row groups, none of them empty. The others belong to other ranks.

    With fewer row groups than ranks, the rows are dealt out instead; with fewer rows than ranks, ranks share rows.
    """
    groups = [
        (os.fspath(path), group, rows) for path in paths for group, rows in enumerate(rows_per_group(path)) if rows
    ]
    numbers = groups_for_rank(len(groups), rank, world_size)
    if not groups:
        raise ValueError(f"there are no documents in {', '.join(str(path) for path in paths) or 'no files'}")
    if len(groups) >= world_size:
        return [RowGroupSlice(*groups[i][:2]) for i in numbers]
    total = sum(rows for _, _, rows in groups)
    mine = rank % total
    slices, before = [], 0
    for path, group, rows in groups:
        first = (mine - before) % min(world_size, total)
        if first < rows:
            slices.append(RowGroupSlice(path, group, first, min(world_size, total)))
        before += rows
    return slices


@lru_cache(maxsize=1024)
def _rows(path: str, _stamp: tuple[int, int]) -> list[int]:
    metadata = open_shard(path).metadata
    return [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]


def rows_per_group(path: FilePath) -> list[int]:
    """How many rows each row group of a shard has."""
    name = os.fspath(path)
    if not os.path.exists(name):  # noqa: PTH110
        raise FileNotFoundError(f"there is no shard {name}")
    stat = os.stat(name)  # noqa: PTH116
    return _rows(name, (stat.st_mtime_ns, stat.st_size))


def open_shard(path: FilePath, column: str = "text") -> Any:
    """Open a shard; a file that is not a complete Parquet file, or has no text column, is an error that names it."""
    import pyarrow as pa
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(os.fspath(path))
    except (pa.ArrowInvalid, OSError) as problem:
        first = str(problem).split("\n")[0]
        raise ValueError(f"{os.fspath(path)} is not a complete Parquet file (cut short?): {first}") from None
    if column not in file.schema_arrow.names:
        raise ValueError(f"{os.fspath(path)} has no column {column!r}; it has {file.schema_arrow.names}")
    return file


def read_slice(part: RowGroupSlice, column: str = "text") -> list[str]:
    """The documents of a slice, empty ones and nulls as empty texts, so that rows keep their numbers."""
    return [row.decode("utf-8") for row in read_slice_bytes(part, column)]


def read_slice_bytes(part: RowGroupSlice, column: str = "text") -> list[bytes]:
    """The same in UTF-8, as in the file: decoding them only for the tokenizer to encode them again would cost time."""
    import pyarrow as pa

    try:
        table = open_shard(part.path, column).read_row_group(part.group, columns=[column], use_threads=False)
    except (pa.ArrowInvalid, OSError) as problem:
        raise ValueError(f"{part.path}, row group {part.group}: damaged ({problem})") from None
    texts = table.column(0)
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type)):
        raise ValueError(f"{part.path}: the column {column!r} holds {texts.type}, not text")
    binary = pa.large_binary() if pa.types.is_large_string(texts.type) else pa.binary()
    return [row or b"" for row in texts.cast(binary).to_pylist()[part.first :: part.step]]
