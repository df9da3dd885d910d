"""Cut a text into pretokens: 64 bytes are classified at once, and common words need no more than that.

A common word is a run of ASCII letters, with the space before it if there is one, and with
another ASCII character after it. One punctuation character before a space is common too.
Everything else is left to the complete scanners in `scanners`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import bytes_between, trailing_zeros
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline
from storybot.optimized_merges.kernels.scanners import GPT2, O200K, gpt2_end, gpt4_end, o200k_end

ZERO, ONE = np.uint64(0), np.uint64(1)
MAX_OFFSET = np.uint64(40)  # with fewer than 24 of its 64 bytes left, the window is moved on


@jit_helper
def scan_words(data: Any, start: Any, end: Any, classes: Any, scanner: Any, ends: Any) -> Any:
    """Write the end of each pretoken from `start` on into `ends`, until it is full or the text ends. Gives how many."""
    if scanner == O200K:
        return scan_cased(data, start, end, classes, ends)
    pos, n, max_words = start, 0, len(ends)
    window = start
    letters = spaces = puncts = non_ascii = ZERO
    offset = np.uint64(64)
    while pos < end and n < max_words:
        offset = pos - window
        if offset > MAX_OFFSET or n == 0:
            window, offset = pos, ZERO
            letters = ascii_letters(data, window)
            spaces = bytes_between(data, window, np.uint8(32), np.uint8(1))
            non_ascii = bytes_between(data, window, np.uint8(128), np.uint8(128))
            puncts = punctuation(data, window)
        space = (spaces >> offset) & ONE
        word = offset + space
        stop = word + trailing_zeros(~(letters >> word))
        if stop > word and stop < 64 and (non_ascii >> stop) & ONE == 0:
            pos = min(window + stop, end)
        elif (puncts >> offset) & (spaces >> (offset + ONE)) & ONE:
            pos += ONE
        elif scanner == GPT2:
            pos = gpt2_end(data, pos, end, classes)
        else:
            pos = gpt4_end(data, pos, end, classes)
        ends[n] = pos
        n += 1
    return n


@jit_helper
def scan_cased(data: Any, start: Any, end: Any, classes: Any, ends: Any) -> Any:
    """The same for o200k, whose words are upper-case and then lower-case letters."""
    pos, n, max_words = start, 0, len(ends)
    window = start
    uppers = lowers = spaces = puncts = other_ends = ZERO
    while pos < end and n < max_words:
        offset = pos - window
        if offset > MAX_OFFSET or n == 0:
            window, offset = pos, ZERO
            uppers = bytes_between(data, window, np.uint8(65), np.uint8(26))
            lowers = bytes_between(data, window, np.uint8(97), np.uint8(26))
            spaces = bytes_between(data, window, np.uint8(32), np.uint8(1))
            puncts = punctuation(data, window)
            other_ends = bytes_between(data, window, np.uint8(128), np.uint8(128)) | bytes_between(
                data, window, np.uint8(39), np.uint8(1)
            )
        space = (spaces >> offset) & ONE
        word = offset + space
        uppers_end = word + trailing_zeros(~(uppers >> word))
        stop = uppers_end
        if uppers_end < 64:
            stop = uppers_end + trailing_zeros(~(lowers >> uppers_end))
        if stop > word and stop < 64 and (other_ends >> stop) & ONE == 0:
            pos = min(window + stop, end)
        elif (puncts >> offset) & (spaces >> (offset + ONE)) & ONE:
            pos += ONE
        else:
            pos = o200k_end(data, pos, end, classes)
        ends[n] = pos
        n += 1
    return n


@jit_inline
def ascii_letters(data: Any, pos: Any) -> Any:
    """Which of the next 64 bytes are ASCII letters: bit i for byte i."""
    uppers = bytes_between(data, pos, np.uint8(65), np.uint8(26))
    return uppers | bytes_between(data, pos, np.uint8(97), np.uint8(26))


@jit_inline
def punctuation(data: Any, pos: Any) -> Any:
    """Which of the next 64 bytes are ASCII punctuation: not a letter, number, space or control character."""
    low = bytes_between(data, pos, np.uint8(33), np.uint8(15))
    high = bytes_between(data, pos, np.uint8(58), np.uint8(69))
    return low | (high & ~ascii_letters(data, pos))
