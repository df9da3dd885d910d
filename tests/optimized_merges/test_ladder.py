"""Every rung gives the merges of chapter 1: on random words, on stories, on real text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, pretokenize
from storybot.bpe_basics import train_bpe as train_bpe_reference
from storybot.languages import LANGUAGES
from storybot.optimized_merges import (
    first_wrong_merge,
    train_batched,
    train_incremental,
    train_lazy_heap,
    train_sorted_list,
    train_weighted,
)
from storybot.optimized_merges.kernels.merge import train_compiled
from storybot.stories import read_stories

RUNGS = [train_weighted, train_incremental, train_lazy_heap, train_sorted_list, train_compiled]
rungs = pytest.mark.parametrize("train", RUNGS, ids=lambda train: train.__name__)

FEW_LETTERS = st.text("ab", min_size=1, max_size=20).map(str.encode)
ANY_BYTES = st.binary(min_size=1, max_size=30)
RUNS = st.tuples(st.sampled_from([b"a", b"\xff", b"ab"]), st.integers(1, 30)).map(lambda run: run[0] * run[1])
COUNTS = st.dictionaries(FEW_LETTERS | ANY_BYTES | RUNS, st.integers(1, 5), max_size=12)


@settings(deadline=None, max_examples=150)
@given(COUNTS, st.integers(0, 60))
def test_all_rungs_agree(counts: dict[bytes, int], n_merges: int) -> None:
    expected = train_weighted(counts, n_merges)
    for train in RUNGS[1:]:
        assert train(counts, n_merges) == expected


@rungs
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_merges_of_chapter_1(train: Callable[..., object], language: str) -> None:
    text = "\n".join(read_stories(language)[:2])
    expected = train_bpe_reference(text, 256 + 120).merges
    assert train(Counter(word.encode() for word in pretokenize(text)), 120) == expected


@pytest.mark.parametrize("name", ["stories", "en", "ja", "ko", "zh"])
def test_real_text_to_many_merges(name: str, corpus: Callable[[str, int], str]) -> None:
    counts = Counter(word.encode() for word in pretokenize(corpus(name, 150_000), GPT2_PATTERN))
    expected = train_lazy_heap(counts, 2000)
    assert train_sorted_list(counts, 2000) == expected
    assert train_compiled(counts, 2000) == expected
    assert train_incremental(counts, 100) == expected[:100]


@rungs
def test_it_stops_when_no_pair_is_left(train: Callable[..., object]) -> None:
    assert train({b"abc": 1}, 100) == [(b"b", b"c"), (b"a", b"bc")]
    assert train({}, 5) == []
    assert train({b"a": 3}, 5) == []
    assert train({b"ab": 3}, 0) == []


@rungs
def test_a_weight_may_be_very_large(train: Callable[..., object]) -> None:
    assert train({b"ab": 10**11, b"cd": 10**11 + 1}, 2) == [(b"c", b"d"), (b"a", b"b")]


def test_what_the_compiled_trainer_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="may occur"):
        train_compiled({b"ab": 1 << 40}, 1)


def test_merging_several_pairs_a_step_is_wrong() -> None:
    counts = {b"abc": 3, b"bcd": 2}
    assert train_weighted(counts, 2) == [(b"b", b"c"), (b"a", b"bc")]
    assert train_batched(counts, 2) == [(b"b", b"c"), (b"a", b"b")]
    assert first_wrong_merge(counts, train_batched(counts, 2)) == 1


def test_a_long_word_of_one_letter() -> None:
    merges = train_compiled({b"a" * 100_000: 1}, 5)
    assert merges == [(b"a" * n, b"a" * n) for n in (1, 2, 4, 8, 16)]
    assert train_lazy_heap({b"a" * 3000: 1}, 5) == merges


def test_the_pattern_does_not_matter_to_a_trainer() -> None:
    text = read_stories("ko")[0]
    for pattern in (GPT2_PATTERN, GPT4_PATTERN):
        counts = Counter(word.encode() for word in pretokenize(text, pattern))
        assert train_compiled(counts, 50) == train_bpe_reference(text, 306, pattern=pattern).merges
