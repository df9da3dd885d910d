"""Different words and how often each occurs: as arrays, from the hash tables of several threads or from a Counter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.hash_tables import (
    ONE,
    SHORT,
    THREE,
    TWO,
    WordTable,
    copy_bytes,
    grow,
    has_room,
    insert_long,
    long_slot,
    short_slot,
)
from storybot.optimized_merges.kernels.jit import jit_kernel


class WordCounts(NamedTuple):
    """Different words and how often each occurs, as arrays.

    >>> WordCounts.from_counter({b"low": 2, b" lower": 1}).starts.tolist()
    [0, 3, 9]
    """

    data: np.ndarray  # uint8: all their bytes, one after another
    starts: np.ndarray  # int64: where each begins, and the end
    counts: np.ndarray  # int64

    @classmethod
    def from_counter(cls, counts: Mapping[bytes, int]) -> WordCounts:
        """Pack the words of a Counter."""
        starts = np.zeros(len(counts) + 1, np.int64)
        np.cumsum([len(word) for word in counts], out=starts[1:])
        data = np.frombuffer(bytearray(b"".join(counts)), np.uint8)
        return cls(data, starts, np.array(list(counts.values()), np.int64))

    def to_counter(self) -> Counter[bytes]:
        """The words as a Counter."""
        data, starts = self.data.tobytes(), self.starts.tolist()
        spans = zip(starts, starts[1:], self.counts.tolist(), strict=False)
        return Counter({data[start:end]: count for start, end, count in spans})


def to_word_counts(table: WordTable, min_count: int = 1) -> WordCounts:
    """The words of a table that occur at least `min_count` times."""
    n_words = int(table.used[0] + table.used[1])
    data = np.empty(SHORT * int(table.used[0]) + int(table.used[2]), np.uint8)
    starts, counts = np.zeros(n_words + 1, np.int64), np.empty(n_words, np.int64)
    n = write_words(table, min_count, data, starts, counts)
    return WordCounts(data[: starts[n]], starts[: n + 1], counts[:n])


@jit_kernel
def write_words(table: WordTable, min_count: Any, data: np.ndarray, starts: np.ndarray, counts: np.ndarray) -> Any:
    """Write the words that occur at least `min_count` times into the arrays; gives how many there are."""
    n, at = 0, np.int64(0)
    for slot in range(0, len(table.short), 4):
        high, count = table.short[slot + 1], np.int64(table.short[slot + 2])
        if high != 0 and count >= min_count:
            length = np.int64(high >> np.uint64(56))
            for i in range(length):
                half = table.short[slot] if i < 8 else high
                data[at + i] = np.uint8((half >> np.uint64(8 * (i & 7))) & np.uint64(255))
            counts[n] = count
            at += length
            n += 1
            starts[n] = at
    for slot in range(0, len(table.long), 4):
        count = np.int64(table.long[slot + 3])
        if table.long[slot] != 0 and count >= min_count:
            pos, length = np.int64(table.long[slot + 1]), np.int64(table.long[slot + 2])
            copy_bytes(data, np.uint64(at), table.long_bytes, np.uint64(pos), length)
            counts[n] = count
            at += length
            n += 1
            starts[n] = at
    return n


def merge_tables(table: WordTable, other: WordTable) -> WordTable:
    """Add the counts of `other` to `table`. Gives the table, which may be a new, larger one."""
    start: Any = 0
    while (start := add_short(table, other, start)) >= 0:
        table = grow(table)
    start = 0
    while (start := add_long(table, other, start)) >= 0:
        table = grow(table, int(other.long[start + 2]))
    return table


@jit_kernel
def add_short(table: WordTable, other: WordTable, start: Any) -> Any:
    """Add the short words of `other`, from slot `start` on. Gives the slot at which room ran out, or -1."""
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


@jit_kernel
def add_long(table: WordTable, other: WordTable, start: Any) -> Any:
    """Add the long words of `other`, from slot `start` on. Gives the slot at which room ran out, or -1."""
    for slot in range(np.int64(start), np.int64(len(other.long)), 4):
        value, pos, length = other.long[slot], other.long[slot + 1], other.long[slot + 2]
        if value != 0:
            to = long_slot(table.long, table.long_bytes, other.long_bytes, pos, length, value)
            if table.long[to] == 0:
                if not has_room(table, length):
                    return slot
                insert_long(table, to, other.long_bytes, pos, length, value)
            table.long[to + THREE] += other.long[slot + 3]
    return np.int64(-1)
