"""Encoding and decoding: round trips, special tokens, streams, bad input."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, Tokenizer, train_bpe
from storybot.bpe_basics.safe_split import split_safely
from storybot.special_tokens import END
from storybot.stories import read_stories
from tests.bpe_basics.hard_texts import HARD

SPECIAL = [END, END + END, "end of story"]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    stories = [story for language in ("en", "ja", "ko", "zh") for story in read_stories(language)[:4]]
    return train_bpe(stories, 700, SPECIAL)


@pytest.mark.parametrize("text", HARD)
def test_round_trip_of_hard_texts(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert tokenizer.decode(tokenizer.encode(text, "none")) == text
    assert tokenizer.decode_bytes(tokenizer.encode(text)) == text.encode()


@given(text=st.text())
@settings(max_examples=300, deadline=None)
def test_round_trip_of_any_text(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_round_trip_of_every_code_point(tokenizer: Tokenizer) -> None:
    for start in range(0, sys.maxunicode, 4096):
        text = "".join(chr(c) for c in range(start, start + 4096) if not 0xD800 <= c < 0xE000)
        assert tokenizer.decode(tokenizer.encode(" ".join(text))) == " ".join(text)


def test_special_tokens_stay_whole_unless_told_otherwise(tokenizer: Tokenizer) -> None:
    end, two_ends, story = (tokenizer.special_tokens[s] for s in SPECIAL)
    assert tokenizer.encode(END * 3) == [two_ends, end]
    assert story in tokenizer.encode("the end of story.")
    assert not set(tokenizer.encode(END, "none")) & set(tokenizer.special_tokens.values())
    assert tokenizer.encode(END * 3, [END]) == [end] * 3
    with pytest.raises(ValueError, match=r"'<\|no\|>' is not a special token"):
        tokenizer.encode("x", ["<|no|>"])


def test_decode_never_raises_on_a_cut_character(tokenizer: Tokenizer) -> None:
    plain = Tokenizer([])
    assert plain.decode(list("日".encode())[:2]) == "\ufffd"
    assert plain.decode_bytes([0xE6, 0x97]) == b"\xe6\x97"
    for i in tokenizer.vocab:
        assert isinstance(tokenizer.decode([i]), str)
        assert tokenizer.token_bytes(i) == tokenizer.vocab[i]


@pytest.mark.parametrize("bad", [-1, 703, 10**9, "7"])
def test_unknown_id_is_named(bad: object) -> None:
    plain = Tokenizer([], ["<|x|>"])
    for read in (plain.decode, plain.decode_bytes):
        with pytest.raises(ValueError, match=f"no token has the id {bad!r}; ids go from 0 to 256"):
            read([65, bad])  # type: ignore[list-item]


def test_lone_surrogates_and_bytes_are_refused(tokenizer: Tokenizer) -> None:
    with pytest.raises(ValueError, match=r"lone surrogate U\+D800, at position 1"):
        tokenizer.encode("a\ud800")
    with pytest.raises(TypeError, match="must be a string, not bytes"):
        tokenizer.encode(b"bytes")  # type: ignore[arg-type]


def chunks_of(text: str, seed: int) -> Iterator[str]:
    dice = random.Random(seed)
    while text:
        n = dice.choice([1, 1, 2, 3, 7, 40])
        yield text[:n]
        text = text[n:]


@pytest.mark.parametrize("pattern", [GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, r"\w+|\W", r"a.*b"])
@given(
    text=st.lists(
        st.sampled_from([*SPECIAL, *HARD, "it's", "'re", " ", "  ", "\n", "a", "12345", "。", "字", "<|"])
    ).map("".join)
    | st.text("a'rel 1。\n\r字<|>", max_size=80),
    seed=st.integers(0, 2**16),
)
@settings(max_examples=150, deadline=None)
def test_a_stream_gives_the_ids_of_the_whole_text(pattern: str, text: str, seed: int) -> None:
    tokenizer = Tokenizer([(b"a", b"b"), (b" ", b"a"), (b"r", b"e"), (b"\n", b"\n")], SPECIAL, pattern)
    for size in (1, 16):
        pieces = list(split_safely(chunks_of(text, seed), tokenizer.pattern, tuple(SPECIAL), size))
        assert [i for piece in pieces for i in tokenizer.encode(piece)] == tokenizer.encode(text)
    assert list(tokenizer.encode_iterable(chunks_of(text, seed))) == tokenizer.encode(text)


def test_a_stream_keeps_little_in_memory() -> None:
    """The generator must not read its input to the end before it gives the first id."""
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield "昔々あるところに、小さな町がありました。\n"

    stream = Tokenizer([]).encode_iterable(endless())
    for _ in range(300_000):
        next(stream)
    assert read * 20 * 3 < 300_000 + 4 * 3 * (1 << 16)


def test_bad_merges_are_named() -> None:
    with pytest.raises(ValueError, match=r"merge number 0, \(b'ab', b'c'\), joins a token that was not made"):
        Tokenizer([(b"ab", b"c")])
    with pytest.raises(ValueError, match=r"makes the token b'ab' a second time"):
        Tokenizer([(b"a", b"b"), (b"a", b"b")])
    with pytest.raises(ValueError, match="each of the 256 bytes once"):
        Tokenizer([], byte_order=b"abc")
    with pytest.raises(ValueError, match="has the id 5; it needs one of its own, 256 or more"):
        Tokenizer([], {"<|x|>": 5})


def test_equality_and_repr() -> None:
    a, b = Tokenizer([(b"a", b"b")], ["<|x|>"]), Tokenizer([(b"a", b"b")], ["<|x|>"])
    assert a == b
    assert a != Tokenizer([(b"a", b"b")])
    assert a != 3
    assert repr(a) == "<Tokenizer: 258 tokens, 1 merges, special ['<|x|>']>"
