"""Count the words of a block of bytes: scan, hash and count in one pass."""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.ascii_scanner import scan_words
from storybot.optimized_merges.kernels.jit import kernel, small
from storybot.optimized_merges.kernels.special_tokens import Specials, next_special
from storybot.optimized_merges.kernels.word_table import (
    ONE,
    SHORT,
    THREE,
    TWO,
    WordTable,
    has_room,
    keep_long,
    long_hash,
    long_slot,
    look_ahead,
    short_slot_from,
)


@kernel
def count_words(
    data: np.ndarray,
    borders: np.ndarray,
    document: Any,
    start: Any,
    classes: np.ndarray,
    scanner: Any,
    specials: Specials,
    table: WordTable,
    ends: np.ndarray,
    keys: np.ndarray,
) -> Any:
    """Count the words of the documents between the borders, from a place in one of them on.

    Stops before a word for which the table has no room, and gives its document, place and length;
    the length is 0 when all is done.
    """
    place = np.uint64(start)
    for number in range(np.int64(document), len(borders) - 1):
        end = borders[number + 1]
        while place < end:
            border, which = next_special(data, place, end, specials)
            while place < border:
                n = scan_words(data, place, border, classes, scanner, ends)
                look_ahead(data, place, ends, n, table.short, keys)
                for i in range(n):
                    length = ends[i] - place
                    if not count_word(data, place, length, table, keys, i):
                        return number, place, length
                    place = ends[i]
            if which >= 0:
                place = border + specials.starts[which + 1] - specials.starts[which]
    return len(borders) - 1, place, np.uint64(0)


@small
def count_word(data: Any, place: Any, length: Any, table: Any, keys: Any, number: Any) -> Any:
    """One more of this word. False if it is new and there is no room for it."""
    if length <= SHORT:
        low, high = keys[number, 0], keys[number, 1]
        slot = short_slot_from(table.short, keys[number, 2], low, high)
        if table.short[slot + ONE] == 0:
            if not has_room(table, length):
                return False
            table.short[slot] = low
            table.short[slot + ONE] = high
            table.used[0] += ONE
        table.short[slot + TWO] += ONE
        return True
    value = long_hash(data, place, length)
    slot = long_slot(table.long, table.letters, data, place, length, value)
    if table.long[slot] == 0:
        if not has_room(table, length):
            return False
        keep_long(table, slot, data, place, length, value)
    table.long[slot + THREE] += ONE
    return True
