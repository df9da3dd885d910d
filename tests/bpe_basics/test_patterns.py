"""`pattern=` means the same everywhere: a name or an expression; one that matches almost nothing warns, once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from storybot.bpe_basics import GPT4_PATTERN, Tokenizer, pretokenize
from storybot.bpe_basics import train_bpe as train_bpe_reference
from storybot.bpe_basics.patterns import PATTERNS, _warn_once, resolve_pattern
from storybot.optimized_merges import FastTokenizer, count_pretokens_fast, train_bpe
from storybot.parallel_pretokenization import count_chunk, count_pretokens

TEXT = "I'LL tell 12345 stories,\n  LOUDLY  日本語 it's\n" * 3
LONG = "one upon two times " * 100


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def nothing_warned_yet() -> Iterator[None]:
    _warn_once.cache_clear()
    yield
    _warn_once.cache_clear()


def write_ranks(path: Path) -> Path:
    out = path.with_suffix(".tiktoken")
    Tokenizer([(b"t", b"e"), (b"l", b"l")]).to_tiktoken(out)
    return out


def used(tokenizer: Tokenizer) -> object:
    return tokenizer.pattern, tokenizer.encode(TEXT), tokenizer.merges


DOORS: dict[str, Callable[[Path, str], object]] = {
    "pretokenize": lambda path, pattern: pretokenize(TEXT, pattern),
    "Tokenizer": lambda path, pattern: used(Tokenizer([(b"t", b"e")], pattern=pattern)),
    "Tokenizer.from_tiktoken": lambda path, pattern: used(Tokenizer.from_tiktoken(write_ranks(path), pattern)),
    "FastTokenizer": lambda path, pattern: used(FastTokenizer([(b"t", b"e")], pattern=pattern)),
    "FastTokenizer.from_tiktoken": lambda path, pattern: used(FastTokenizer.from_tiktoken(write_ranks(path), pattern)),
    "train_bpe, chapter 1": lambda path, pattern: used(train_bpe_reference(TEXT, 300, pattern=pattern)),
    "train_bpe, chapter 3": lambda path, pattern: used(train_bpe(path, 300, pattern=pattern, progress=False)),
    "count_chunk": lambda path, pattern: count_chunk(path, 0, path.stat().st_size, pattern),
    "count_pretokens": lambda path, pattern: count(path, pattern),
    "count_pretokens_fast": lambda path, pattern: count_pretokens_fast(path, pattern=pattern, progress=False),
}


def count(path: Path, pattern: str) -> object:
    with ThreadPoolExecutor(1) as pool:
        return count_pretokens(path, pattern=pattern, executor=pool, progress=False)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("door", DOORS)
def test_a_name_is_not_taken_for_a_regular_expression(door: str, name: str, path: Path) -> None:
    assert DOORS[door](path, name) == DOORS[door](path, PATTERNS[name])


@pytest.mark.parametrize("door", DOORS)
def test_an_expression_is_not_taken_for_a_name(door: str, path: Path) -> None:
    assert DOORS[door](path, r"\w+|\W+") != DOORS[door](path, "gpt4")


def test_the_two_trainers_agree_about_every_spelling(path: Path) -> None:
    for pattern in ("gpt2", "gpt4", "o200k", GPT4_PATTERN, r"\w+|\s"):
        assert train_bpe(path, 300, special_tokens=[], pattern=pattern, progress=False) == train_bpe_reference(
            TEXT, 300, pattern=pattern
        )


def test_the_file_keeps_the_expression(tmp_path: Path) -> None:
    Tokenizer([], pattern="gpt4").save(tmp_path / "t.json")
    assert Tokenizer.load(tmp_path / "t.json").pattern == GPT4_PATTERN
    assert resolve_pattern(resolve_pattern("gpt4")) == GPT4_PATTERN


@pytest.mark.parametrize(
    "use",
    [
        lambda path: pretokenize(LONG, "gpt3"),
        lambda path: Tokenizer([], pattern="gpt3").encode(LONG),
        lambda path: FastTokenizer([], pattern="gpt3").encode(LONG),
        lambda path: train_bpe_reference(LONG, 257, pattern="gpt3"),
        lambda path: count(path, "gpt3"),
        lambda path: train_bpe(path, 258, pattern="gpt3", progress=False),
    ],
    ids=["pretokenize", "encode", "fast encode", "train", "count", "fast train"],
)
def test_a_pattern_that_matches_almost_nothing_warns_once(use: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(LONG)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        use(path)
        use(path)
    (warning,) = caught
    assert warning.category is UserWarning
    assert "'gpt3' matches less than 1% of a text of 1,000 characters" in str(warning.message)
    assert "one of the names gpt2, gpt4, o200k" in str(warning.message)


@pytest.mark.parametrize(
    ("text", "pattern", "warns"),
    [
        ("x" * 10 + "." * 990, "x", False),  # one per cent is enough
        ("x" * 9 + "." * 991, "x", True),
        ("." * 999, "x", False),  # too short to judge
        (LONG, "(?s).+", False),
        (LONG, r"\s", False),
        ("ab" * 600, "(?=a)", False),  # empty matches cut the text into short pieces all the same
    ],
    ids=["enough", "too little", "too short", "one match", "many matches", "empty matches"],
)
def test_the_threshold_is_one_per_cent_of_a_thousand_characters(text: str, pattern: str, warns: bool) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert "".join(pretokenize(text, pattern)) == text
    assert len(caught) == warns
