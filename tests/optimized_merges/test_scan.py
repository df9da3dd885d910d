"""The compiled scanners cut exactly where `regex` cuts: every code point, and strings made of corners."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics.patterns import PATTERNS, compile_pattern
from storybot.bpe_basics.safe_split import STREAMABLE_PATTERNS
from storybot.optimized_merges.kernels.ascii_scanner import scan_words
from storybot.optimized_merges.kernels.intrinsics import pad_bytes
from storybot.optimized_merges.kernels.jit import jit_kernel
from storybot.optimized_merges.kernels.scanners import SCANNERS, pretoken_end
from storybot.optimized_merges.kernels.utf8 import class_table

patterns = pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
CORNERS = [
    *"'ſsSlLvVeErRdDmMtT", *"aZéßǅʰ日本語가각ภา", *"0123٣Ⅷ½", *" \t\n\r\v\f\x1c\x1f", "\u0085", "\u00a0", "\u180e",
    "\u2028", "\u3000", "\ufeff", "\u0301", "\u20e3", "\u200d", *".,!?/-_()「」。、…—", "😀", "𝒳", "\U0001f1ef",
    "\x00", "\x7f",
    "'s", "'LL", "'ve", "  ", "\r\n", "\n\n ", "    \n   ", "the", "Hello", "McDONALD", "12345", "...", "e\u0301",
    "averyveryverylongwordwithmanymorelettersthananyonewouldeverthinkof",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(CORNERS), max_size=30).map("".join)


@jit_kernel
def all_ends(data, start, end, classes, scanner, ends):  # type: ignore[no-untyped-def]
    """With the fast way for common words."""
    return scan_words(data, np.uint64(start), np.uint64(end), classes, scanner, ends)


@jit_kernel
def all_ends_slowly(data, start, end, classes, scanner, ends):  # type: ignore[no-untyped-def]
    """By the complete scanner alone."""
    pos, n = np.uint64(start), 0
    while pos < np.uint64(end):
        pos = pretoken_end(data, pos, np.uint64(end), classes, scanner)
        ends[n] = pos
        n += 1
    return n


def cut(text: str, pattern: str, ends_of=all_ends) -> list[str]:  # type: ignore[no-untyped-def]
    data = text.encode("utf-8")
    ends = np.zeros(len(data) + 1, np.uint64)
    n = ends_of(pad_bytes([data]), 0, len(data), class_table(), SCANNERS[pattern], ends)
    positions = [0, *ends[:n].tolist()]
    return [data[a:b].decode("utf-8") for a, b in pairwise(positions)]


@patterns
@settings(deadline=None, max_examples=1500)
@given(TEXTS)
def test_corners(pattern: str, text: str) -> None:
    expected = compile_pattern(pattern).findall(text)
    assert cut(text, pattern) == expected
    assert cut(text, pattern, all_ends_slowly) == expected


@patterns
@settings(deadline=None, max_examples=500)
@given(st.text())
def test_any_text(pattern: str, text: str) -> None:
    assert cut(text, pattern) == compile_pattern(pattern).findall(text)


@patterns
def test_long_random_strings(pattern: str) -> None:
    rng = random.Random(0)
    for _ in range(60):
        text = "".join(rng.choices(CORNERS, k=4000))
        assert cut(text, pattern) == compile_pattern(pattern).findall(text)


FRAMES = ["a{}b", " {}", "'{}'s", "!{}{}\n"]
MORE_FRAMES = ["{}", "{} ", "1{}2", "\n{}\n", "A{}'S", "  {}", "!{}a", "'{}", "\u0301{}", "\u0301{}A", "A{}A", "{}/"]


@patterns
@pytest.mark.parametrize("frame", [*FRAMES, *(pytest.param(frame, marks=pytest.mark.soak) for frame in MORE_FRAMES)])
def test_every_code_point(pattern: str, frame: str) -> None:
    """Each in the same surroundings, all 1.1 million of them."""
    compiled = compile_pattern(pattern)
    for first in range(0, 0x110000, 0x1000):
        points = [chr(p) for p in range(first, first + 0x1000) if not 0xD800 <= p < 0xE000]
        if not points:
            continue
        text = "\n\nx\n\n".join(frame.format(point, point) for point in points)
        if cut(text, pattern) != compiled.findall(text):
            for point in points:
                shown = frame.format(point, point)
                assert cut(shown, pattern) == compiled.findall(shown), hex(ord(point))
            pytest.fail(f"differs somewhere from {first:#x} on")


@patterns
def test_a_text_ends_where_it_ends(pattern: str) -> None:
    """Bytes after the end of a document are another document's, and change nothing."""
    for text in ["hello", "hello ", "a  ", "x\n", "12", "'", "日本"]:
        data = text.encode() + b"  zzz'll\n999"
        ends = np.zeros(len(data), np.uint64)
        array = pad_bytes([data])
        n = all_ends(array, 0, len(text.encode()), class_table(), SCANNERS[pattern], ends)
        positions = [0, *ends[:n].tolist()]
        pieces = [data[a:b].decode() for a, b in pairwise(positions)]
        assert pieces == compile_pattern(pattern).findall(text)


def test_every_named_pattern_has_a_scanner_and_can_be_streamed() -> None:
    """`blocks.last_boundary` and `safe_split.BOUNDARY` cut where all of these start a new pretoken."""
    assert set(SCANNERS) == STREAMABLE_PATTERNS == set(PATTERNS.values())
