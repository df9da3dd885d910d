"""The six exercises of chapter 1: what a right answer must agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics.encode import decode, encode_pretoken
from storybot.bpe_basics.pair_merge import count_pairs, merge_pair, utf8_bytes
from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.bpe_basics.train import train_bpe
from storybot.check.exercise import Exercise, sorted_counter

TEXT = st.text("aé日한😀 \n", max_size=8) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
IDS = st.lists(st.integers(0, 3), max_size=10)
WORDS = st.text("aab \nb字", max_size=20)
VOCAB = dict(
    enumerate([b"a", b"b", b" ", "日".encode(), "日".encode()[:2], "日".encode()[2:], "é".encode()[:1], b"story"])
)


@st.composite
def rank_tables(draw: st.DrawFn) -> dict[bytes, int]:
    """A few tokens in some order, as a trained vocabulary has them: the bytes first, each token after its parts."""
    chosen = draw(st.lists(st.sampled_from([b"ab", b"bc", b"aa", b"ca"]), unique=True, max_size=4))
    longer = draw(st.lists(st.sampled_from([b"abc", b"aaa", b"abab", b"cab"]), unique=True, max_size=3))
    return {token: rank for rank, token in enumerate([b"a", b"b", b"c", *chosen, *longer])}


@dataclass(frozen=True)
class Learned:
    """What a tokenizer has learned, written as the learner would build it."""

    merges: list[tuple[bytes, bytes]]
    special_tokens: list[str]
    pattern: str

    def __repr__(self) -> str:
        return f"Tokenizer({self.merges}, {self.special_tokens}, {self.pattern!r})"


def learned(tokenizer: Any) -> Any:
    if not isinstance(tokenizer, Tokenizer):
        return tokenizer
    return Learned(tokenizer.merges, list(tokenizer.special_tokens), tokenizer.pattern)


def with_vocab(ids: list[int]) -> tuple[list[int], dict[int, bytes]]:
    """Arguments for `decode` with just the tokens that are needed: a message should be short."""
    return ids, {i: VOCAB[i] for i in sorted(set(ids))}


EXERCISES = {
    "utf8_bytes": Exercise(utf8_bytes, [("a",), ("é!",), ("日本",), ("👍",), ("",)], st.tuples(TEXT)),
    "count_pairs": Exercise(
        count_pairs,
        [([[1, 2]],), ([[1, 2, 1, 2], [1, 2]],), ([[7, 7, 7]],), ([[1], [2]],), ([],)],
        st.tuples(st.lists(IDS, max_size=4)),
        normalize=sorted_counter,
    ),
    "merge_pair": Exercise(
        merge_pair,
        [([1, 2], (1, 2), 9), ([1, 2, 1, 2, 3], (1, 2), 9), ([7, 7, 7], (7, 7), 9), ([], (1, 2), 9)],
        st.tuples(IDS, st.tuples(st.integers(0, 3), st.integers(0, 3)), st.just(9)),
    ),
    "train_bpe": Exercise(
        train_bpe,
        [
            ("aaab aaab", 258),
            ("mn ab yz", 257, (), r"\w+"),
            ("zé yz", 258),
            (["ab", "ab cd", "cd cd"], 259),
            ("ab<|x|>ab<|x|>cd", 260, ("<|x|>",)),
            ("a", 300),
        ],
        st.tuples(
            WORDS | st.lists(WORDS, max_size=3),
            st.integers(257, 264),
            st.sampled_from([(), ("<|x|>",), ("ab",)]),
            st.sampled_from([GPT4_PATTERN, r"\w+|\W+"]),
        ),
        normalize=learned,
        constants={"GPT4_PATTERN": GPT4_PATTERN},
    ),
    "encode_pretoken": Exercise(
        encode_pretoken,
        [
            (b"a", {b"a": 0}),
            (b"abab", {b"a": 0, b"b": 1, b"ab": 2}),
            (b"abc", {b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abc": 5}),
            (b"aaa", {b"a": 0, b"aa": 1}),
            (b"", {b"a": 0}),
        ],
        st.tuples(st.text("abc", max_size=8).map(str.encode), rank_tables()),
    ),
    "decode": Exercise(
        decode,
        [([0, 1], {0: b"caf", 1: "é".encode()}), with_vocab([4, 5]), with_vocab([4]), with_vocab([])],
        st.lists(st.sampled_from(sorted(VOCAB)), max_size=6).map(with_vocab),
    ),
}
