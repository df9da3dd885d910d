"""A hash table of pairs of numbers, for compiled code: rows of (the pair, its value plus one) in a uint64 array."""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import mix
from storybot.optimized_merges.kernels.jit import small


@small
def pair_key(a: Any, b: Any) -> Any:
    """Two numbers below 2**32 as one."""
    return np.uint64(a) << np.uint64(32) | np.uint64(b)


@small
def pair_slot(table: Any, a: Any, b: Any) -> Any:
    """The slot of the pair, or the empty one (its second number is 0) where it belongs."""
    last = np.uint64(len(table) - 1)
    key = pair_key(a, b)
    slot = mix(key ^ np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)) & last
    while table[slot, 1] != 0 and table[slot, 0] != key:
        slot = (slot + np.uint64(1)) & last
    return slot


@small
def put_pair(table: Any, a: Any, b: Any, value: Any) -> Any:
    """Enter the pair with its value; the table must have room."""
    slot = pair_slot(table, a, b)
    table[slot, 0] = pair_key(a, b)
    table[slot, 1] = np.uint64(value) + np.uint64(1)
