"""From the hash tables of several threads to one list of words."""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.jit import kernel
from storybot.optimized_merges.kernels.merge import Words
from storybot.optimized_merges.kernels.word_table import (
    ONE,
    SHORT,
    THREE,
    TWO,
    WordTable,
    copy_bytes,
    grown,
    has_room,
    keep_long,
    long_slot,
    short_slot,
)


@kernel
def add_short(table: WordTable, other: WordTable, start: Any) -> Any:
    """Add the short words of `other`, from slot `start` on. Gives where it stopped for want of room."""
    for slot in range(np.int64(start), np.int64(len(other.short)), 4):
        low, high = other.short[slot], other.short[slot + 1]
        if high != 0:
            to = short_slot(table.short, low, high)
            if table.short[to + ONE] == 0:
                if not has_room(table, np.uint64(1)):
                    return slot
                table.short[to] = low
                table.short[to + ONE] = high
                table.used[0] += ONE
            table.short[to + TWO] += other.short[slot + 2]
    return np.int64(-1)


@kernel
def add_long(table: WordTable, other: WordTable, start: Any) -> Any:
    """Add the long words of `other`, from slot `start` on. Gives where it stopped for want of room."""
    for slot in range(np.int64(start), np.int64(len(other.long)), 4):
        value, place, length = other.long[slot], other.long[slot + 1], other.long[slot + 2]
        if value != 0:
            to = long_slot(table.long, table.letters, other.letters, place, length, value)
            if table.long[to] == 0:
                if not has_room(table, length):
                    return slot
                keep_long(table, to, other.letters, place, length, value)
            table.long[to + THREE] += other.long[slot + 3]
    return np.int64(-1)


def added(table: WordTable, other: WordTable) -> WordTable:
    """`table` with the counts of `other`; it may have moved to have room."""
    start: Any = 0
    while (start := add_short(table, other, start)) >= 0:
        table = grown(table)
    start = 0
    while (start := add_long(table, other, start)) >= 0:
        table = grown(table, int(other.long[start + 2]))
    return table


@kernel
def write_words(table: WordTable, min_count: Any, data: np.ndarray, starts: np.ndarray, counts: np.ndarray) -> Any:
    """Write the words that occur at least `min_count` times into the arrays; gives how many they are."""
    n, at = 0, np.int64(0)
    for slot in range(0, len(table.short), 4):
        high, count = table.short[slot + 1], np.int64(table.short[slot + 2])
        if high != 0 and count >= min_count:
            length = np.int64(high >> np.uint64(56))
            for i in range(length):
                number = table.short[slot] if i < 8 else high
                data[at + i] = np.uint8((number >> np.uint64(8 * (i & 7))) & np.uint64(255))
            counts[n] = count
            at += length
            n += 1
            starts[n] = at
    for slot in range(0, len(table.long), 4):
        count = np.int64(table.long[slot + 3])
        if table.long[slot] != 0 and count >= min_count:
            place, length = np.int64(table.long[slot + 1]), np.int64(table.long[slot + 2])
            copy_bytes(data, np.uint64(at), table.letters, np.uint64(place), length)
            counts[n] = count
            at += length
            n += 1
            starts[n] = at
    return n


def words_in(table: WordTable, min_count: int = 1) -> Words:
    """The words of a table as arrays."""
    n_words = int(table.used[0] + table.used[1])
    data = np.empty(SHORT * int(table.used[0]) + int(table.used[2]), np.uint8)
    starts, counts = np.zeros(n_words + 1, np.int64), np.empty(n_words, np.int64)
    n = write_words(table, min_count, data, starts, counts)
    return Words(data[: starts[n]], starts[: n + 1], counts[:n])
