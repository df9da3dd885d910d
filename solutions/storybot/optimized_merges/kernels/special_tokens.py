"""Special tokens in a block of bytes: find the next one, the leftmost, and of several there the longest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import bytes_between, trailing_zeros
from storybot.optimized_merges.kernels.jit import jit_helper


class Specials(NamedTuple):
    """Special tokens as arrays, the longest first."""

    token_bytes: np.ndarray  # uint8: their bytes, one after another
    starts: np.ndarray  # uint64: where each begins in `token_bytes`, and the end
    ids: np.ndarray  # uint32
    firsts: np.ndarray  # uint8: the different first bytes


def pack_special_tokens(special_tokens: Mapping[str, int]) -> Specials:
    """Pack `special_tokens`, a mapping from text to id, into arrays."""
    longest_first = sorted(special_tokens, key=lambda token: -len(token.encode("utf-8")))
    tokens = [token.encode("utf-8") for token in longest_first]
    starts = np.cumsum([0] + [len(token) for token in tokens], dtype=np.uint64)
    token_bytes = np.frombuffer(b"".join(tokens), np.uint8)
    ids = np.array([special_tokens[token] for token in longest_first], np.uint32)
    firsts = np.array(sorted({token[0] for token in tokens}), np.uint8)
    return Specials(token_bytes.copy(), starts, ids, firsts)


@jit_helper
def next_special(data: Any, pos: Any, end: Any, specials: Any) -> Any:
    """Where the next special token begins, and which it is; `end` and -1 if there is none."""
    best, which = end, -1
    for first in specials.firsts:
        candidate = pos
        while candidate < best:
            skipped = trailing_zeros(bytes_between(data, candidate, first, np.uint8(1)))
            candidate += skipped
            if skipped == 64:
                continue
            if candidate >= best:
                break
            found = special_at(data, candidate, end, specials)
            if found >= 0:
                best, which = candidate, found
                break
            candidate += np.uint64(1)
    return best, which


@jit_helper
def special_at(data: Any, pos: Any, end: Any, specials: Any) -> Any:
    """Which special token stands at `pos`, or -1."""
    for index in range(len(specials.ids)):
        start = specials.starts[index]
        length = specials.starts[index + 1] - start
        if length <= end - pos:
            same = np.uint64(0)
            while same < length and data[pos + same] == specials.token_bytes[start + same]:
                same += np.uint64(1)
            if same == length:
                return index
    return -1
