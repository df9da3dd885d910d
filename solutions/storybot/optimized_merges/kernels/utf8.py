"""Where a block of bytes may be cut, and whether it is UTF-8 at all.

A cut is safe where every one of our split patterns starts a new pretoken whatever comes later:
before white space or a full-width stop that follows a letter or a number (`bpe_basics.stream`),
or after a special token.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import bytes_between, trailing_zeros
from storybot.optimized_merges.kernels.jit import kernel, part
from storybot.optimized_merges.kernels.scanners import class_at
from storybot.optimized_merges.kernels.special_tokens import Specials, next_special
from storybot.optimized_merges.kernels.unicode_classes import LINE_BREAK, NUMBER, SPACE

ONE = np.uint64(1)


@kernel
def first_invalid(data: np.ndarray, start: Any, end: Any) -> Any:
    """The place of the first byte that is not part of a whole character in UTF-8; `end` if all are."""
    place, end = np.uint64(start), np.uint64(end)
    while place < end:
        if data[place] < 0x80:
            place += max(trailing_zeros(bytes_between(data, place, np.uint8(128), np.uint8(128))), ONE)
            continue
        size = character_size(data, place, end)
        if size == 0:
            return place
        place += size
    return end


@part
def character_size(data: Any, place: Any, end: Any) -> Any:
    """The length of the character of two to four bytes at `place`; 0 if it is broken or cut."""
    first, second = data[place], data[place + ONE]
    size, low, high = np.uint64(0), 0x80, 0xBF  # what the second byte may be
    if 0xC2 <= first <= 0xDF:
        size = np.uint64(2)
    elif 0xE0 <= first <= 0xEF:
        size = np.uint64(3)
        low = 0xA0 if first == 0xE0 else 0x80  # longer than needed
        high = 0x9F if first == 0xED else 0xBF  # a surrogate
    elif 0xF0 <= first <= 0xF4:
        size = np.uint64(4)
        low = 0x90 if first == 0xF0 else 0x80
        high = 0x8F if first == 0xF4 else 0xBF  # beyond U+10FFFF
    if size == 0 or size > end - place or second < low or second > high:
        return np.uint64(0)
    for i in range(np.uint64(2), size):
        if data[place + np.uint64(i)] & 0xC0 != 0x80:
            return np.uint64(0)
    return size


@kernel
def last_safe_cut(data: np.ndarray, end: Any, classes: np.ndarray, specials: Specials) -> Any:
    """The last place in valid UTF-8 at which it may be cut, or 0."""
    end = np.uint64(end)
    longest = np.uint64(4)  # a special token or a character may begin here and end in the next block
    for i in range(len(specials.ids)):
        longest = max(longest, specials.starts[i + 1] - specials.starts[i])
    if end <= longest:
        return np.uint64(0)
    seen = end - longest
    after, which = np.uint64(0), 0
    while which >= 0:
        place, which = next_special(data, after, end, specials)
        if which >= 0:
            stop = place + specials.starts[which + 1] - specials.starts[which]
            if stop > seen:
                seen = min(seen, place)
                break
            after = stop
    place = seen
    while place > after:
        if is_cut(data, place, after, classes):
            return place
        place -= ONE
    return after


@part
def is_cut(data: Any, place: Any, after: Any, classes: Any) -> Any:
    if data[place] & 0xC0 == 0x80:
        return False
    kind, _ = class_at(data, place, classes)
    if kind != SPACE and kind != LINE_BREAK and not is_stop(data, place):
        return False
    before = place - ONE
    while before > after and data[before] & 0xC0 == 0x80:
        before -= ONE
    kind, _ = class_at(data, before, classes)
    return kind >= NUMBER


@part
def is_stop(data: Any, place: Any) -> Any:
    """Whether one of 、。，．！？：； stands at `place`."""
    first, second, third = data[place], data[place + ONE], data[place + np.uint64(2)]
    if first == 0xE3:
        return second == 0x80 and (third == 0x81 or third == 0x82)
    return (
        first == 0xEF
        and second == 0xBC
        and (third == 0x81 or third == 0x8C or third == 0x8E or third == 0x9A or third == 0x9B or third == 0x9F)
    )
