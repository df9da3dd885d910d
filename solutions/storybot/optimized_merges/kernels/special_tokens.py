"""Special tokens in a block of bytes: find the next one, the leftmost, and of those the longest."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import bytes_between, trailing_zeros
from storybot.optimized_merges.kernels.jit import part


class Specials(NamedTuple):
    """The special tokens as arrays, the longest first."""

    letters: np.ndarray  # their bytes, one after another
    starts: np.ndarray  # where each begins in `letters`, and the end
    ids: np.ndarray
    firsts: np.ndarray  # the different first bytes


def special_arrays(special_tokens: dict[str, int]) -> Specials:
    """The arrays for `special_tokens`, text to id."""
    longest_first = sorted(special_tokens, key=lambda token: -len(token.encode("utf-8")))
    tokens = [token.encode("utf-8") for token in longest_first]
    starts = np.cumsum([0] + [len(token) for token in tokens], dtype=np.uint64)
    letters = np.frombuffer(b"".join(tokens), np.uint8)
    ids = np.array([special_tokens[token] for token in longest_first], np.uint32)
    firsts = np.array(sorted({token[0] for token in tokens}), np.uint8)
    return Specials(letters.copy(), starts, ids, firsts)


@part
def next_special(data: Any, place: Any, end: Any, specials: Any) -> Any:
    """Where the next special token begins and which it is; `end` and -1 where there is none."""
    best, which = end, -1
    for first in specials.firsts:
        at = place
        while at < best:
            skipped = trailing_zeros(bytes_between(data, at, first, np.uint8(1)))
            at += skipped
            if skipped == 64:
                continue
            if at >= best:
                break
            found = special_at(data, at, end, specials)
            if found >= 0:
                best, which = at, found
                break
            at += np.uint64(1)
    return best, which


@part
def special_at(data: Any, place: Any, end: Any, specials: Any) -> Any:
    for number in range(len(specials.ids)):
        start = specials.starts[number]
        length = specials.starts[number + 1] - start
        if length <= end - place:
            same = np.uint64(0)
            while same < length and data[place + same] == specials.letters[start + same]:
                same += np.uint64(1)
            if same == length:
                return number
    return -1
