"""Parquet shards: the corpus as numbered files that can be read in parts, the last one kept for validation.

A shard is written whole or not at all. The manifest says what should be there: rows, bytes and hash
of every shard. It is written last, so a folder with a manifest is complete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from storybot.atomic import open_atomically
from storybot.files import FilePath, decode_blocks, open_text_bytes
from storybot.fingerprints import file_digest
from storybot.json_file import build_record, explain_damage, read_json_file, write_json_file
from storybot.special_tokens import END

ROW_GROUP = 1024
ROWS_PER_SHARD = 16 * ROW_GROUP
MANIFEST = "manifest.json"
FORMAT, VERSION = "storybot shards", 1
Split = Literal["train", "validation"]


def shard_name(number: int) -> str:
    """The file name of a shard.

    >>> shard_name(7)
    'shard_00007.parquet'
    """
    return f"shard_{number:05d}.parquet"


@dataclass(frozen=True)
class ShardInfo:
    """What the manifest says of one shard."""

    name: str
    rows: int
    text_bytes: int  # of its documents, in UTF-8
    bytes: int  # of the file
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a folder of shards holds; the last shard is for validation."""

    shards: tuple[ShardInfo, ...]
    empty_documents: int = 0  # that were given, but not written: there is nothing to learn from them


def write_shards(
    documents: Iterable[str],
    folder: FilePath,
    *,
    rows_per_shard: int = ROWS_PER_SHARD,
    row_group: int = ROW_GROUP,
) -> Manifest:
    """Write documents to `folder` as shards, and give the manifest. The last shard is for validation.

    There are at least two shards if there are two documents: a corpus that would fit into one gives a
    twentieth of its documents, one at least, to validation. Empty documents are counted, not written.
    """
    if rows_per_shard < 1 or row_group < 1:
        raise ValueError(f"rows_per_shard ({rows_per_shard}) and row_group ({row_group}) must be at least 1")
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    if (target / MANIFEST).exists():
        raise FileExistsError(f"{target} holds shards already; give another folder, or remove it first")
    shards, waiting, n_empty = list[ShardInfo](), list[str](), 0
    for document in documents:
        if not document:
            n_empty += 1
            continue
        if len(waiting) == 2 * rows_per_shard:
            shards.append(_write_shard(target, len(shards), waiting[:rows_per_shard], row_group))
            del waiting[:rows_per_shard]
        waiting.append(document)
    for rows in last_shards(waiting, rows_per_shard):
        shards.append(_write_shard(target, len(shards), rows, row_group))
    manifest = Manifest(tuple(shards), n_empty)
    write_json_file(target / MANIFEST, FORMAT, VERSION, {"validation": len(shards) - 1, **asdict(manifest)})
    return manifest


