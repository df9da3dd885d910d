"""Shards and their manifest: nothing lost, every damage named."""

from __future__ import annotations

import errno
import gzip
import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from storybot.data_pipeline import (
    TokenLoader,
    read_documents,
    shard_paths,
    verify_shards,
    write_shards,
)
from storybot.data_pipeline.shards import read_manifest
from tests.data_pipeline.conftest import END, STORIES, TOKENIZER, iter_texts


def test_shards_hold_everything_and_the_last_is_validation(shards: Path) -> None:
    train, validation = shard_paths(shards), shard_paths(shards, "validation")
    assert iter_texts([*train, *validation], 0, 1) == STORIES
    assert len(validation) == 1
    assert verify_shards(shards) == len(train) + 1
    file = pyarrow.parquet.ParquetFile(train[0])
    assert file.metadata.row_group(0).num_rows == 8
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    with pytest.raises(FileExistsError, match="holds shards already"):
        write_shards(["x"], shards)


@pytest.mark.parametrize(
    ("n", "rows", "expected"), [(0, 10, []), (1, 10, [1]), (2, 10, [1, 1]), (25, 10, [10, 10, 5]), (40, 10, [10] * 4)]
)
def test_how_documents_become_shards(tmp_path: Path, n: int, rows: int, expected: list[int]) -> None:
    manifest = write_shards((f"document {i}" for i in range(n)), tmp_path / "s", rows_per_shard=rows)
    assert [shard.rows for shard in manifest.shards] == expected


def test_empty_documents_are_counted_in_the_manifest(tmp_path: Path) -> None:
    manifest = write_shards(["one", "", "two", "", "three"], tmp_path / "s")
    assert (sum(shard.rows for shard in manifest.shards), manifest.empty_documents) == (3, 2)
    assert read_manifest(tmp_path / "s") == manifest


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "storybot token shard"}, "is not a storybot shards file: its format is 'storybot token shard'"),
        ({"version": 2}, "has version 2; this storybot reads version 1: update storybot"),
        ({"shards": None}, "is damaged"),
        ({"shards": [3]}, "is damaged: .*expected an object with the fields of ShardInfo, found int"),
        ({"shards": [{"name": "shard_00000.parquet"}]}, "is damaged: .*'rows'"),
        (
            {"shards": [{"name": 3, "rows": 1, "text_bytes": 1, "bytes": 1, "sha256": ""}]},
            "is damaged: .*name must be str, found 3",
        ),
        ({"empty_documents": "some"}, "is damaged: .*empty_documents must be int, found 'some'"),
    ],
)
def test_a_damaged_manifest_is_named(tmp_path: Path, change: dict[str, object], words: str) -> None:
    write_shards(["one", "two"], tmp_path / "s")
    path = tmp_path / "s" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(ValueError, match=r"manifest\.json " + words):
        read_manifest(tmp_path / "s")


def test_documents_are_read_from_text_and_json_lines(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"one\n{END}\ntwo\n{END}\n", encoding="utf-8")
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(b'{"text": "three"}\n\n{"text": "four"}\n'))
    assert list(read_documents([tmp_path / "a.txt", tmp_path / "b.jsonl.gz"])) == ["one", "two", "three", "four"]
    (tmp_path / "c.jsonl").write_text('{"text": "x"}\n{"no": 1}\n')
    with pytest.raises(ValueError, match=r"c.jsonl, line 2: no field 'text'"):
        list(read_documents([tmp_path / "c.jsonl"]))


@pytest.fixture
def broken(shards: Path, tmp_path: Path) -> Path:
    path = tmp_path / "broken.parquet"
    path.write_bytes(shard_paths(shards)[0].read_bytes())
    return path


def test_bad_shards_are_named(broken: Path) -> None:
    whole = broken.read_bytes()
    broken.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match=r"broken.parquet is not a complete Parquet file"):
        TokenLoader([broken], TOKENIZER, 1, 4)
    pyarrow.parquet.write_table(pa.table({"words": ["a"]}), broken)
    with pytest.raises(ValueError, match=r"broken.parquet has no column 'text'"):
        next(TokenLoader([broken], TOKENIZER, 1, 4))
    pyarrow.parquet.write_table(pa.table({"text": pa.array([], pa.string())}), broken)
    with pytest.raises(ValueError, match="no documents"):
        TokenLoader([broken], TOKENIZER, 1, 4)
    pyarrow.parquet.write_table(pa.table({"text": pa.array([None, "", None], pa.string())}), broken)
    with pytest.raises(ValueError, match="all documents of this rank are empty"):
        next(TokenLoader([broken], TOKENIZER, 1, 4))
    pyarrow.parquet.write_table(pa.table({"text": [1, 2]}), broken)
    with pytest.raises(ValueError, match="holds int64, not text"):
        next(TokenLoader([broken], TOKENIZER, 1, 4))


def test_a_manifest_that_disagrees(tmp_path: Path) -> None:
    write_shards(["one", "two", "three"], tmp_path / "s")
    shard = shard_paths(tmp_path / "s")[0]
    with shard.open("ab") as file:
        file.write(b"x")
    with pytest.raises(ValueError, match=r"shard_00000.parquet is not what the manifest says: bytes"):
        verify_shards(tmp_path / "s")
    shard.unlink()
    with pytest.raises(FileNotFoundError, match=r"shard_00000.parquet is missing"):
        verify_shards(tmp_path / "s")
    (tmp_path / "s" / "manifest.json").write_text("{}")
    with pytest.raises(ValueError, match="is not a storybot shards file"):
        shard_paths(tmp_path / "s")
    with pytest.raises(FileNotFoundError, match=r"no manifest.json"):
        shard_paths(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", folder]).returncode:
        pytest.skip("a small disk can only be mounted as root")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_disk_that_fills_up(small_disk: Path) -> None:
    dice = random.Random(0)
    documents = ("".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=5000)) for _ in range(400))
    with pytest.raises(OSError, match=r"cannot write .*shard_0000\d.parquet") as full:
        write_shards(documents, small_disk / "s", rows_per_shard=10)
    assert full.value.errno == errno.ENOSPC
    whole = sorted((small_disk / "s").glob("shard_*.parquet"))
    assert whole
    assert all(len(iter_texts([path], 0, 1)) == 10 for path in whole), "what was complete stays usable"
    assert not list((small_disk / "s").glob("*.tmp"))
