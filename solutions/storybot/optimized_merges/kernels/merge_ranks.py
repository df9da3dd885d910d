"""The ranks as a hash table of pairs of ids: which token do two neighbours make together, if any?

Chapter 1 joins the bytes of two neighbours and looks for them in `ranks`. Compiled code must not
join bytes for every question. So all questions that have an answer are asked once, beforehand: each
token is cut in two at every place, and where both parts are tokens, their ids lead to its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.blocks import block_of
from storybot.optimized_merges.kernels.jit import kernel, part, small
from storybot.optimized_merges.kernels.pair_table import pair_slot, put_pair
from storybot.optimized_merges.kernels.word_table import (
    MASKS,
    ONE,
    SHORT,
    THREE,
    TWO,
    WordTable,
    grown,
    has_room,
    keep_long,
    long_hash,
    long_slot,
    new_table,
    short_key,
    short_slot,
)

NONE = np.uint32(0xFFFFFFFF)


class RankTable(NamedTuple):
    """Two ids -> the id of the token they make."""

    pairs: np.ndarray  # uint64 (slots, 2): the two ids, and the id they make plus one
    byte_ids: np.ndarray  # uint32: the id of each single byte


def rank_table(ranks: Mapping[bytes, int]) -> RankTable:
    """The table for chapter 1's `ranks`."""
    tokens = block_of(list(ranks))
    ids = np.array(list(ranks.values()), np.uint64)
    table = new_table()
    start = 0
    while (start := add_tokens(tokens.data, tokens.borders, ids, start, table)) < len(ids):
        table = grown(table, len(tokens.data))
    n_pairs = find_pairs(tokens.data, tokens.borders, ids, table, np.zeros((0, 2), np.uint64))
    pairs = np.zeros((1 << int(2 * n_pairs + 1).bit_length(), 2), np.uint64)
    find_pairs(tokens.data, tokens.borders, ids, table, pairs)
    return RankTable(pairs, np.array([ranks[bytes([byte])] for byte in range(256)], np.uint32))


@kernel
def add_tokens(data: np.ndarray, borders: np.ndarray, ids: np.ndarray, start: Any, table: WordTable) -> Any:
    """Put tokens and their ids into a word table, from number `start` on; stops where there is no room."""
    for number in range(np.int64(start), len(ids)):
        place, length = borders[number], borders[number + 1] - borders[number]
        if not has_room(table, length):
            return np.int64(number)
        if length <= SHORT:
            low, high = short_key(data, place, length, MASKS)
            slot = short_slot(table.short, low, high)
            table.short[slot], table.short[slot + ONE], table.short[slot + TWO] = low, high, ids[number]
            table.used[0] += ONE
        else:
            value = long_hash(data, place, length)
            slot = long_slot(table.long, table.letters, data, place, length, value)
            keep_long(table, slot, data, place, length, value)
            table.long[slot + THREE] = ids[number]
    return np.int64(len(ids))


@part
def token_id(data: Any, place: Any, length: Any, table: Any) -> Any:
    """The id of the token with these bytes, or NONE."""
    if length <= SHORT:
        low, high = short_key(data, place, length, MASKS)
        slot = short_slot(table.short, low, high)
        return np.uint32(table.short[slot + TWO]) if table.short[slot + ONE] != 0 else NONE
    slot = long_slot(table.long, table.letters, data, place, length, long_hash(data, place, length))
    return np.uint32(table.long[slot + THREE]) if table.long[slot] != 0 else NONE


@kernel
def find_pairs(data: np.ndarray, borders: np.ndarray, ids: np.ndarray, table: WordTable, pairs: np.ndarray) -> Any:
    """Cut each token in two at every place; put the pairs of tokens into `pairs` if it has slots. Gives how many."""
    n = 0
    for number in range(len(ids)):
        start, end = borders[number], borders[number + 1]
        for middle in range(start + ONE, end):
            a = token_id(data, start, np.uint64(middle) - start, table)
            if a == NONE:
                continue
            b = token_id(data, np.uint64(middle), end - np.uint64(middle), table)
            if b == NONE:
                continue
            n += 1
            if len(pairs) > 0:
                put_pair(pairs, a, b, ids[number])
    return n


@small
def joined(pairs: Any, a: Any, b: Any) -> Any:
    """The id of the token that `a` and `b` make, or NONE."""
    return np.uint32(pairs[pair_slot(pairs, a, b), 1] - ONE)  # an empty slot has 0, and 0 - 1 ends in NONE
