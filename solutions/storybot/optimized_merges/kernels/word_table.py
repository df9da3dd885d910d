"""An open-addressing hash table of words: each different word once, with a number beside it.

A word of up to 15 bytes is its own key: two 64-bit numbers, the length in the top byte. One
comparison tells whether it is the word, and nothing else has to be fetched from memory. Longer
words are found by a 64-bit hash and then compared byte by byte, eight at a time.
A slot has four numbers. Short words: low and high bytes, then two values. Long words: hash,
place in `letters`, then length and one value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import PADDING, fetch, load_8, mix
from storybot.optimized_merges.kernels.jit import kernel, part, small

SHORT = 15
WORDS = 256  # pretokens cut at a time: few enough that all about them stays in the nearest cache
SLOT = np.uint64(4)
ONE, TWO, THREE, EIGHT = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(8)
SEED_1, SEED_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)

MASKS = np.zeros(32, np.uint64)  # for a length up to 15: which bits of the low and of the high number belong to it
for _length in range(16):
    MASKS[2 * _length] = (1 << 8 * min(_length, 8)) - 1
    MASKS[2 * _length + 1] = (1 << 8 * max(_length - 8, 0)) - 1


class WordTable(NamedTuple):
    """The slots for short and long words, the bytes of the long ones, and how much of each is in use."""

    short: np.ndarray
    long: np.ndarray
    letters: np.ndarray
    used: np.ndarray  # short words, long words, bytes of long words


def new_table(short: int = 1 << 12, long: int = 1 << 10, letters: int = 1 << 16) -> WordTable:
    """An empty table for about half as many words as it has slots; both must be powers of two."""
    return WordTable(
        np.zeros(4 * short, np.uint64),
        np.zeros(4 * long, np.uint64),
        np.zeros(letters + PADDING, np.uint8),
        np.zeros(3, np.uint64),
    )


@small
def short_key(data: Any, start: Any, length: Any, masks: Any) -> Any:
    """A word of up to 15 bytes as two numbers."""
    low = load_8(data, start) & masks[length << ONE]
    high = load_8(data, start + EIGHT) & masks[(length << ONE) | ONE]
    return low, high | (length << np.uint64(56))


@small
def short_slot(slots: Any, low: Any, high: Any) -> Any:
    """The slot of the word, or the empty slot (its high number is 0) where it belongs."""
    return short_slot_from(slots, first_slot(slots, low, high), low, high)


@small
def first_slot(slots: Any, low: Any, high: Any) -> Any:
    """Where the search for a short word begins."""
    return (mix(low ^ SEED_1, high ^ SEED_2) * SLOT) & (np.uint64(len(slots)) - ONE)


@small
def short_slot_from(slots: Any, slot: Any, low: Any, high: Any) -> Any:
    last = np.uint64(len(slots)) - ONE
    while slots[slot + ONE] != 0 and (slots[slot] != low or slots[slot + ONE] != high):
        slot = (slot + SLOT) & last
    return slot


@part
def look_ahead(data: Any, place: Any, ends: Any, n: Any, slots: Any, keys: Any) -> Any:
    """Keys and first slots of the short ones among the next `n` words; and the memory of these slots is asked for."""
    for i in range(n):
        length = ends[i] - place
        if length <= SHORT:
            low, high = short_key(data, place, length, MASKS)
            slot = first_slot(slots, low, high)
            keys[i, 0], keys[i, 1], keys[i, 2] = low, high, slot
            fetch(slots, slot)
        place = ends[i]


@small
def long_hash(data: Any, start: Any, length: Any) -> Any:
    """A hash of the word, never 0."""
    value = length * SEED_1
    place, end = start, start + length
    while place + EIGHT <= end:
        value = mix(value ^ load_8(data, place), SEED_2)
        place += EIGHT
    left = end - place
    if left > 0:
        value = mix(value ^ (load_8(data, place) << (np.uint64(64) - EIGHT * left)), SEED_2)
    return value | ONE


@small
def long_slot(slots: Any, letters: Any, data: Any, start: Any, length: Any, value: Any) -> Any:
    """The slot of the word, or the empty slot (its hash is 0) where it belongs."""
    last = np.uint64(len(slots)) - ONE
    slot = ((value >> ONE) * SLOT) & last
    while slots[slot] != 0:
        if slots[slot] == value and slots[slot + TWO] == length:
            if same_bytes(letters, slots[slot + ONE], data, start, length):
                break
        slot = (slot + SLOT) & last
    return slot


@small
def same_bytes(a: Any, at_a: Any, b: Any, at_b: Any, length: Any) -> Any:
    done = np.uint64(0)
    while done + EIGHT <= length:
        if load_8(a, at_a + done) != load_8(b, at_b + done):
            return False
        done += EIGHT
    left = length - done
    return left == 0 or (load_8(a, at_a + done) ^ load_8(b, at_b + done)) << (np.uint64(64) - EIGHT * left) == 0


@small
def copy_bytes(to: Any, at: Any, data: Any, start: Any, length: Any) -> Any:
    for i in range(length):
        to[at + np.uint64(i)] = data[start + np.uint64(i)]


@small
def keep_long(table: Any, slot: Any, data: Any, start: Any, length: Any, value: Any) -> Any:
    """Put a long word into its empty slot."""
    table.long[slot] = value
    table.long[slot + ONE] = table.used[2]
    table.long[slot + TWO] = length
    copy_bytes(table.letters, table.used[2], data, start, length)
    table.used[2] += length
    table.used[1] += ONE


@small
def has_room(table: Any, length: Any) -> Any:
    """Whether one more word of this length fits. A table is at most half full."""
    if length <= SHORT:
        return (table.used[0] + ONE) * (SLOT * TWO) <= len(table.short)
    return (table.used[1] + ONE) * (SLOT * TWO) <= len(table.long) and (
        table.used[2] + length + np.uint64(PADDING) <= len(table.letters)
    )


@kernel
def copy_slots(old: WordTable, new: WordTable) -> None:
    """Put everything of the old table into the new one, which has more room."""
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
    copy_bytes(new.letters, np.uint64(0), old.letters, np.uint64(0), old.used[2])
    for i in range(3):
        new.used[i] = old.used[i]


def grown(table: WordTable, length: int = 0) -> WordTable:
    """The table with twice the room where it is short of it, and room for a word of `length` bytes."""
    n_short, n_long, n_letters = (int(n) for n in table.used)
    short = len(table.short) // 4 * (2 if 4 * n_short >= len(table.short) // 4 else 1)
    long = len(table.long) // 4 * (2 if 4 * n_long >= len(table.long) // 4 else 1)
    letters = len(table.letters) - PADDING
    if length > SHORT and n_letters + length > letters // 2:
        letters = 2 * (letters + length)
    new = new_table(short, long, letters)
    copy_slots(table, new)
    return new
