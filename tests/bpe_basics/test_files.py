"""Files: what is saved is what is loaded; a damaged or foreign file is refused by name; nothing is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.atomic import write_atomically
from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, Tokenizer, escape_bytes, read_bytes, train_bpe

TEXT = "low lower lowest \\x41 日本語の本 한국어 책 中文书 " * 3


@pytest.fixture
def tokenizer() -> Tokenizer:
    return train_bpe(TEXT, 300, ["<|endoftext|>", "終わり"], GPT2_PATTERN)


@given(st.binary())
@settings(max_examples=300)
def test_shown_bytes_read_back(token: bytes) -> None:
    assert read_bytes(escape_bytes(token)) == token


@given(st.text("\\x4142日a", max_size=8))
def test_text_that_looks_escaped_reads_back(text: str) -> None:
    assert read_bytes(escape_bytes(text.encode())) == text.encode()


def test_save_and_load(tokenizer: Tokenizer, tmp_path: Path) -> None:
    tokenizer.save(tmp_path / "t.json")
    assert Tokenizer.load(tmp_path / "t.json") == tokenizer
    assert "日" in (tmp_path / "t.json").read_text(encoding="utf-8"), "the file is readable"
    tokenizer.save(str(tmp_path / "again.json"))
    assert (tmp_path / "t.json").read_bytes() == (tmp_path / "again.json").read_bytes()


def test_every_truncation_is_refused(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    tokenizer.save(path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 2, 7):
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"t\.json"):
            Tokenizer.load(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "no tokenizer file of storybot"),
        ({"version": 2}, "has version 2; this storybot reads version 1"),
        ({"pattern": "(["}, "does not compile"),
        ({"pattern": None}, "non-empty string, not None"),
        ({"special_tokens": {"": 300}}, "non-empty string"),
        ({"special_tokens": {"<|a|>": 3}}, "has the id 3"),
        ({"special_tokens": {"<|a|>": "x"}}, "has the id 'x'"),
        ({"special_tokens": ["<|a|>"]}, "damaged"),
        ({"merges": [["a", "b", "c"]]}, "damaged"),
        ({"merges": [["ab", "c"]]}, "not made before it"),
        ({"merges": [["a", 3]]}, "damaged"),
        ({"merges": [["a", "\\q"]]}, "backslash"),
        ({"merges": None}, "damaged"),
        ({"byte_order": "00"}, "256 bytes"),
        ({"byte_order": "zz"}, "damaged"),
    ],
)
def test_damaged_files_are_named(tokenizer: Tokenizer, tmp_path: Path, change: dict[str, object], words: str) -> None:
    path = tmp_path / "t.json"
    tokenizer.save(path)
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(ValueError, match=r"t\.json.*" + words):
        Tokenizer.load(path)


def test_foreign_files_are_named(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    tokenizer.to_huggingface(path)
    with pytest.raises(ValueError, match="no tokenizer file of storybot"):
        Tokenizer.load(path)
    path.write_bytes(b"\x80\x04\x95 pickle")
    with pytest.raises(ValueError, match="no complete JSON file"):
        Tokenizer.load(path)
    with pytest.raises(FileNotFoundError, match="absent"):
        Tokenizer.load(tmp_path / "absent.json")


def test_tiktoken_file_round_trip(tokenizer: Tokenizer, tmp_path: Path) -> None:
    tokenizer.to_tiktoken(tmp_path / "t.tiktoken")
    again = Tokenizer.from_tiktoken(tmp_path / "t.tiktoken", GPT2_PATTERN, tokenizer.special_tokens)
    assert again == tokenizer, "the merges are worked out again from the ranks"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "256 single bytes"),
        (b"IQ== 0\nIg==\n", "line 2"),
        (b"IQ== 0\n!!!! 1\n", "line 2"),
        (b"IQ== 0\nIg== 7\n", "rank 7 stands where 1 should"),
        (b'{"json": 1}\n', "line 1"),
    ],
)
def test_damaged_rank_files_are_named(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "bad.tiktoken").write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.tiktoken.*" + words):
        Tokenizer.from_tiktoken(tmp_path / "bad.tiktoken", GPT4_PATTERN)


def test_a_vocabulary_that_is_no_bpe_is_refused(tmp_path: Path) -> None:
    plain = Tokenizer([])
    plain.to_tiktoken(tmp_path / "t.tiktoken")
    with (tmp_path / "t.tiktoken").open("ab") as file:
        file.write(b"YWJj 256\n")  # "abc", with neither "ab" nor "bc"
    with pytest.raises(ValueError, match="no merge of two earlier tokens makes b'abc'"):
        Tokenizer.from_tiktoken(tmp_path / "t.tiktoken", GPT4_PATTERN)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.json"
    write_atomically(path, "old")

    def full_disk(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["t.json"], "no temporary file stays behind"


def test_bad_targets_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"the folder .*nowhere does not exist"):
        write_atomically(tmp_path / "nowhere" / "t.json", "x")
    with pytest.raises(IsADirectoryError, match="it is a folder"):
        write_atomically(tmp_path, "x")
