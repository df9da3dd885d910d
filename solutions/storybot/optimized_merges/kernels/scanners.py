"""The split patterns as compiled scanners: where does the pretoken that starts here end?

A scanner reads UTF-8 bytes and never goes back. It decides by the class of a character
(`utf8.class_table`) what the pattern decides by trying its alternatives from the left. The
text must be valid UTF-8. These scanners are complete; `ascii_scanner` adds a faster way for common
words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline
from storybot.optimized_merges.kernels.utf8 import (
    LETTER,
    LINE_BREAK,
    LOWER,
    MARK,
    NUMBER,
    SPACE,
    UPPER,
    class_at,
    class_or_end,
)

GPT2, GPT4, O200K = 0, 1, 2
SCANNERS = {GPT2_PATTERN: GPT2, GPT4_PATTERN: GPT4, O200K_PATTERN: O200K}

ONE = np.uint64(1)
SPACE_BYTE, APOSTROPHE, SLASH = 32, 39, 47


@jit_helper
def pretoken_end(data: Any, start: Any, end: Any, classes: Any, scanner: Any) -> Any:
    """The end of the pretoken that starts at `start`; the text ends at `end`."""
    if scanner == GPT4:
        return gpt4_end(data, start, end, classes)
    if scanner == GPT2:
        return gpt2_end(data, start, end, classes)
    return o200k_end(data, start, end, classes)


@jit_helper
def gpt4_end(data: Any, start: Any, end: Any, classes: Any) -> Any:
    """The end of the pretoken by `GPT4_PATTERN`."""
    first = data[start]
    if first == APOSTROPHE:
        size = contraction(data, start, end, True)
        if size > 0:
            return start + size
    kind, size = class_at(data, start, classes)
    after = start + size
    if kind >= UPPER:
        return letters_end(data, after, end, classes)
    if kind == NUMBER:
        return numbers_end(data, after, end, classes, 2)
    following = class_or_end(data, after, end, classes)
    if kind != LINE_BREAK and following >= UPPER:
        return letters_end(data, after, end, classes)
    if kind <= MARK or (first == SPACE_BYTE and 0 <= following <= MARK):
        return line_breaks_end(data, others_end(data, after, end, classes), end, False)
    return spaces_end(data, start, end, classes, True)


@jit_helper
def gpt2_end(data: Any, start: Any, end: Any, classes: Any) -> Any:
    """The end of the pretoken by `GPT2_PATTERN`."""
    first = data[start]
    if first == APOSTROPHE:
        size = contraction(data, start, end, False)
        if size > 0:
            return start + size
    kind, size = class_at(data, start, classes)
    after = start + size
    if first == SPACE_BYTE:
        following = class_or_end(data, after, end, classes)
        if following < 0 or following == SPACE or following == LINE_BREAK:
            return spaces_end(data, start, end, classes, False)
        kind = following
    if kind >= UPPER:
        return letters_end(data, after, end, classes)
    if kind == NUMBER:
        return numbers_end(data, after, end, classes, -1)
    if kind <= MARK:
        return others_end(data, after, end, classes)
    return spaces_end(data, start, end, classes, False)


@jit_helper
def o200k_end(data: Any, start: Any, end: Any, classes: Any) -> Any:
    """The end of the pretoken by `O200K_PATTERN`."""
    first = data[start]
    kind, size = class_at(data, start, classes)
    after = start + size
    prefixed = kind < UPPER and kind != NUMBER and kind != LINE_BREAK  # a word may begin with one such character
    word = kind >= UPPER or kind == MARK
    for needs_lower in (True, False):  # the pattern's two alternatives, each first with the prefix
        if prefixed:
            stop = cased_word_end(data, after, end, classes, needs_lower)
            if stop > after:
                return stop
        if word:
            stop = cased_word_end(data, start, end, classes, needs_lower)
            if stop > start:
                return stop
    if kind == NUMBER:
        return numbers_end(data, after, end, classes, 2)
    following = class_or_end(data, after, end, classes)
    if kind <= MARK or (first == SPACE_BYTE and 0 <= following <= MARK):
        return line_breaks_end(data, others_end(data, after, end, classes), end, True)
    return spaces_end(data, start, end, classes, True)


@jit_helper
def cased_word_end(data: Any, start: Any, end: Any, classes: Any, needs_lower: Any) -> Any:
    """The end of o200k's word: upper-case letters, then lower-case ones, then perhaps a contraction.

    `needs_lower` says which of the two must be there; if it is not, gives `start`. Letters without
    case, and marks, count as either.
    """
    pos, either_end = start, start  # either_end: after the last character that counts as either
    while pos < end:
        kind, size = class_at(data, pos, classes)
        if kind != UPPER and kind != LETTER and kind != MARK:
            break
        pos += size
        if kind != UPPER:
            either_end = pos
    uppers_end = pos
    while pos < end:
        kind, size = class_at(data, pos, classes)
        if kind != LOWER and kind != LETTER and kind != MARK:
            break
        pos += size
    if needs_lower and pos == uppers_end:
        pos = either_end  # the last that counts as lower case, if any
    elif not needs_lower and uppers_end == start:
        pos = start
    if pos > start and pos < end and data[pos] == APOSTROPHE:
        pos += contraction(data, pos, end, True)
    return pos


@jit_helper
def letters_end(data: Any, pos: Any, end: Any, classes: Any) -> Any:
    """The end of a run of letters."""
    while pos < end:
        kind, size = class_at(data, pos, classes)
        if kind < UPPER:
            break
        pos += size
    return pos


@jit_helper
def numbers_end(data: Any, pos: Any, end: Any, classes: Any, limit: Any) -> Any:
    """The end of at most `limit` numbers; -1 means no limit."""
    while pos < end and limit != 0:
        kind, size = class_at(data, pos, classes)
        if kind != NUMBER:
            break
        pos += size
        limit -= 1
    return pos


@jit_helper
def others_end(data: Any, pos: Any, end: Any, classes: Any) -> Any:
    """The end of a run of characters that are not letters, numbers or white space."""
    while pos < end:
        kind, size = class_at(data, pos, classes)
        if kind > MARK:
            break
        pos += size
    return pos


@jit_inline
def line_breaks_end(data: Any, pos: Any, end: Any, slashes: Any) -> Any:
    """The end of a run of line breaks; `slashes` count too in o200k's pattern."""
    while pos < end and (data[pos] == 10 or data[pos] == 13 or (slashes and data[pos] == SLASH)):
        pos += ONE
    return pos


