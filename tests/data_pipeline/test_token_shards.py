"""Token shards and the settings they are made with."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from storybot.cli import main
from storybot.data_pipeline import (
    shard_paths,
)
from storybot.data_pipeline.machine_config import auto_config
from storybot.data_pipeline.token_shards import open_tokens, random_batch, read_index, tokenize_shards
from storybot.optimized_merges import FastTokenizer
from tests.data_pipeline.conftest import BOS, END, STORIES, TOKENIZER, iter_texts
from tests.helpers import refusal


def test_token_shards(shards: Path, tmp_path: Path) -> None:
    paths = shard_paths(shards)
    files = tokenize_shards(paths, tmp_path, TOKENIZER, progress=False, config=auto_config(2, 1 << 30, batch_docs=13))
    tokens = np.concatenate([open_tokens(file) for file in files])
    expected = [token for text in iter_texts(paths, 0, 1) for token in [BOS, *TOKENIZER.encode(text, "none")]]
    assert tokens.tolist() == expected
    assert tokens.dtype == np.uint16
    ends = read_index(files[0]).ends
    assert [open_tokens(files[0])[start] for start in [0, *ends[:-1]]] == [BOS] * len(ends)
    inputs, targets = random_batch(tokens, 5, 7, np.random.default_rng(0))
    assert inputs.shape == targets.shape == (5, 7)
    assert (inputs[:, 1:] == targets[:, :-1]).all()


def test_tokenizing_leaves_the_callers_tokenizer_as_it_is(shards: Path, tmp_path: Path) -> None:
    tokenizer = FastTokenizer(TOKENIZER.merges, [END])
    before = tokenizer.threads
    tokenize_shards(
        shard_paths(shards)[:1], tmp_path, tokenizer, progress=False, config=auto_config(2, 1 << 30, workers=7)
    )
    assert tokenizer.threads == before


def test_empty_documents_are_counted_in_the_index(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pa.table({"text": ["one", "", None, "two"]}), tmp_path / "a.parquet")
    (file,) = tokenize_shards([tmp_path / "a.parquet"], tmp_path / "t", TOKENIZER, progress=False)
    index = read_index(file)
    assert (len(index.ends), index.empty_documents) == (2, 2)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "is not a storybot token shard file"),
        ({"version": 0}, "has version 0; this storybot reads version 1: make the file again"),
        ({"tokens": "many"}, "is damaged: .*tokens must be int, found 'many'"),
        ({"source": 3}, "is damaged: .*SourceFile, found int"),
    ],
)
def test_a_damaged_index_is_named(shards: Path, tmp_path: Path, change: dict[str, object], words: str) -> None:
    (file,) = tokenize_shards(shard_paths(shards)[:1], tmp_path, TOKENIZER, progress=False)
    path = file.with_suffix(".json")
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(ValueError, match=r"tokens_00000\.json " + words):
        open_tokens(file)
    path.unlink()
    with pytest.raises(FileNotFoundError, match=r"tokens_00000\.json is missing: the shard .* is not complete"):
        open_tokens(file)


def test_tokenizing_goes_on_where_it_stopped(shards: Path, tmp_path: Path) -> None:
    paths = shard_paths(shards)
    files = tokenize_shards(paths, tmp_path, TOKENIZER, progress=False)
    times = [file.stat().st_mtime_ns for file in files]
    files[1].with_suffix(".json").unlink()
    tokenize_shards(paths, tmp_path, TOKENIZER, progress=False)
    changed = [file.stat().st_mtime_ns != before for file, before in zip(files, times, strict=True)]
    assert changed == [i == 1 for i in range(len(files))]
    other = FastTokenizer([(b"a", b"b")], [END])
    tokenize_shards(paths, tmp_path, other, progress=False)
    assert all(file.stat().st_mtime_ns != before for file, before in zip(files, times, strict=True))


def test_the_config_follows_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert auto_config(8, 64 << 30).mode == "in memory"
    assert auto_config(8, 4 << 30).mode == "balanced"
    assert auto_config(64, 4 << 30).mode == "on disk"
    monkeypatch.setenv("STORYBOT_WORKERS", "3")
    assert auto_config(8, 4 << 30).workers == 3
    assert auto_config(8, 4 << 30, workers=5).workers == 5
    monkeypatch.setenv("STORYBOT_WORKERS", "many")
    with pytest.raises(ValueError, match="STORYBOT_WORKERS must be a whole number"):
        auto_config(8)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text(END.join(STORIES), encoding="utf-8")
    TOKENIZER.save(tmp_path / "t.json")
    text, shards, tokens, tokenizer = (str(tmp_path / name) for name in ("a.txt", "s", "t", "t.json"))
    assert main(["data", "shard", text, "--out", shards, "--rows", "100"]) == 0
    assert f"{len(STORIES):,} documents in" in capsys.readouterr().out
    mixed = [tmp_path / name for name in ("mixed", "again")]
    for folder in mixed:
        assert main(["data", "shard", text, "--out", str(folder), "--rows", "100", "--shuffle", "7"]) == 0
    first, second = (iter_texts([*shard_paths(one), *shard_paths(one, "validation")], 0, 1) for one in mixed)
    assert first == second != STORIES
    assert sorted(first) == sorted(STORIES)
    capsys.readouterr()
    assert main(["data", "tokenize", shards, "--tokenizer", tokenizer, "--out", tokens]) == 0
    n_tokens = sum(1 + len(TOKENIZER.encode(story, "none")) for story in STORIES)
    assert f"{n_tokens:,} tokens in" in capsys.readouterr().out
    not_shards = ["data", "tokenize", str(tmp_path), "--tokenizer", tokenizer, "--out", tokens]
    assert "no manifest.json" in refusal(not_shards, capsys)
