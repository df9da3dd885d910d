"""Training: equal to a brute-force oracle, with the tie rule, whatever the order of documents."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, Tokenizer, count_pairs, merge_pair, train_bpe
from storybot.bpe_basics.pretokenize import pretokenize

SMALL = st.text("aab ", max_size=30) | st.text("ab字é한 \n1", max_size=30)


def oracle_merges(
    documents: list[str], n_merges: int, pattern: str, special: tuple[str, ...]
) -> list[tuple[bytes, bytes]]:
    """Brute force, written apart: byte strings all the way, every candidate pair counted on its own."""
    words = [[bytes([b]) for b in w.encode()] for d in documents for w in pretokenize(d, pattern, special)]
    merges = []
    while len(merges) < n_merges:
        candidates = {(w[i], w[i + 1]) for w in words for i in range(len(w) - 1)}
        if not candidates:
            break
        ranked = sorted((sum(w[i : i + 2] == list(c) for w in words for i in range(len(w))), c) for c in candidates)
        left, right = ranked[-1][1]
        merges.append((left, right))
        for w in words:
            i = 0
            while i < len(w) - 1:
                if w[i] == left and w[i + 1] == right:
                    w[i : i + 2] = [left + right]
                i += 1
    return merges


@given(st.lists(SMALL, max_size=5), st.integers(0, 12), st.sampled_from([GPT2_PATTERN, GPT4_PATTERN, ".+"]))
@settings(max_examples=300, deadline=None)
def test_merges_equal_the_oracle(documents: list[str], n_merges: int, pattern: str) -> None:
    special = ("ab ",)
    trained = train_bpe(documents, 256 + 1 + n_merges, special, pattern)
    assert trained.merges == oracle_merges(documents, n_merges, pattern, special)
    assert trained.special_tokens == {"ab ": 256 + len(trained.merges)}


@given(st.lists(SMALL, max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_document_order_does_not_matter(documents: list[str], shuffler: random.Random) -> None:
    shuffled = documents[:]
    shuffler.shuffle(shuffled)
    assert train_bpe(documents, 270) == train_bpe(shuffled, 270)
    assert train_bpe(iter(documents), 270) == train_bpe(documents, 270)


def test_tie_rule_takes_the_greatest_pair_of_byte_strings() -> None:
    assert train_bpe("mn ab yz", 257, pattern=r"\w+").merges == [(b"y", b"z")]
    # the left part decides first, as bytes: é (0xc3) is greater than z, "zz" than "z"
    assert train_bpe(["zé", "yz"], 257, pattern=r"\w+").merges == [(b"\xc3", b"\xa9")]


def test_pairs_never_cross_pretokens_or_special_tokens() -> None:
    tokenizer = train_bpe("ab ab<|x|>cd<|x|>cd", 400, ["<|x|>"])
    assert not any(b" " in token[1:] for token in tokenizer.vocab.values())
    assert set(tokenizer.merges) == {(b"a", b"b"), (b"c", b"d"), (b" ", b"ab")}


def test_overlapping_pairs() -> None:
    assert count_pairs([[7, 7, 7]]) == {(7, 7): 2}
    assert merge_pair([7, 7, 7], (7, 7), 300) == [300, 7]
    ids = [1, 2]
    assert merge_pair(ids, (1, 2), 9) == [9]
    assert ids == [1, 2], "the list that was given must stay as it was"


def test_vocab_size_counts_bytes_special_tokens_and_merges() -> None:
    tokenizer = train_bpe("low lower lowest", 262, ["<|a|>", "<|b|>"])
    assert len(tokenizer) == 262
    assert len(tokenizer.merges) == 4
    assert tokenizer.special_tokens == {"<|a|>": 260, "<|b|>": 261}
    assert train_bpe("", 1000).merges == [], "no text, no merges"
    assert len(train_bpe("aaaa", 100_000)) == 258, "stops when nothing is left to merge"


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (255, "255"),
        (0, "at least 256"),
        (-1, "-1"),
        (None, "None"),
        ("1000", "'1000'"),
        (True, "True"),
        (300.0, "300.0"),
    ],
)
def test_bad_vocab_size_is_named(size: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        train_bpe("text", size)  # type: ignore[arg-type]


def test_special_tokens_need_room() -> None:
    with pytest.raises(ValueError, match="256 bytes and 2 special tokens need at least 258"):
        train_bpe("text", 257, ["<|a|>", "<|b|>"])


def test_lone_surrogate_is_named() -> None:
    with pytest.raises(ValueError, match=r"U\+D83D, at position 2"):
        train_bpe("ab\ud83d", 300, pattern=".+")


def test_progress_shows_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(train_bpe("low lower", 258, progress=True), Tokenizer)
    assert "merges" in capsys.readouterr().err