def last_shards(rows: list[str], rows_per_shard: int) -> list[list[str]]:
    """How the rest of the documents becomes the last one or two shards.

    >>> [len(shard) for shard in last_shards(["x"] * 30, 100)], [len(shard) for shard in last_shards(["x"] * 130, 100)]
    ([29, 1], [100, 30])
    """
    if len(rows) <= 1:
        return [rows] if rows else []
    cut = rows_per_shard if len(rows) > rows_per_shard else len(rows) - max(1, len(rows) // 20)
    return [rows[:cut], rows[cut:]]


def _write_shard(folder: Path, number: int, rows: list[str], row_group: int) -> ShardInfo:
    import pyarrow as pa
    import pyarrow.parquet

    table = pa.table({"text": pa.array(rows, pa.string())})
    path = folder / shard_name(number)
    try:
        with open_atomically(path) as file:
            pyarrow.parquet.write_table(table, file, compression="zstd", row_group_size=row_group, use_dictionary=False)
    except OSError as problem:
        raise OSError(problem.errno, f"cannot write {path}: {problem.strerror or problem}") from None
    text_bytes = sum(len(row.encode("utf-8")) for row in rows)
    digest = file_digest(path)
    return ShardInfo(path.name, len(rows), text_bytes, digest.bytes, digest.sha256)


def index_shards(folder: FilePath, names: Sequence[str], column: str = "text") -> Manifest:
    """Write the manifest of Parquet files that came from elsewhere, and give it. The last file is for validation.

    What an older manifest of the folder says of a file that has not changed its size is taken over.
    """
    import pyarrow.compute
    import pyarrow.parquet

    target = Path(folder)
    known = {shard.name: shard for shard in read_manifest(target).shards} if (target / MANIFEST).exists() else {}
    shards = []
    for name in names:
        path = target / name
        if name in known and known[name].bytes == path.stat().st_size:
            shards.append(known[name])
            continue
        try:
            with pyarrow.parquet.ParquetFile(path) as file:
                groups = (file.read_row_group(i, [column]).column(0) for i in range(file.num_row_groups))
                text_bytes = sum(
                    pyarrow.compute.sum(pyarrow.compute.binary_length(group)).as_py() or 0 for group in groups
                )
                rows = file.metadata.num_rows
        except (pyarrow.ArrowInvalid, IndexError) as problem:
            raise ValueError(f"{path} is not a Parquet file with a column {column!r}: {problem}") from None
        digest = file_digest(path)
        shards.append(ShardInfo(name, rows, text_bytes, digest.bytes, digest.sha256))
    manifest = Manifest(tuple(shards))
    write_json_file(target / MANIFEST, FORMAT, VERSION, {"validation": len(shards) - 1, **asdict(manifest)})
    return manifest


def read_manifest(folder: FilePath) -> Manifest:
    """The manifest of a folder; one that is missing, damaged or of another kind is an error."""
    path = Path(folder) / MANIFEST
    if not path.exists():
        raise FileNotFoundError(f"no {MANIFEST} in {folder}: the shards are not complete, or this is another folder")
    fields = read_json_file(path, FORMAT, VERSION, required=["shards"])
    with explain_damage(path, FORMAT):
        shards = tuple(build_record(ShardInfo, shard) for shard in fields["shards"])
        return build_record(Manifest, fields | {"shards": shards})


def verify_shards(folder: FilePath) -> int:
    """Compare every shard with the manifest; gives how many there are. A difference is an error that names the file."""
    manifest = read_manifest(folder)
    for shard in manifest.shards:
        path = Path(folder) / shard.name
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing, but the manifest has it")
        found = file_digest(path)
        if found.bytes != shard.bytes:
            raise ValueError(f"{path} is not what the manifest says: bytes {found.bytes}, not {shard.bytes}")
        if found.sha256 != shard.sha256:
            raise ValueError(f"{path} is not what the manifest says: sha256 {found.sha256}, not {shard.sha256}")
    return len(manifest.shards)


def shard_paths(folder: FilePath, split: Split = "train") -> list[Path]:
    """The shards for training, or the one for validation, which is the last. A lone shard serves for both."""
    if split not in get_args(Split):
        raise ValueError(f"split is train or validation, not {split!r}")
    names = [shard.name for shard in read_manifest(folder).shards]
    if len(names) > 1:
        names = names[:-1] if split == "train" else names[-1:]
    return [Path(folder) / name for name in names]


def read_documents(paths: Iterable[FilePath], separator: str = END, field: str = "text") -> Iterator[str]:
    """The documents of text files (between separators) and JSON Lines files (one a line), compressed or not."""
    for path in paths:
        name = os.fspath(path)
        plain = name.removesuffix(".gz").removesuffix(".xz").removesuffix(".zst")
        with open_text_bytes(path) as file:
            if plain.endswith(".jsonl"):
                yield from _read_json_lines(file, name, field)
            else:
                yield from _split_documents(file, name, separator)


def _read_json_lines(file: Any, name: str, field: str) -> Iterator[str]:
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        try:
            text = json.loads(line)[field]
        except (ValueError, KeyError, TypeError) as problem:
            reason = f"no field {field!r}" if isinstance(problem, KeyError) else str(problem)
            raise ValueError(f"{name}, line {number}: {reason}") from None
        if not isinstance(text, str):
            raise ValueError(f"{name}, line {number}: {field!r} is {type(text).__name__}, not text")
        yield text


def _split_documents(file: Any, name: str, separator: str) -> Iterator[str]:
    rest = ""
    for text in decode_blocks(iter(lambda: file.read(1 << 20), b""), "strict", name, 0):
        *documents, rest = (rest + text).split(separator)
        yield from (document.strip("\n") for document in documents)
    if rest.strip():
        yield rest.strip("\n")
