"""Characters in compiled code: read one from UTF-8 bytes, tell its class, find bytes that are not valid UTF-8.

A class is letter (in three kinds), number, white space, line break, mark or other. The table of
classes is read off the `regex` library itself, so a compiled scanner and the pattern it stands for
agree about every code point, whatever version of Unicode `regex` knows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import regex

from storybot.optimized_merges.kernels.intrinsics import bytes_between, trailing_zeros
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline, jit_kernel

OTHER, MARK, SPACE, LINE_BREAK, NUMBER, UPPER, LOWER, LETTER = range(8)  # from UPPER on, all are letters

CLASSES = {
    MARK: r"\p{M}+",
    SPACE: r"\s+",
    LINE_BREAK: r"[\r\n]+",
    NUMBER: r"\p{N}+",
    UPPER: r"[\p{Lu}\p{Lt}]+",
    LOWER: r"\p{Ll}+",
    LETTER: r"[\p{Lm}\p{Lo}]+",
}


ONE, THREE = np.uint64(1), np.uint64(3)


@lru_cache(maxsize=1)
def class_table() -> np.ndarray:
    """The class of each code point from 0 to U+10FFFF.

    >>> class_table()[[ord("a"), ord("7"), ord("話"), ord("!")]].tolist() == [LOWER, NUMBER, LETTER, OTHER]
    True
    """
    points = np.arange(0x110000, dtype="<u4")
    points[0xD800:0xE000] = 0  # surrogates are not characters; NUL stands in for them
    text = points.tobytes().decode("utf-32-le")
    table = np.zeros(0x110000, np.uint8)
    for kind, pattern in CLASSES.items():
        for run in regex.finditer(pattern, text):
            table[run.start() : run.end()] = kind
    return table


@jit_inline
def class_at(data: Any, pos: Any, classes: Any) -> Any:
    """The class of the character at `pos`, and its length in bytes."""
    first = np.uint32(data[pos])
    if first < 0x80:
        return np.int64(classes[first]), np.uint64(1)
    second = np.uint32(data[pos + ONE]) & np.uint32(0x3F)
    if first < 0xE0:
        return np.int64(classes[(first & np.uint32(0x1F)) << np.uint32(6) | second]), np.uint64(2)
    third = np.uint32(data[pos + np.uint64(2)]) & np.uint32(0x3F)
    if first < 0xF0:
        point = (first & np.uint32(0x0F)) << np.uint32(12) | second << np.uint32(6) | third
        return np.int64(classes[point]), np.uint64(3)
    fourth = np.uint32(data[pos + THREE]) & np.uint32(0x3F)
    point = (first & np.uint32(7)) << np.uint32(18) | second << np.uint32(12) | third << np.uint32(6) | fourth
    return np.int64(classes[point]), np.uint64(4)


@jit_inline
def class_or_end(data: Any, pos: Any, end: Any, classes: Any) -> Any:
    """The class of the character at `pos`, or -1 where the text ends."""
    if pos >= end:
        return np.int64(-1)
    return class_at(data, pos, classes)[0]


@jit_kernel
def first_invalid(data: np.ndarray, start: Any, end: Any) -> Any:
    """The position of the first byte that is not part of a whole character in UTF-8; `end` if there is none."""
    pos, end = np.uint64(start), np.uint64(end)
    while pos < end:
        if data[pos] < 0x80:
            pos += max(trailing_zeros(bytes_between(data, pos, np.uint8(128), np.uint8(128))), ONE)
            continue
        size = character_size(data, pos, end)
        if size == 0:
            return pos
        pos += size
    return end


@jit_helper
def character_size(data: Any, pos: Any, end: Any) -> Any:
    """The length of the character of two to four bytes at `pos`; 0 if it is broken or cut."""
    first, second = data[pos], data[pos + ONE]
    size, low, high = np.uint64(0), 0x80, 0xBF  # what the second byte may be
    if 0xC2 <= first <= 0xDF:
        size = np.uint64(2)
    elif 0xE0 <= first <= 0xEF:
        size = np.uint64(3)
        low = 0xA0 if first == 0xE0 else 0x80  # an overlong form
        high = 0x9F if first == 0xED else 0xBF  # a surrogate
    elif 0xF0 <= first <= 0xF4:
        size = np.uint64(4)
        low = 0x90 if first == 0xF0 else 0x80
        high = 0x8F if first == 0xF4 else 0xBF  # beyond U+10FFFF
    if size == 0 or size > end - pos or second < low or second > high:
        return np.uint64(0)
    for i in range(np.uint64(2), size):
        if data[pos + np.uint64(i)] & 0xC0 != 0x80:
            return np.uint64(0)
    return size