@jit_helper
def spaces_end(data: Any, start: Any, end: Any, classes: Any, stop_at_break: Any) -> Any:
    """White space: up to its last line break if that counts; else all but the last, which belongs to the next word."""
    pos, last, after_break = start, start, start
    while pos < end:
        kind, size = class_at(data, pos, classes)
        if kind != SPACE and kind != LINE_BREAK:
            break
        last = pos
        pos += size
        if kind == LINE_BREAK:
            after_break = pos
    if stop_at_break and after_break > start:
        return after_break
    if pos < end and last > start:
        return last
    return pos


@jit_helper
def contraction(data: Any, pos: Any, end: Any, any_case: Any) -> Any:
    """The length of 's, 't, 'm, 'd, 'll, 've or 're at `pos`, or 0. Without regard to case, s may be the long ſ."""
    left = end - pos
    fold = np.uint8(0x20) if any_case else np.uint8(0)
    if left >= 2:
        one = data[pos + ONE] | fold
        if one == 115 or one == 100 or one == 109 or one == 116:  # s d m t
            return np.uint64(2)
        if left >= 3:
            two = data[pos + np.uint64(2)] | fold
            if (one == 108 and two == 108) or (one == 118 and two == 101) or (one == 114 and two == 101):  # ll ve re
                return np.uint64(3)
            if any_case and data[pos + ONE] == 0xC5 and data[pos + np.uint64(2)] == 0xBF:  # ſ
                return np.uint64(3)
    return np.uint64(0)
