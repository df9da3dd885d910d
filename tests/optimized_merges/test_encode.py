"""FastTokenizer gives the ids of Tokenizer and of tiktoken, from text, batches, files and streams."""

from __future__ import annotations

import gzip
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import Tokenizer
from storybot.bpe_basics import train_bpe as train_bpe_reference
from storybot.bpe_basics.patterns import PATTERNS
from storybot.languages import LANGUAGES
from storybot.optimized_merges import FastTokenizer
from storybot.optimized_merges.kernels.blocks import make_block
from storybot.optimized_merges.kernels.encode import Encoder
from storybot.optimized_merges.kernels.merge_ranks import build_rank_table
from storybot.optimized_merges.kernels.scanners import SCANNERS
from storybot.optimized_merges.kernels.special_tokens import pack_special_tokens
from storybot.special_tokens import END
from storybot.stories import read_stories
from tests.bpe_basics.hard_texts import HARD
from tests.optimized_merges.conftest import VOCABULARIES

SPECIAL = ["<|end|>", "<|end|><|end|>", "<|x", "e "]
STORIES = "\n".join(story for language in LANGUAGES for story in read_stories(language)[:2])
PIECES = st.lists(
    st.sampled_from([*SPECIAL, "once", " upon", "日本", "새 ", "\n", "  ", "aaa", "<|", "1234"]), max_size=20
)


@pytest.fixture(scope="module", params=PATTERNS)
def both(request: pytest.FixtureRequest) -> tuple[Tokenizer, FastTokenizer]:
    reference = train_bpe_reference(STORIES[:6000], 256 + len(SPECIAL) + 300, SPECIAL, request.param)
    return reference, FastTokenizer(reference.merges, SPECIAL, request.param)


def test_the_two_are_equal_tokenizers(both: tuple[Tokenizer, FastTokenizer], tmp_path: Path) -> None:
    reference, fast = both
    assert fast == reference
    fast.save(tmp_path / "t.json")
    assert Tokenizer.load(tmp_path / "t.json") == reference
    assert isinstance(FastTokenizer.load(tmp_path / "t.json"), FastTokenizer)
    assert repr(fast).startswith("<FastTokenizer: ")


def test_hard_texts(both: tuple[Tokenizer, FastTokenizer]) -> None:
    reference, fast = both
    for text in [*HARD, STORIES]:
        expected = reference.encode(text)
        assert fast.encode(text) == expected
        assert fast.decode(expected) == reference.decode(expected) == text
        assert fast.decode(np.array(expected, np.uint32)) == text


@settings(deadline=None, max_examples=300)
@given(PIECES.map("".join) | st.text(), st.sampled_from(["all", "none", SPECIAL[:1], SPECIAL[1:3]]))
def test_any_text_and_any_special(text: str, allowed: Any) -> None:
    merges = [(b"o", b"n"), (b" ", b"u"), (b"a", b"a"), (b"\xe6", b"\x97"), (b"aa", b"a"), (b"a", b"aa")][:5]
    reference, fast = Tokenizer(merges, SPECIAL), FastTokenizer(merges, SPECIAL)
    assert fast.encode(text, allowed) == reference.encode(text, allowed)


def test_tokens_that_can_be_made_in_two_ways() -> None:
    """Chapter 1 joins bytes: a pair that was never a merge may still make a token."""
    merges = [(b"b", b"c"), (b"a", b"b"), (b"ab", b"c"), (b"c", b"d"), (b"abc", b"d"), (b"x", b"a")]
    reference, fast = Tokenizer(merges), FastTokenizer(merges)
    rng = random.Random(0)
    for length in [1, 3, 5, 14, 15, 16, 17, 39, 40, 41, 60, 300]:
        for _ in range(40):
            word = "".join(rng.choices("abcdx", k=length))
            assert fast.encode(word) == reference.encode(word)


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("language", ["en", "ja", "ko", "zh", "stories"])
def test_tiktoken(
    vocabulary: str, language: str, openai: Callable[[str], FastTokenizer], corpus: Callable[[str, int], str]
) -> None:
    text = corpus(language, 1_000_000)
    assert np.array_equal(openai(vocabulary).encode(text), peer(openai(vocabulary)).encode_ordinary(text))


@pytest.mark.soak
@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("language", ["en", "ja", "ko", "zh"])
def test_tiktoken_on_24_megabytes(
    vocabulary: str, language: str, openai: Callable[[str], FastTokenizer], corpus: Callable[[str, int], str]
) -> None:
    documents = corpus(language, 24_000_000).split(END)
    ours = openai(vocabulary).encode_batch(documents)
    theirs = peer(openai(vocabulary)).encode_ordinary_batch(documents, num_threads=2)
    assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_tiktoken_on_random_bytes(vocabulary: str, openai: Callable[[str], FastTokenizer]) -> None:
    rng = random.Random(0)
    encoding = peer(openai(vocabulary))
    for errors in ("replace", "ignore"):
        for _ in range(200):
            text = rng.randbytes(rng.randrange(400)).decode("utf-8", errors)
            assert openai(vocabulary).encode(text) == encoding.encode_ordinary(text)


def peer(tokenizer: FastTokenizer) -> tiktoken.Encoding:
    return tiktoken.Encoding("ours", pat_str=tokenizer.pattern, mergeable_ranks=tokenizer.ranks, special_tokens={})


def test_batches(both: tuple[Tokenizer, FastTokenizer]) -> None:
    reference, fast = both
    texts = [*HARD, "", STORIES, "", *(f"story {i}<|end|>" for i in range(3000))]
    arrays = fast.encode_batch(texts)
    assert all(array.dtype == np.uint32 for array in arrays)
    assert [array.tolist() for array in arrays] == [reference.encode(text) for text in texts]
    assert fast.encode_batch([]) == []
    assert [array.tolist() for array in fast.encode_batch(["", ""])] == [[], []]


