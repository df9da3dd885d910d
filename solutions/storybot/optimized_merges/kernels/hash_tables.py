"""Two open-addressing hash tables for compiled code: words with values, and pairs of ids with a value.

A word of up to 15 bytes is its own key: two 64-bit numbers, the length in the top byte. One
comparison tells whether it is the word, and nothing else has to be fetched from memory. Longer
words are found by a 64-bit hash and then compared byte by byte, eight at a time.
A slot has four numbers. Short words: low and high bytes, then two values. Long words: hash,
position in `long_bytes`, length and one value.

A pair table is a uint64 array of rows (the pair as one number, its value plus one).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import PADDING, hash_mix, load_8, prefetch
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline, jit_kernel

SHORT = 15  # bytes: the longest word that is its own key
WORDS_PER_SCAN = 256  # few enough that everything about them stays in the processor's nearest cache
SLOT = np.uint64(4)
ONE, TWO, THREE, EIGHT = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(8)
SEED_1, SEED_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)

MASKS = np.zeros(32, np.uint64)  # for a length up to 15: which bits of the low and of the high number belong to it
for _length in range(16):
    MASKS[2 * _length] = (1 << 8 * min(_length, 8)) - 1
    MASKS[2 * _length + 1] = (1 << 8 * max(_length - 8, 0)) - 1


class WordTable(NamedTuple):
    """Slots for short and for long words, the bytes of the long ones, and how much of each is in use."""

    short: np.ndarray  # uint64 (4 * slots)
    long: np.ndarray  # uint64 (4 * slots)
    long_bytes: np.ndarray  # uint8, with padding
    used: np.ndarray  # uint64: short words, long words, bytes of long words


def new_table(short: int = 1 << 12, long: int = 1 << 10, long_bytes: int = 1 << 16) -> WordTable:
    """An empty table with room for about half as many words as slots; both numbers must be powers of two."""
    return WordTable(
        np.zeros(4 * short, np.uint64),
        np.zeros(4 * long, np.uint64),
        np.zeros(long_bytes + PADDING, np.uint8),
        np.zeros(3, np.uint64),
    )


@jit_inline
def short_key(data: Any, start: Any, length: Any, masks: Any) -> Any:
    """A word of up to 15 bytes as two numbers."""
    low = load_8(data, start) & masks[length << ONE]
    high = load_8(data, start + EIGHT) & masks[(length << ONE) | ONE]
    return low, high | (length << np.uint64(56))


@jit_inline
def short_slot(slots: Any, low: Any, high: Any) -> Any:
    """The slot of the word, or the empty slot (its high number is 0) where it belongs."""
    return short_slot_from(slots, first_slot(slots, low, high), low, high)


@jit_inline
def first_slot(slots: Any, low: Any, high: Any) -> Any:
    """Where the search for a short word begins."""
    return (hash_mix(low ^ SEED_1, high ^ SEED_2) * SLOT) & (np.uint64(len(slots)) - ONE)


@jit_inline
def short_slot_from(slots: Any, slot: Any, low: Any, high: Any) -> Any:
    """The same, with the search begun at `slot`."""
    last = np.uint64(len(slots)) - ONE
    while slots[slot + ONE] != 0 and (slots[slot] != low or slots[slot + ONE] != high):
        slot = (slot + SLOT) & last
    return slot


@jit_helper
def prefetch_slots(data: Any, pos: Any, ends: Any, n: Any, slots: Any, keys: Any) -> Any:
    """Write keys and first slots of the short ones among the next `n` words, and prefetch the memory of these slots."""
    for i in range(n):
        length = ends[i] - pos
        if length <= SHORT:
            low, high = short_key(data, pos, length, MASKS)
            slot = first_slot(slots, low, high)
            keys[i, 0], keys[i, 1], keys[i, 2] = low, high, slot
            prefetch(slots, slot)
        pos = ends[i]


@jit_inline
def long_hash(data: Any, start: Any, length: Any) -> Any:
    """A hash of the word, never 0."""
    value = length * SEED_1
    pos, end = start, start + length
    while pos + EIGHT <= end:
        value = hash_mix(value ^ load_8(data, pos), SEED_2)
        pos += EIGHT
    left = end - pos
    if left > 0:
        value = hash_mix(value ^ (load_8(data, pos) << (np.uint64(64) - EIGHT * left)), SEED_2)
    return value | ONE


@jit_inline
def long_slot(slots: Any, long_bytes: Any, data: Any, start: Any, length: Any, value: Any) -> Any:
    """The slot of the word, or the empty slot (its hash is 0) where it belongs."""
    last = np.uint64(len(slots)) - ONE
    slot = ((value >> ONE) * SLOT) & last
    while slots[slot] != 0:
        if slots[slot] == value and slots[slot + TWO] == length:
            if equal_bytes(long_bytes, slots[slot + ONE], data, start, length):
                break
        slot = (slot + SLOT) & last
    return slot


@jit_inline
def equal_bytes(a: Any, at_a: Any, b: Any, at_b: Any, length: Any) -> Any:
    """Whether `length` bytes of `a` and `b` are the same; reads eight at a time, so both need padding."""
    done = np.uint64(0)
    while done + EIGHT <= length:
        if load_8(a, at_a + done) != load_8(b, at_b + done):
            return False
        done += EIGHT
    left = length - done
    return left == 0 or (load_8(a, at_a + done) ^ load_8(b, at_b + done)) << (np.uint64(64) - EIGHT * left) == 0


@jit_inline
def copy_bytes(to: Any, at: Any, data: Any, start: Any, length: Any) -> Any:
    """Copy `length` bytes."""
    for i in range(length):
        to[at + np.uint64(i)] = data[start + np.uint64(i)]


@jit_inline
def insert_long(table: Any, slot: Any, data: Any, start: Any, length: Any, value: Any) -> Any:
    """Put a long word into its empty slot."""
    table.long[slot] = value
    table.long[slot + ONE] = table.used[2]
    table.long[slot + TWO] = length
    copy_bytes(table.long_bytes, table.used[2], data, start, length)
    table.used[2] += length
    table.used[1] += ONE


@jit_inline
def has_room(table: Any, length: Any) -> Any:
    """Whether one more word of this length fits. A table is at most half full."""
    if length <= SHORT:
        return (table.used[0] + ONE) * (SLOT * TWO) <= len(table.short)
    return (table.used[1] + ONE) * (SLOT * TWO) <= len(table.long) and (
        table.used[2] + length + np.uint64(PADDING) <= len(table.long_bytes)
    )


@jit_kernel
def copy_slots(old: WordTable, new: WordTable) -> None:
    """Copy everything of the old table into the new one, which has more room."""
    for slot in range(0, len(old.short), 4):
        if old.short[slot + 1] != 0:
            to = short_slot(new.short, old.short[slot], old.short[slot + 1])
            for i in range(4):
                new.short[to + np.uint64(i)] = old.short[slot + i]
    last = np.uint64(len(new.long)) - ONE
    for slot in range(0, len(old.long), 4):
        if old.long[slot] != 0:
            to = ((old.long[slot] >> ONE) * SLOT) & last
            while new.long[to] != 0:
                to = (to + SLOT) & last
            for i in range(4):
                new.long[to + np.uint64(i)] = old.long[slot + i]
    copy_bytes(new.long_bytes, np.uint64(0), old.long_bytes, np.uint64(0), old.used[2])
    for i in range(3):
        new.used[i] = old.used[i]


def grow(table: WordTable, length: int = 0) -> WordTable:
    """A table with the same words, twice the room where it was short, and room for a word of `length` bytes."""
    n_short, n_long, n_bytes = (int(n) for n in table.used)
    short = len(table.short) // 4 * (2 if 4 * n_short >= len(table.short) // 4 else 1)
    long = len(table.long) // 4 * (2 if 4 * n_long >= len(table.long) // 4 else 1)
    long_bytes = len(table.long_bytes) - PADDING
    if length > SHORT and n_bytes + length > long_bytes // 2:
        long_bytes = 2 * (long_bytes + length)
    new = new_table(short, long, long_bytes)
    copy_slots(table, new)
    return new


@jit_inline
def pair_key(a: Any, b: Any) -> Any:
    """Two ids below 2**32 as one number."""
    return np.uint64(a) << np.uint64(32) | np.uint64(b)


@jit_inline
def pair_slot(table: Any, a: Any, b: Any) -> Any:
    """The slot of the pair, or the empty one (its second number is 0) where it belongs."""
    last = np.uint64(len(table) - 1)
    key = pair_key(a, b)
    slot = hash_mix(key ^ SEED_1, SEED_2) & last
    while table[slot, 1] != 0 and table[slot, 0] != key:
        slot = (slot + np.uint64(1)) & last
    return slot


@jit_inline
def put_pair(table: Any, a: Any, b: Any, value: Any) -> Any:
    """Insert the pair with its value; the table must have room."""
    slot = pair_slot(table, a, b)
    table[slot, 0] = pair_key(a, b)
    table[slot, 1] = np.uint64(value) + np.uint64(1)
