"""count_pretokens_fast and train_bpe: what chapters 1 and 2 give, from every kind of file, wherever blocks are cut."""

from __future__ import annotations

import gzip
import lzma
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import pretokenize
from storybot.bpe_basics import train_bpe as train_bpe_reference
from storybot.bpe_basics.patterns import PATTERNS
from storybot.languages import LANGUAGES
from storybot.optimized_merges import count_pretokens_fast, train_bpe
from storybot.optimized_merges.kernels.blocks import cut_blocks
from storybot.optimized_merges.kernels.intrinsics import pad_bytes
from storybot.optimized_merges.kernels.special_tokens import pack_special_tokens
from storybot.optimized_merges.kernels.utf8 import first_invalid
from storybot.parallel_pretokenization import count_pretokens
from storybot.special_tokens import END
from storybot.stories import read_stories

patterns = pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
SPECIAL = (END, "<|end", "a b")
PIECES = [*SPECIAL, "once", " upon", "日本、", "。本", "새 ", "\n", "  ", "'s", "<|", "1234", "A", "\u3000", "é", "!"]
BAD = [b"\xff", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe3\x81", b"\x80"]
EDGES = [0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
STORIES = END.join(story for language in LANGUAGES for story in read_stories(language))


def reference_count(text: str, pattern: str, special: tuple[str, ...]) -> Counter[bytes]:
    return Counter(word.encode() for word in pretokenize(text, pattern, special))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("count") / "text.txt"


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.sampled_from(list(PATTERNS.values())),
    st.sampled_from([(), SPECIAL[:1], SPECIAL]),
    st.integers(1, 40),
    st.integers(1, 3),
)
def test_wherever_blocks_are_cut(
    file: Path, text: str, pattern: str, special: tuple[str, ...], chunk_bytes: int, workers: int
) -> None:
    file.write_bytes(text.encode())
    counted = count_pretokens_fast(
        file, pattern=pattern, special_tokens=special, chunk_bytes=chunk_bytes, workers=workers, progress=False
    )
    assert counted == reference_count(text, pattern, special)


@patterns
def test_every_kind_of_file(tmp_path: Path, pattern: str) -> None:
    texts = STORIES.split(END)
    paths = [tmp_path / "a.txt", tmp_path / "b.txt.gz", tmp_path / "c.txt.xz", tmp_path / "d.parquet"]
    paths[0].write_bytes(STORIES.encode())
    paths[1].write_bytes(gzip.compress(STORIES.encode()))
    paths[2].write_bytes(lzma.compress(STORIES.encode()))
    pyarrow.parquet.write_table(pa.table({"text": [*texts, None, ""]}), paths[3], row_group_size=7)
    one = reference_count(STORIES, pattern, (END,))
    for path in paths:
        assert count_pretokens_fast(path, pattern=pattern, progress=False) == one
    total = count_pretokens_fast(paths, pattern=pattern, progress=False, chunk_bytes=1000)
    assert (
        total == count_pretokens(paths, pattern=pattern, progress=False) == Counter({w: 4 * n for w, n in one.items()})
    )
    rare = count_pretokens_fast(paths, pattern=pattern, min_count=9, progress=False)
    assert rare == Counter({word: n for word, n in total.items() if n >= 9})


@pytest.mark.parametrize("name", ["stories", "en", "ja", "ko", "zh"])
def test_real_text(name: str, tmp_path: Path, corpus: Callable[[str, int], str]) -> None:
    path = tmp_path / "real.txt"
    path.write_bytes(corpus(name, 3_000_000).encode())
    for pattern in PATTERNS.values():
        expected = count_pretokens(path, pattern=pattern, progress=False)
        assert count_pretokens_fast(path, pattern=pattern, progress=False, chunk_bytes=100_000) == expected


def test_a_pattern_of_ones_own_or_an_executor_goes_to_chapter_2(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a-b c")
    assert count_pretokens_fast(path, pattern=r"\w", progress=False) == Counter(
        {b"a": 1, b"-": 1, b"b": 1, b" ": 1, b"c": 1}
    )

    with ThreadPoolExecutor(1) as executor:
        assert count_pretokens_fast(path, executor=executor, progress=False)[b"-b"] == 1


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("where", [0, 5000, 10_000])
def test_bad_utf8_is_named_with_its_offset(tmp_path: Path, bad: bytes, where: int) -> None:
    path = tmp_path / "bad.txt"
    good = ("word 日本 " * 1000).encode()[:10_000]
    good = good.decode("utf-8", "ignore").encode()
    where = len(good[:where].decode("utf-8", "ignore").encode())
    path.write_bytes(good[:where] + bad + good[where:])
    for chunk_bytes in (64, 1 << 20):
        with pytest.raises(ValueError, match=f"bad.txt is not valid UTF-8: byte {bad[0]:#04x} at offset {where:,}"):
            count_pretokens_fast(path, progress=False, chunk_bytes=chunk_bytes)
    replaced = count_pretokens_fast(path, progress=False, errors="replace", chunk_bytes=64)
    assert replaced == count_pretokens(path, progress=False, errors="replace")


def test_utf8_is_judged_as_python_judges_it() -> None:
    rng = random.Random(0)
    for _ in range(20_000):
        data = bytes(rng.choices(EDGES, k=5))
        try:
            data.decode("utf-8")
            valid = len(data)
        except UnicodeDecodeError as problem:
            valid = problem.start
        assert first_invalid(pad_bytes([data]), 0, len(data)) == valid


def test_blocks_are_small_and_whole() -> None:
    text = (STORIES * 3).encode()
    chunks = [text[i : i + 1000] for i in range(0, len(text), 1000)]
    blocks = list(cut_blocks(chunks, pack_special_tokens({END: 0})))
    assert b"".join(block.data[: block.n_bytes].tobytes() for block in blocks) == text
    assert max(block.n_bytes for block in blocks) < 10_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_training_gives_the_tokenizer_of_chapter_1(tmp_path: Path, language: str, pattern: str) -> None:
    text = END.join(read_stories(language)[:3])
    path = tmp_path / "stories.txt"
    path.write_bytes(text.encode())
    expected = train_bpe_reference(text, 257 + 60, [END], PATTERNS[pattern])
    assert train_bpe(path, 257 + 60, pattern=pattern, progress=False) == expected


def test_training_with_a_pattern_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ab ab cd")
    expected = train_bpe_reference("ab ab cd", 260, [], r"\w+|\s")
    assert train_bpe(path, 260, special_tokens=[], pattern=r"\w+|\s", progress=False) == expected


def test_bad_arguments(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ab")
    with pytest.raises(ValueError, match="at least 257"):
        train_bpe(path, 100)
    with pytest.raises(ValueError, match="min_count"):
        train_bpe(path, 300, min_count=0)
    with pytest.raises(ValueError, match="threads"):
        train_bpe(path, 300, threads=0)
    with pytest.raises(ValueError, match="empty"):
        train_bpe([], 300)
    with pytest.raises(FileNotFoundError, match="no file"):
        train_bpe(tmp_path / "absent.txt", 300)
    with pytest.raises(IsADirectoryError, match="is a folder"):
        count_pretokens_fast(tmp_path)
    with pytest.raises(ValueError, match="does not compile"):
        train_bpe(path, 300, pattern="(")
