"""The split patterns as compiled scanners: where does the pretoken that starts here end?

A scanner reads UTF-8 bytes and never goes back. It decides by the class of a character
(`unicode_classes`) what the pattern decides by trying its alternatives from the left. The
text must be valid UTF-8. These are complete; `scan_words` adds a faster way for common words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from storybot.optimized_merges.kernels.jit import part, small
from storybot.optimized_merges.kernels.unicode_classes import LETTER, LINE_BREAK, LOWER, MARK, NUMBER, SPACE, UPPER

GPT2, GPT4, O200K = 0, 1, 2
SCANNERS = {GPT2_PATTERN: GPT2, GPT4_PATTERN: GPT4, O200K_PATTERN: O200K}

ONE, THREE = np.uint64(1), np.uint64(3)
BLANK, APOSTROPHE, SLASH = 32, 39, 47


@part
def pretoken_end(data: Any, start: Any, end: Any, classes: Any, scanner: Any) -> Any:
    """The end of the pretoken that starts at `start`; the text ends at `end`."""
    if scanner == GPT4:
        return gpt4_end(data, start, end, classes)
    if scanner == GPT2:
        return gpt2_end(data, start, end, classes)
    return o200k_end(data, start, end, classes)


@part
def gpt4_end(data: Any, start: Any, end: Any, classes: Any) -> Any:
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
    if kind <= MARK or (first == BLANK and 0 <= following <= MARK):
        return line_breaks_end(data, others_end(data, after, end, classes), end, False)
    return spaces_end(data, start, end, classes, True)


@part
def gpt2_end(data: Any, start: Any, end: Any, classes: Any) -> Any:
    first = data[start]
    if first == APOSTROPHE:
        size = contraction(data, start, end, False)
        if size > 0:
            return start + size
    kind, size = class_at(data, start, classes)
    after = start + size
    if first == BLANK:
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


@part
def o200k_end(data: Any, start: Any, end: Any, classes: Any) -> Any:
    first = data[start]
    kind, size = class_at(data, start, classes)
    after = start + size
    brings = kind < UPPER and kind != NUMBER and kind != LINE_BREAK  # one character that a word may bring along
    word = kind >= UPPER or kind == MARK
    for needs_small in (True, False):  # two alternatives of the pattern; in each, first with that character
        if brings:
            stop = cased_word_end(data, after, end, classes, needs_small)
            if stop > after:
                return stop
        if word:
            stop = cased_word_end(data, start, end, classes, needs_small)
            if stop > start:
                return stop
    if kind == NUMBER:
        return numbers_end(data, after, end, classes, 2)
    following = class_or_end(data, after, end, classes)
    if kind <= MARK or (first == BLANK and 0 <= following <= MARK):
        return line_breaks_end(data, others_end(data, after, end, classes), end, True)
    return spaces_end(data, start, end, classes, True)


@part
def cased_word_end(data: Any, start: Any, end: Any, classes: Any, needs_small: Any) -> Any:
    """The end of o200k's word: capitals, then small letters, then perhaps a contraction.

    One of the two must be there, `needs_small` says which; `start` if it is not. Letters without
    case, and marks, may serve as either.
    """
    place, either_end = start, start  # either_end: after the last character that may serve as either
    while place < end:
        kind, size = class_at(data, place, classes)
        if kind != UPPER and kind != LETTER and kind != MARK:
            break
        place += size
        if kind != UPPER:
            either_end = place
    capitals_end = place
    while place < end:
        kind, size = class_at(data, place, classes)
        if kind != LOWER and kind != LETTER and kind != MARK:
            break
        place += size
    if needs_small and place == capitals_end:
        place = either_end  # the last that may serve as small, if any
    elif not needs_small and capitals_end == start:
        place = start
    if place > start and place < end and data[place] == APOSTROPHE:
        place += contraction(data, place, end, True)
    return place


@small
def class_at(data: Any, place: Any, classes: Any) -> Any:
    """The class of the character at `place`, and its length in bytes."""
    first = np.uint32(data[place])
    if first < 0x80:
        return np.int64(classes[first]), np.uint64(1)
    second = np.uint32(data[place + ONE]) & np.uint32(0x3F)
    if first < 0xE0:
        return np.int64(classes[(first & np.uint32(0x1F)) << np.uint32(6) | second]), np.uint64(2)
    third = np.uint32(data[place + np.uint64(2)]) & np.uint32(0x3F)
    if first < 0xF0:
        point = (first & np.uint32(0x0F)) << np.uint32(12) | second << np.uint32(6) | third
        return np.int64(classes[point]), np.uint64(3)
    fourth = np.uint32(data[place + THREE]) & np.uint32(0x3F)
    point = (first & np.uint32(7)) << np.uint32(18) | second << np.uint32(12) | third << np.uint32(6) | fourth
    return np.int64(classes[point]), np.uint64(4)


@small
def class_or_end(data: Any, place: Any, end: Any, classes: Any) -> Any:
    """The class of the character at `place`, or -1 where the text ends."""
    if place >= end:
        return np.int64(-1)
    return class_at(data, place, classes)[0]


@part
def letters_end(data: Any, place: Any, end: Any, classes: Any) -> Any:
    while place < end:
        kind, size = class_at(data, place, classes)
        if kind < UPPER:
            break
        place += size
    return place


@part
def numbers_end(data: Any, place: Any, end: Any, classes: Any, most: Any) -> Any:
    """After at most `most` numbers; -1 is no limit."""
    while place < end and most != 0:
        kind, size = class_at(data, place, classes)
        if kind != NUMBER:
            break
        place += size
        most -= 1
    return place


@part
def others_end(data: Any, place: Any, end: Any, classes: Any) -> Any:
    while place < end:
        kind, size = class_at(data, place, classes)
        if kind > MARK:
            break
        place += size
    return place


@small
def line_breaks_end(data: Any, place: Any, end: Any, slashes: Any) -> Any:
    while place < end and (data[place] == 10 or data[place] == 13 or (slashes and data[place] == SLASH)):
        place += ONE
    return place


@part
def spaces_end(data: Any, start: Any, end: Any, classes: Any, stop_at_break: Any) -> Any:
    """White space: up to its last line break if that counts; else all but the last, which belongs to the next word."""
    place, last, after_break = start, start, start
    while place < end:
        kind, size = class_at(data, place, classes)
        if kind != SPACE and kind != LINE_BREAK:
            break
        last = place
        place += size
        if kind == LINE_BREAK:
            after_break = place
    if stop_at_break and after_break > start:
        return after_break
    if place < end and last > start:
        return last
    return place


@part
def contraction(data: Any, place: Any, end: Any, any_case: Any) -> Any:
    """The length of 's, 't, 'm, 'd, 'll, 've or 're at `place`, or 0. Without regard to case, s may be the long ſ."""
    left = end - place
    fold = np.uint8(0x20) if any_case else np.uint8(0)
    if left >= 2:
        one = data[place + ONE] | fold
        if one == 115 or one == 100 or one == 109 or one == 116:  # s d m t
            return np.uint64(2)
        if left >= 3:
            two = data[place + np.uint64(2)] | fold
            if (one == 108 and two == 108) or (one == 118 and two == 101) or (one == 114 and two == 101):  # ll ve re
                return np.uint64(3)
            if any_case and data[place + ONE] == 0xC5 and data[place + np.uint64(2)] == 0xBF:  # ſ
                return np.uint64(3)
    return np.uint64(0)
