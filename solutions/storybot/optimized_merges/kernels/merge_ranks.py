"""The ranks as a hash table of pairs of ids: which token do two neighbours make together, if any?

Chapter 1 joins the bytes of two neighbours and looks for them in `ranks`. Compiled code must not
join bytes for every question. So all questions that have an answer are asked once, beforehand: each
token is cut in two at every position, and where both parts are tokens, their ids lead to its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.hash_tables import (
    MASKS,
    ONE,
    SHORT,
    THREE,
    TWO,
    WordTable,
    grow,
    has_room,
    insert_long,
    long_hash,
    long_slot,
    new_table,
    pair_slot,
    put_pair,
    short_key,
    short_slot,
)
from storybot.optimized_merges.kernels.intrinsics import pad_bytes
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline, jit_kernel

NONE = np.uint32(0xFFFFFFFF)


class RankTable(NamedTuple):
    """Two ids -> the id of the token they make."""

    pairs: np.ndarray  # uint64 (slots, 2): the two ids, and the id they make plus one
    byte_ids: np.ndarray  # uint32: the id of each single byte


def build_rank_table(ranks: Mapping[bytes, int]) -> RankTable:
    """Build the table for chapter 1's `ranks`."""
    data = pad_bytes(ranks)
    borders = np.cumsum([0, *map(len, ranks)], dtype=np.uint64)
    ids = np.array(list(ranks.values()), np.uint64)
    table = new_table()
    start = 0
    while (start := add_tokens(data, borders, ids, start, table)) < len(ids):
        table = grow(table, len(data))
    n_pairs = find_pairs(data, borders, ids, table, np.zeros((0, 2), np.uint64))
    pairs = np.zeros((1 << int(2 * n_pairs + 1).bit_length(), 2), np.uint64)
    find_pairs(data, borders, ids, table, pairs)
    return RankTable(pairs, np.array([ranks[bytes([byte])] for byte in range(256)], np.uint32))


@jit_kernel
def add_tokens(data: np.ndarray, borders: np.ndarray, ids: np.ndarray, start: Any, table: WordTable) -> Any:
    """Insert tokens and their ids into a word table, from index `start` on; gives the index at which room ran out."""
    for i in range(np.int64(start), len(ids)):
        pos, length = borders[i], borders[i + 1] - borders[i]
        if not has_room(table, length):
            return np.int64(i)
        if length <= SHORT:
            low, high = short_key(data, pos, length, MASKS)
            slot = short_slot(table.short, low, high)
            table.short[slot], table.short[slot + ONE], table.short[slot + TWO] = low, high, ids[i]
            table.used[0] += ONE
        else:
            value = long_hash(data, pos, length)
            slot = long_slot(table.long, table.long_bytes, data, pos, length, value)
            insert_long(table, slot, data, pos, length, value)
            table.long[slot + THREE] = ids[i]
    return np.int64(len(ids))


@jit_helper
def token_id(data: Any, pos: Any, length: Any, table: Any) -> Any:
    """The id of the token with these bytes, or NONE."""
    if length <= SHORT:
        low, high = short_key(data, pos, length, MASKS)
        slot = short_slot(table.short, low, high)
        return np.uint32(table.short[slot + TWO]) if table.short[slot + ONE] != 0 else NONE
    slot = long_slot(table.long, table.long_bytes, data, pos, length, long_hash(data, pos, length))
    return np.uint32(table.long[slot + THREE]) if table.long[slot] != 0 else NONE


@jit_kernel
def find_pairs(data: np.ndarray, borders: np.ndarray, ids: np.ndarray, table: WordTable, pairs: np.ndarray) -> Any:
    """Cut each token in two at every position; insert pairs of tokens into `pairs` if it has slots. Gives how many."""
    n = 0
    for i in range(len(ids)):
        start, end = borders[i], borders[i + 1]
        for middle in range(start + ONE, end):
            a = token_id(data, start, np.uint64(middle) - start, table)
            if a == NONE:
                continue
            b = token_id(data, np.uint64(middle), end - np.uint64(middle), table)
            if b == NONE:
                continue
            n += 1
            if len(pairs) > 0:
                put_pair(pairs, a, b, ids[i])
    return n


@jit_inline
def merged_id(pairs: Any, a: Any, b: Any) -> Any:
    """The id of the token that `a` and `b` make, or NONE."""
    return np.uint32(pairs[pair_slot(pairs, a, b), 1] - ONE)  # an empty slot holds 0, and 0 - 1 is NONE
