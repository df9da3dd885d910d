"""Cut a text into pretokens: 64 bytes are classified at once, and common words need no more than that.

A common word is a run of ASCII letters, with the blank before it if there is one, and with
another ASCII character after it. So is one mark of punctuation before a blank. Everything else
is left to the complete scanner in `scan`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import bytes_between, trailing_zeros
from storybot.optimized_merges.kernels.jit import part, small
from storybot.optimized_merges.kernels.scanners import GPT2, O200K, gpt2_end, gpt4_end, o200k_end

ZERO, ONE = np.uint64(0), np.uint64(1)
ENOUGH = np.uint64(40)  # a window that has fewer than 24 bytes left is moved on


@part
def scan_words(data: Any, start: Any, end: Any, classes: Any, scanner: Any, ends: Any) -> Any:
    """Write the end of each pretoken from `start` on into `ends`, until it is full or the text ends; give their number."""
    if scanner == O200K:
        return scan_cased(data, start, end, classes, ends)
    place, n, most = start, 0, len(ends)
    window = start
    letters = blanks = marks = wide = ZERO
    at = np.uint64(64)
    while place < end and n < most:
        at = place - window
        if at > ENOUGH or n == 0:
            window, at = place, ZERO
            letters = ascii_letters(data, window)
            blanks = bytes_between(data, window, np.uint8(32), np.uint8(1))
            wide = bytes_between(data, window, np.uint8(128), np.uint8(128))
            marks = punctuation(data, window)
        blank = (blanks >> at) & ONE
        word = at + blank
        stop = word + trailing_zeros(~(letters >> word))
        if stop > word and stop < 64 and (wide >> stop) & ONE == 0:
            place = min(window + stop, end)
        elif (marks >> at) & (blanks >> (at + ONE)) & ONE:
            place += ONE
        elif scanner == GPT2:
            place = gpt2_end(data, place, end, classes)
        else:
            place = gpt4_end(data, place, end, classes)
        ends[n] = place
        n += 1
    return n


@part
def scan_cased(data: Any, start: Any, end: Any, classes: Any, ends: Any) -> Any:
    """The same for o200k, whose words are capitals and then small letters."""
    place, n, most = start, 0, len(ends)
    window = start
    capitals = smalls = blanks = marks = other_ends = ZERO
    while place < end and n < most:
        at = place - window
        if at > ENOUGH or n == 0:
            window, at = place, ZERO
            capitals = bytes_between(data, window, np.uint8(65), np.uint8(26))
            smalls = bytes_between(data, window, np.uint8(97), np.uint8(26))
            blanks = bytes_between(data, window, np.uint8(32), np.uint8(1))
            marks = punctuation(data, window)
            other_ends = bytes_between(data, window, np.uint8(128), np.uint8(128)) | bytes_between(
                data, window, np.uint8(39), np.uint8(1)
            )
        blank = (blanks >> at) & ONE
        word = at + blank
        middle = word + trailing_zeros(~(capitals >> word))
        stop = middle
        if middle < 64:
            stop = middle + trailing_zeros(~(smalls >> middle))
        if stop > word and stop < 64 and (other_ends >> stop) & ONE == 0:
            place = min(window + stop, end)
        elif (marks >> at) & (blanks >> (at + ONE)) & ONE:
            place += ONE
        else:
            place = o200k_end(data, place, end, classes)
        ends[n] = place
        n += 1
    return n


@small
def ascii_letters(data: Any, place: Any) -> Any:
    capitals = bytes_between(data, place, np.uint8(65), np.uint8(26))
    return capitals | bytes_between(data, place, np.uint8(97), np.uint8(26))


@small
def punctuation(data: Any, place: Any) -> Any:
    """ASCII characters that are no letter, number, blank or control character."""
    low = bytes_between(data, place, np.uint8(33), np.uint8(15))
    high = bytes_between(data, place, np.uint8(58), np.uint8(69))
    return low | (high & ~ascii_letters(data, place))
