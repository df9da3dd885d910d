"""Files: what is saved is what is loaded; a damaged or foreign file is refused by name; nothing is lost."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tiktoken.load
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.atomic import write_atomically
from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, Tokenizer, escape_bytes, train_bpe, unescape_bytes
from storybot.optimized_merges import FastTokenizer
from storybot.optimized_merges.compression import load_tokenizer
from storybot.special_tokens import END

TEXT = "low lower lowest \\x41 日本語の本 한국어 책 中文书 " * 3


@pytest.fixture
def tokenizer() -> Tokenizer:
    return train_bpe(TEXT, 300, [END, "終わり"], GPT2_PATTERN)


@given(st.binary())
@settings(max_examples=300)
def test_shown_bytes_read_back(token: bytes) -> None:
    assert unescape_bytes(escape_bytes(token)) == token


@given(st.text("\\x4142日a", max_size=8))
def test_text_that_looks_escaped_reads_back(text: str) -> None:
    assert unescape_bytes(escape_bytes(text.encode())) == text.encode()


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
        ({"format": "other"}, "not a storybot tokenizer file"),
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
    with pytest.raises(ValueError, match="not a storybot tokenizer file"):
        Tokenizer.load(path)
    path.write_bytes(b"\x80\x04\x95 pickle")
    with pytest.raises(ValueError, match="not a complete JSON file"):
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
        (b"IQ== 0\nIg== 7\n", "256 single bytes"),
        (b"IQ== 0\nIg== 0\n", "line 2: rank 0 follows rank 0"),
        (b"IQ== 0\nIQ== 1\n", "line 2: the token b'!' has the rank 0 already"),
        (b'{"json": 1}\n', "line 1"),
    ],
)
def test_damaged_rank_files_are_named(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "bad.tiktoken").write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.tiktoken.*" + words):
        Tokenizer.from_tiktoken(tmp_path / "bad.tiktoken", GPT4_PATTERN)


def write_ranks(path: Path, ranks: dict[bytes, int]) -> Path:
    path.write_bytes(b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items()))
    return path


BYTE_RANKS = {bytes([byte]): byte for byte in range(256)}


@pytest.mark.parametrize("special", [{END: 257}, [END], {END: 257, "<|pad|>": 300}, [END, "<|pad|>"]], ids=str)
def test_a_rank_left_free_for_a_special_token_loads_and_exports_again(special: Any, tmp_path: Path) -> None:
    """As in p50k_base.tiktoken, which was refused: rank 50256 is left free for <|endoftext|>."""
    path = write_ranks(tmp_path / "gap.tiktoken", BYTE_RANKS | {b"ab": 256, b"abc": 258})
    tokenizer = Tokenizer.from_tiktoken(path, "gpt2", special)
    assert tokenizer.special_tokens[END] == 257
    assert tokenizer.encode(f"abc{END}ab") == [258, 257, 256]
    assert tokenizer.decode([258, 257, 256]) == f"abc{END}ab"
    tokenizer.to_tiktoken(tmp_path / "again.tiktoken")
    assert (tmp_path / "again.tiktoken").read_bytes() == path.read_bytes()
    tokenizer.save(tmp_path / "t.json")
    assert Tokenizer.load(tmp_path / "t.json") == tokenizer
    assert FastTokenizer.load(tmp_path / "t.json").encode(f"abc{END}ab") == [258, 257, 256]
    tokenizer.to_huggingface(tmp_path / "tokenizer.json")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert theirs.encode(f"abc{END}ab").ids == [258, 257, 256]


@pytest.mark.parametrize(
    ("special", "words"),
    [
        ((), r"no token has the rank 257, which is left free .* special_tokens={'<\|endoftext\|>': 257}"),
        ({"<|pad|>": 300}, "no token has the rank 257"),
        ({END: 256}, "has the id 256, which is the rank of another token"),
        ({END: 257, "<|pad|>": 257}, "has the id 257; it needs one of its own"),
    ],
)
def test_a_free_rank_that_no_special_token_fills_is_named(special: Any, words: str, tmp_path: Path) -> None:
    path = write_ranks(tmp_path / "gap.tiktoken", BYTE_RANKS | {b"ab": 256, b"abc": 258})
    with pytest.raises(ValueError, match=r"gap\.tiktoken: .*" + words):
        Tokenizer.from_tiktoken(path, "gpt2", special)


def test_a_missing_byte_is_still_an_error(tmp_path: Path) -> None:
    ranks = {token: rank for token, rank in BYTE_RANKS.items() if token != b"a"}
    for hole in (ranks, ranks | {b"bc": 256}, {token: rank - (rank > 97) for token, rank in ranks.items()}):
        path = write_ranks(tmp_path / "hole.tiktoken", hole)
        with pytest.raises(ValueError, match=r"hole\.tiktoken does not start with the 256 single bytes"):
            Tokenizer.from_tiktoken(path, "gpt2", [END])


def test_p50k_base_is_not_refused(rank_file: Callable[[str], Path], tmp_path: Path) -> None:
    """The public file is GPT-2's ranks, a free rank for <|endoftext|>, and runs of 2 to 25 blanks."""
    ranks = tiktoken.load.load_tiktoken_bpe(str(rank_file("r50k")))
    assert max(ranks.values()) == 50255
    ranks |= {b" " * n: 50255 + n for n in range(2, 26)}
    path = write_ranks(tmp_path / "p50k_base.tiktoken", ranks)
    theirs = tiktoken.Encoding("p50k", pat_str=GPT2_PATTERN, mergeable_ranks=ranks, special_tokens={END: 50256})
    ours = load_tokenizer(path)
    text = f"def f(x):\n    return  x{END}\n" + " " * 60 + "日本 once upon a time"
    assert ours.encode(text) == theirs.encode(text, allowed_special="all")
    assert (len(ours), max(ours.vocab)) == (theirs.n_vocab, 50280)
    ours.to_tiktoken(tmp_path / "again.tiktoken")
    assert (tmp_path / "again.tiktoken").read_bytes() == path.read_bytes()


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