def test_one_thread_or_many(both: tuple[Tokenizer, FastTokenizer], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storybot.optimized_merges.fast_tokenizer.BATCH_BYTES", 2000)
    reference, fast = both
    texts = [STORIES[i : i + 500] for i in range(0, len(STORIES), 500)]
    expected = [reference.encode(text) for text in texts]
    for threads in (1, 2, 5):
        fast.threads = threads
        assert [array.tolist() for array in fast.encode_batch(texts)] == expected
    fast.threads = None


def test_several_threads_of_the_caller(both: tuple[Tokenizer, FastTokenizer]) -> None:
    reference, fast = both
    texts = [STORIES[i : i + 300] for i in range(0, len(STORIES), 300)] * 3
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fast.encode, texts)) == [reference.encode(text) for text in texts]


def test_files_and_streams(both: tuple[Tokenizer, FastTokenizer], tmp_path: Path) -> None:
    reference, fast = both
    text = (STORIES + "<|end|>") * 3
    path, packed = tmp_path / "text.txt", tmp_path / "text.txt.gz"
    path.write_bytes(text.encode())
    packed.write_bytes(gzip.compress(text.encode()))
    expected = reference.encode(text)
    assert fast.encode_file(path).tolist() == expected
    assert fast.encode_file(packed).tolist() == expected
    assert list(fast.encode_iterable(text[i : i + 7] for i in range(0, len(text), 7))) == expected
    assert fast.encode_to(tmp_path / "ids.bin", [path, packed]) == 2 * len(expected)
    assert np.fromfile(tmp_path / "ids.bin", np.uint16).tolist() == expected + expected
    assert fast.encode_to(tmp_path / "ids.bin", path, dtype=np.uint32) == len(expected)
    assert np.fromfile(tmp_path / "ids.bin", np.uint32).tolist() == expected
    path.write_bytes(b"")
    assert fast.encode_file(path).tolist() == []


def test_a_file_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"good " * 500_000 + b"caf\xe9 " + b"good " * 10)
    (tmp_path / "ids.bin").write_bytes(b"old")
    with pytest.raises(ValueError, match=r"bad.txt is not valid UTF-8: byte 0xe9 at offset 2,500,003"):
        FastTokenizer([]).encode_to(tmp_path / "ids.bin", tmp_path / "bad.txt")
    assert (tmp_path / "ids.bin").read_bytes() == b"old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.txt", "ids.bin"]


def test_ids_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="uint8 cannot hold"):
        FastTokenizer([(b"a", b"b")]).encode_to(tmp_path / "x", tmp_path / "y", dtype=np.uint8)


def test_bad_input_says_what_is_wrong() -> None:
    fast = FastTokenizer([(b"a", b"b")])
    with pytest.raises(ValueError, match="lone surrogate U\\+D800"):
        fast.encode("a\ud800")
    with pytest.raises(TypeError, match="must be a string, not int"):
        fast.encode_batch([5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"the text is not valid UTF-8: byte 0xff at offset 2"):
        fast.encode_batch([b"ab\xff"])
    assert [ids.tolist() for ids in fast.encode_batch([b"abc", "é".encode()])] == [[256, 99], [195, 169]]
    with pytest.raises(ValueError, match="no token has the id 999"):
        fast.decode([97, 999])
    with pytest.raises(ValueError, match="is not a special token"):
        fast.encode("a", ["<|no|>"])


LONG_WORD = """
from storybot.optimized_merges import FastTokenizer
fast = FastTokenizer([(b"a" * n, b"a" * n) for n in (1, 2, 4, 8)])
print(len(fast.encode("a" * 4_000_000)))
"""


def test_a_word_of_four_megabytes_is_not_quadratic() -> None:
    """In time proportional to n log n it takes two seconds; by looking at all pairs after each merge, hours."""
    command = [sys.executable, "-c", LONG_WORD]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert int(done.stdout) == 4_000_000 // 16


def test_the_cache_is_bounded_and_forgets_nothing_that_matters(both: tuple[Tokenizer, FastTokenizer]) -> None:
    reference, fast = both
    encoder = Encoder(build_rank_table(fast.ranks), SCANNERS[fast.pattern], cache_bytes=1 << 20)
    specials = pack_special_tokens({})
    rng = random.Random(0)
    for _ in range(30):
        text = " ".join("".join(rng.choices("abcdefgh日本", k=rng.randrange(1, 30))) for _ in range(2000))
        ids, _ = encoder.encode(make_block([text.encode()]), specials)
        assert ids.tolist() == reference.encode(text, "none")
        words = encoder.cache.words
        held = words.short.nbytes + words.long.nbytes + words.long_bytes.nbytes + encoder.cache.spilled.nbytes
        assert held <= 1 << 20


def test_it_travels_to_other_processes(both: tuple[Tokenizer, FastTokenizer]) -> None:
    reference, fast = both
    fast.encode(STORIES)
    assert len(pickle.dumps(fast)) < 100_000, "the caches stay at home"
    texts = [STORIES[:200], "日本の<|end|>"]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(fast.encode, texts)) == [reference.encode(text) for text in texts]


def test_a_pattern_of_ones_own_is_served_by_chapter_1(tmp_path: Path) -> None:
    reference, fast = Tokenizer([(b"a", b"b")], pattern=r"\w+"), FastTokenizer([(b"a", b"b")], pattern=r"\w+")
    (tmp_path / "t.txt").write_text("ab, ab!")
    assert fast.encode("ab, ab!") == reference.encode("ab, ab!") == fast.encode_file(tmp_path / "t.txt").tolist()
    assert fast.encode_batch(["ab"])[0].tolist() == [256]
