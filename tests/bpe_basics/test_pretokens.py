"""Splitting: equal to tiktoken's, nothing lost, special tokens first and longest first."""

from __future__ import annotations

import sys

import pytest
import regex
import tiktoken_ext.openai_public as openai_public
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, pretokenize, split_special_tokens
from storybot.bpe_basics.pretokenize import split_pattern

GPT4_ORIGINAL = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]"""
    r"""|\s+(?!\S)|\s"""
)
CORNERS = st.text(
    "aZé'sSſtTlLvVrReEdDmM 19٣\t\n\r\v\x1c\x85\xa0\u180e\u200d\u3000。，!-_/한字あ\u0301\U0001f600", max_size=40
)


@given(CORNERS | st.text(max_size=40))
@settings(max_examples=500, deadline=None)
def test_plain_patterns_split_like_the_originals(text: str) -> None:
    """On texts that do not end in white space: there tiktoken's newer spelling of GPT-4's pattern cuts otherwise."""
    text += "."
    assert split_pattern(text, GPT2_PATTERN) == regex.findall(openai_public.r50k_pat_str, text)
    assert split_pattern(text, GPT4_PATTERN) == regex.findall(GPT4_ORIGINAL, text)


@pytest.mark.parametrize("pattern", [GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, r"\w+", "x"])
@given(text=st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_nothing_is_lost(pattern: str, text: str) -> None:
    assert "".join(split_pattern(text, pattern)) == text


def test_every_code_point_survives() -> None:
    text = "".join(chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000)
    for pattern in (GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN):
        assert "".join(split_pattern(text, pattern)) == text


def test_longest_special_token_wins() -> None:
    assert split_special_tokens("x<|a|><|a|>b", ["<|a|>", "<|a|><|a|>"]) == ["x", "<|a|><|a|>", "b"]
    assert split_special_tokens("<|a|>" * 3, ["<|a|>", "<|a|><|a|>"]) == ["<|a|><|a|>", "<|a|>"]


def test_special_tokens_are_cut_before_the_pattern_runs() -> None:
    # the pattern alone would glue the space before "<|" to it, and "|>" to the letters' punctuation
    assert pretokenize("end <|x|> of", special_tokens=["<|x|>"]) == ["end", " ", " of"]
    assert pretokenize("a.*b", special_tokens=[".*"]) == ["a", "b"], "a special token is text, not a pattern"


@pytest.mark.parametrize(
    ("special", "word"),
    [([""], "number 0"), (["<a>", "<a>"], "<a>"), ("<a>", r"\['<a>'\]"), ([3], "3")],
)
def test_bad_special_tokens_are_named(special: object, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        pretokenize("text", special_tokens=special)  # type: ignore[arg-type]


def test_bad_pattern_is_named() -> None:
    with pytest.raises(ValueError, match=r"'\(open' does not compile"):
        pretokenize("text", "(open")
    with pytest.raises(ValueError, match="non-empty string, not ''"):
        pretokenize("text", "")
    with pytest.raises(TypeError, match="not bytes"):
        pretokenize(b"text")  # type: ignore[arg-type]
