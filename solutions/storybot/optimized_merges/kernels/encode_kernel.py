"""Encode documents: cut into pretokens, look each up in the word cache, merge only the new ones.

The cache is a word table. A short word has up to three ids right in its slot: their number and
the first, then the other two. More ids, and those of long words, stand in `spilled`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.ascii_scanner import scan_words
from storybot.optimized_merges.kernels.encode_word import Scratch, merge_word
from storybot.optimized_merges.kernels.hash_tables import (
    ONE,
    SHORT,
    THREE,
    TWO,
    WordTable,
    has_room,
    insert_long,
    long_hash,
    long_slot,
    prefetch_slots,
    short_slot_from,
)
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline, jit_kernel
from storybot.optimized_merges.kernels.merge_ranks import RankTable
from storybot.optimized_merges.kernels.special_tokens import Specials, next_special

HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
MAX_CACHED_BYTES = 256  # a longer pretoken is merged anew each time
DONE, NO_ROOM, TOO_LONG = 0, 1, 2


class WordCache(NamedTuple):
    """The words that were encoded before, with their ids."""

    words: WordTable
    spilled: np.ndarray  # uint32: ids that do not fit into a slot
    used: np.ndarray  # int64 (1): how much of `spilled`


@jit_kernel
def encode_documents(
    data: np.ndarray,
    borders: np.ndarray,
    document: Any,
    start: Any,
    n_ids: Any,
    classes: np.ndarray,
    scanner: Any,
    specials: Specials,
    ranks: RankTable,
    cache: WordCache,
    scratch: Scratch,
    ends: np.ndarray,
    keys: np.ndarray,
    out: np.ndarray,
    ids_ends: np.ndarray,
) -> Any:
    """Encode the documents between the borders into `out`; `ids_ends` says where each document's ids end.

    Gives document, position and number of ids at which it stopped, and why: DONE, NO_ROOM in the
    cache, or a pretoken TOO_LONG for the scratch arrays; then its length.
    """
    pos, n_ids = np.uint64(start), np.uint64(n_ids)
    for doc in range(np.int64(document), len(borders) - 1):
        end = borders[doc + 1]
        while pos < end:
            border, which = next_special(data, pos, end, specials)
            while pos < border:
                n = scan_words(data, pos, border, classes, scanner, ends)
                prefetch_slots(data, pos, ends, n, cache.words.short, keys)
                for i in range(n):
                    length = ends[i] - pos
                    if length <= SHORT:
                        low, high = keys[i, 0], keys[i, 1]
                        slot = short_slot_from(cache.words.short, keys[i, 2], low, high)
                        if cache.words.short[slot + ONE] == 0:
                            if not has_room(cache.words, length) or cache.used[0] + SHORT > len(cache.spilled):
                                return doc, pos, n_ids, NO_ROOM, length
                            insert_short(data, pos, length, low, high, slot, ranks, cache, scratch)
                        n_ids = write_short(cache, slot, out, n_ids)
                    else:
                        reason = write_long(data, pos, length, ranks, cache, scratch, out, n_ids)
                        if reason < 0:
                            return doc, pos, n_ids, -reason, length
                        n_ids += np.uint64(reason)
                    pos = ends[i]
            if which >= 0:
                out[n_ids] = specials.ids[which]
                n_ids += ONE
                pos = border + specials.starts[which + 1] - specials.starts[which]
        ids_ends[doc] = n_ids
    return len(borders) - 1, pos, n_ids, DONE, np.uint64(0)


@jit_inline
def write_short(cache: Any, slot: Any, out: Any, n_ids: Any) -> Any:
    """Write the ids of the word in this slot; gives the new number of ids."""
    head, rest = cache.words.short[slot + TWO], cache.words.short[slot + THREE]
    n = head & LOW
    if n <= 3:  # writing all three is quicker than asking how many
        out[n_ids] = np.uint32(head >> HALF)
        out[n_ids + ONE] = np.uint32(rest & LOW)
        out[n_ids + TWO] = np.uint32(rest >> HALF)
    else:
        start = head >> HALF
        for i in range(n):
            out[n_ids + np.uint64(i)] = cache.spilled[start + np.uint64(i)]
    return n_ids + n


@jit_helper
def insert_short(
    data: Any, pos: Any, length: Any, low: Any, high: Any, slot: Any, ranks: Any, cache: Any, scratch: Any
) -> Any:
    """Merge a new short word and store its ids in its slot."""
    n = merge_word(data, pos, length, ranks, scratch)
    short = cache.words.short
    short[slot], short[slot + ONE], short[slot + THREE] = low, high, np.uint64(0)
    if n <= 3:
        short[slot + TWO] = np.uint64(n) | np.uint64(scratch.ids[0]) << HALF
        if n > 1:
            short[slot + THREE] = np.uint64(scratch.ids[1])
        if n > 2:
            short[slot + THREE] |= np.uint64(scratch.ids[2]) << HALF
    else:
        short[slot + TWO] = np.uint64(n) | np.uint64(store_ids(cache, scratch.ids, n)) << HALF
    cache.words.used[0] += ONE


@jit_inline
def store_ids(cache: Any, ids: Any, n: Any) -> Any:
    """Append ids to `spilled`; gives where they start."""
    start = cache.used[0]
    for i in range(n):
        cache.spilled[start + i] = ids[i]
    cache.used[0] += n
    return start


@jit_helper
def write_long(data: Any, pos: Any, length: Any, ranks: Any, cache: Any, scratch: Any, out: Any, n_ids: Any) -> Any:
    """Write the ids of a long word and give how many; or minus the reason why it cannot."""
    if length + TWO > len(scratch.ids):
        return -TOO_LONG
    if length > MAX_CACHED_BYTES:
        n = merge_word(data, pos, length, ranks, scratch)
        for i in range(n):
            out[n_ids + np.uint64(i)] = scratch.ids[i]
        return n
    table = cache.words
    value = long_hash(data, pos, length)
    slot = long_slot(table.long, table.long_bytes, data, pos, length, value)
    if table.long[slot] == 0:
        if not has_room(table, length) or cache.used[0] + np.int64(length) > len(cache.spilled):
            return -NO_ROOM
        n = merge_word(data, pos, length, ranks, scratch)
        insert_long(table, slot, data, pos, length, value)
        table.long[slot + THREE] = np.uint64(n) | np.uint64(store_ids(cache, scratch.ids, n)) << HALF
    n = np.int64(table.long[slot + THREE] & LOW)
    start = table.long[slot + THREE] >> HALF
    for i in range(n):
        out[n_ids + np.uint64(i)] = cache.spilled[start + np.uint64(i)]
    return n
