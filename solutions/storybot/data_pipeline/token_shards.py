"""Token shards: the corpus tokenized once, as plain numbers with an index, read back by memory map.

A shard of documents gives two files: `tokens_00000.bin`, the ids of all documents one after another, each
beginning with BOS, and `tokens_00000.json`, which says where each document ends. The index is written
last: a shard with its index is complete, and is not made again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm.auto import tqdm

from storybot.atomic import open_atomically
from storybot.data_pipeline.machine_config import TokenizeConfig, auto_config
from storybot.data_pipeline.row_groups import RowGroupSlice, read_slice_bytes, rows_per_group
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.json_file import build_record, explain_damage, read_json_file, write_json_file
from storybot.special_tokens import END, bos_id

if TYPE_CHECKING:
    from storybot.optimized_merges import FastTokenizer

FORMAT, VERSION = "storybot token shard", 1


@dataclass(frozen=True)
class SourceFile:
    """The shard of documents that a token shard was made from."""

    name: str
    bytes: int


@dataclass(frozen=True)
class TokenIndex:
    """What is known of a token shard: what it was made from, and where its documents end."""

    source: SourceFile
    tokenizer: str  # its fingerprint
    bos: int
    dtype: str  # of the ids in the file
    tokens: int
    seconds: float
    ends: list[int]  # for each document, the number of tokens up to its end
    empty_documents: int = 0  # that the source has, but the token shard does not

    @property
    def n_bytes(self) -> int:
        """How large the file of ids must be."""
        return self.tokens * np.dtype(self.dtype).itemsize


def tokenize_shards(
    paths: Sequence[FilePath],
    folder: FilePath,
    tokenizer: FastTokenizer,
    *,
    bos: str = END,
    config: TokenizeConfig | None = None,
    progress: bool = True,
    column: str = "text",
) -> list[Path]:
    """Tokenize Parquet shards into `folder`; gives the token files. Shards that are up to date are left alone."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    worker = _ShardTokenizer(tokenizer, bos_id(tokenizer, bos), config or auto_config(), column)
    files = []
    total = sum(sum(rows_per_group(path)) for path in paths)
    with tqdm(total=total, unit=" documents", unit_scale=True, disable=not progress) as bar:
        for number, path in enumerate(paths):
            out = target / f"tokens_{number:05d}.bin"
            files.append(out)
            if is_up_to_date(out, path, worker.fingerprint):
                bar.update(sum(rows_per_group(path)))
            else:
                worker.tokenize(path, out, bar)
    return files


class _ShardTokenizer:
    """Tokenizes one shard after another with the same tokenizer and settings."""

    def __init__(self, tokenizer: FastTokenizer, bos: int, config: TokenizeConfig, column: str) -> None:
        self.tokenizer, self.bos, self.config, self.column = tokenizer, bos, config, column
        self.fingerprint = tokenizer_fingerprint(tokenizer)

    def tokenize(self, path: FilePath, out: Path, bar: Any) -> None:
        """Write the ids of all documents to `out`, then the index beside it."""
        out.with_suffix(".json").unlink(missing_ok=True)
        ends, n_tokens, dtype = list[int](), 0, self.tokenizer.id_dtype
        start = time.monotonic()
        with open_atomically(out) as file:
            waiting, size = list[bytes](), 0
            for texts in iter_batches(path, self.config.batch_docs, self.column):
                for ids in self.tokenizer.encode_batch(texts, "none", threads=self.config.workers):
                    tokens = np.empty(len(ids) + 1, dtype)
                    tokens[0], tokens[1:] = self.bos, ids
                    n_tokens += len(tokens)
                    ends.append(n_tokens)
                    waiting.append(tokens.tobytes())
                    size += tokens.nbytes
                if size >= self.config.write_buffer:
                    file.write(b"".join(waiting))
                    waiting, size = [], 0
                bar.update(len(texts))
            file.write(b"".join(waiting))
        index = TokenIndex(
            source=describe_source(path),
            tokenizer=self.fingerprint,
            bos=self.bos,
            dtype=dtype.name,
            tokens=n_tokens,
            seconds=round(time.monotonic() - start, 3),
            ends=ends,
            empty_documents=sum(rows_per_group(path)) - len(ends),
        )
        write_json_file(out.with_suffix(".json"), FORMAT, VERSION, asdict(index), compact=True)


def iter_batches(path: FilePath, batch_docs: int, column: str = "text") -> Iterator[list[bytes]]:
    """The documents of a shard in batches of `batch_docs`, without the empty ones."""
    waiting: list[bytes] = []
    for group in range(len(rows_per_group(path))):
        waiting += [text for text in read_slice_bytes(RowGroupSlice(os.fspath(path), group), column) if text]
        while len(waiting) >= batch_docs:
            yield waiting[:batch_docs]
            del waiting[:batch_docs]
    if waiting:
        yield waiting


def describe_source(path: FilePath) -> SourceFile:
    """Name and size of a shard of documents: enough to see that it is another one."""
    return SourceFile(Path(path).name, Path(path).stat().st_size)


def is_up_to_date(out: Path, source: FilePath, fingerprint: str) -> bool:
    """Whether this token shard is complete, and was made from this source with this tokenizer."""
    if not out.exists() or not out.with_suffix(".json").exists():
        return False
    index = read_index(out)
    same = index.source == describe_source(source) and index.tokenizer == fingerprint
    return same and out.stat().st_size == index.n_bytes


def read_index(out: FilePath) -> TokenIndex:
    """The index of a token shard; one that is missing, damaged or of another kind is an error."""
    path = Path(out).with_suffix(".json")
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: the shard {out} is not complete")
    fields = read_json_file(path, FORMAT, VERSION, required=["source", "tokenizer", "dtype", "tokens", "ends"])
    with explain_damage(path, FORMAT):
        return build_record(TokenIndex, fields | {"source": build_record(SourceFile, fields["source"])})


def open_tokens(out: FilePath) -> np.ndarray:
    """The ids of a token shard, mapped into memory: only what is used is read."""
    index = read_index(out)
    found = Path(out).stat().st_size
    if found != index.n_bytes:
        raise ValueError(f"{out} has {found:,} bytes, its index says {index.n_bytes:,}: tokenize it again")
    return np.memmap(out, np.dtype(index.dtype).newbyteorder("<"), "r") if found else np.empty(0, np.uint16)


def random_batch(tokens: np.ndarray, batch_size: int, seq_len: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Inputs and targets from random positions, as int64 arrays: one gather for all rows, not one slice per row.

    >>> inputs, targets = random_batch(np.arange(9), 2, 4, np.random.default_rng(0))
    >>> inputs.shape, (targets - inputs).tolist()
    ((2, 4), [[1, 1, 1, 1], [1, 1, 1, 1]])
    """
    if len(tokens) <= seq_len:
        raise ValueError(f"a sequence of {seq_len} needs {seq_len + 1} tokens, and the shard has {len(tokens)}")
    starts = rng.integers(0, len(tokens) - seq_len, batch_size)  # (B,)
    rows = tokens[starts[:, None] + np.arange(seq_len + 1)].astype(np.int64)  # (B, T + 1)
    return rows[:, :-1], rows[:, 1:]  # (B, T) each
