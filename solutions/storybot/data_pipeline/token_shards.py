"""Token shards: the corpus tokenized once, as plain numbers with an index, read back by memory map.

A shard of documents gives two files: `tokens_00000.bin`, the ids of all documents one after another, each
with its beginning token, and `tokens_00000.json` with where each document ends. The index is written
last: a shard with its index is complete, and is not made again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm.auto import tqdm

from storybot.atomic import open_atomically, write_atomically
from storybot.data_pipeline.machine_config import TokenizeConfig, auto_config
from storybot.data_pipeline.row_groups import RowGroupSlice, read_unit_bytes, rows_of_groups
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint

FORMAT, VERSION = "storybot token shard", 1


def tokenize_shards(
    paths: Sequence[FilePath],
    folder: FilePath,
    tokenizer: Any,
    *,
    bos: str = "<|endoftext|>",
    settings: TokenizeConfig | None = None,
    progress: bool = True,
    column: str = "text",
) -> list[Path]:
    """Tokenize Parquet shards into `folder`; gives the token files. Shards that are there already are left."""
    chosen = settings or auto_config()
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    tokenizer.threads = chosen.workers
    if bos not in tokenizer.special_tokens:
        raise ValueError(f"{bos!r} is no special token of this tokenizer; it has {list(tokenizer.special_tokens)}")
    mark = tokenizer_fingerprint(tokenizer)
    files = []
    total = sum(sum(rows_of_groups(path)) for path in paths)
    with tqdm(total=total, unit=" documents", unit_scale=True, disable=not progress) as bar:
        for number, path in enumerate(paths):
            out = target / f"tokens_{number:05d}.bin"
            files.append(out)
            if is_done(out, path, mark):
                bar.update(sum(rows_of_groups(path)))
                continue
            _tokenize_shard(path, out, tokenizer, tokenizer.special_tokens[bos], mark, chosen, column, bar)
    return files


def _tokenize_shard(
    path: FilePath, out: Path, tokenizer: Any, bos: int, mark: str, chosen: TokenizeConfig, column: str, bar: Any
) -> None:
    out.with_suffix(".json").unlink(missing_ok=True)
    ends, total, dtype = list[int](), 0, tokenizer.id_dtype
    start = time.monotonic()
    with open_atomically(out) as file:
        waiting, size = list[bytes](), 0
        for texts in batches_of(path, chosen.batch_docs, column):
            for ids in tokenizer.encode_batch(texts, "none"):
                tokens = np.empty(len(ids) + 1, dtype)
                tokens[0], tokens[1:] = bos, ids
                total += len(tokens)
                ends.append(total)
                waiting.append(tokens.tobytes())
                size += tokens.nbytes
            if size >= chosen.write_buffer:
                file.write(b"".join(waiting))
                waiting, size = [], 0
            bar.update(len(texts))
        file.write(b"".join(waiting))
    index = {
        "format": FORMAT,
        "version": VERSION,
        "source": {"name": Path(path).name, "bytes": Path(path).stat().st_size},
        "tokenizer": mark,
        "bos": bos,
        "dtype": dtype.name,
        "tokens": total,
        "seconds": round(time.monotonic() - start, 3),
        "ends": ends,
    }
    write_atomically(out.with_suffix(".json"), json.dumps(index, separators=(",", ":")) + "\n")


def batches_of(path: FilePath, batch_docs: int, column: str = "text") -> Iterator[list[bytes]]:
    """The documents of a shard in batches, without the empty ones."""
    waiting: list[bytes] = []
    for group in range(len(rows_of_groups(path))):
        waiting += [text for text in read_unit_bytes(RowGroupSlice(os.fspath(path), group), column) if text]
        while len(waiting) >= batch_docs:
            yield waiting[:batch_docs]
            del waiting[:batch_docs]
    if waiting:
        yield waiting


def is_done(out: Path, source: FilePath, mark: str) -> bool:
    """Whether this shard was tokenized from this source with this tokenizer."""
    if not out.exists() or not out.with_suffix(".json").exists():
        return False
    index = read_index(out)
    same = index["source"] == {"name": Path(source).name, "bytes": Path(source).stat().st_size}
    size = index["tokens"] * np.dtype(index["dtype"]).itemsize
    return bool(same and index["tokenizer"] == mark and out.stat().st_size == size)


def read_index(out: FilePath) -> dict[str, Any]:
    """The index of a token shard; one that is missing, damaged or does not fit is an error."""
    path = Path(out).with_suffix(".json")
    try:
        index = json.loads(path.read_text(encoding="utf-8"))
        if index["format"] != FORMAT or index["version"] != VERSION:
            raise ValueError(f"it says {index['format']!r}, version {index['version']!r}")
        index["tokens"], index["dtype"], index["ends"], index["source"], index["tokenizer"]
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} is missing: the shard {out} is not complete") from None
    except (ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"{path} is no index of a token shard: {problem}") from None
    return dict(index)


def open_tokens(out: FilePath) -> np.ndarray:
    """The ids of a token shard, mapped into memory: only what is used is read."""
    index = read_index(out)
    size = index["tokens"] * np.dtype(index["dtype"]).itemsize
    if Path(out).stat().st_size != size:
        raise ValueError(f"{out} has {Path(out).stat().st_size:,} bytes, its index says {size:,}: tokenize it again")
    return np.memmap(out, np.dtype(index["dtype"]).newbyteorder("<"), "r") if size else np.empty(0, np.uint16)


def random_batch(tokens: np.ndarray, batch_size: int, seq_len: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Inputs and targets from random places, as int64 arrays: one gather, not one slice a row."""
    if len(tokens) <= seq_len:
        raise ValueError(f"a sequence of {seq_len} needs {seq_len + 1} tokens, and the shard has {len(tokens)}")
    starts = rng.integers(0, len(tokens) - seq_len, batch_size)
    rows = tokens[starts[:, None] + np.arange(seq_len + 1)].astype(np.int64)
    return rows[:, :-1], rows[:, 1:]
