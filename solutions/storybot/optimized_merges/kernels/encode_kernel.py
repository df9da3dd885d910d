"""Encode documents: cut into pretokens, look each up in the word cache, merge only the new ones.

The cache is a word table. A short word has up to three ids right in its slot: their number and
the first, then the other two. More ids, and those of long words, stand in `more`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.ascii_scanner import scan_words
from storybot.optimized_merges.kernels.encode_word import Scratch, merge_word
from storybot.optimized_merges.kernels.jit import kernel, part, small
from storybot.optimized_merges.kernels.merge_ranks import RankTable
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

HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
LONGEST = 256  # bytes; a longer pretoken is merged each time it comes
DONE, NO_ROOM, TOO_LONG = 0, 1, 2


class WordCache(NamedTuple):
    """The words that were encoded before."""

    words: WordTable
    more: np.ndarray  # uint32
    used: np.ndarray  # int64: how much of `more`


@kernel
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

    Gives document, place and number of ids when it stopped, and why: DONE, NO_ROOM in the cache, or a
    pretoken TOO_LONG for the scratch room; then its length.
    """
    place, n_ids = np.uint64(start), np.uint64(n_ids)
    for number in range(np.int64(document), len(borders) - 1):
        end = borders[number + 1]
        while place < end:
            border, which = next_special(data, place, end, specials)
            while place < border:
                n = scan_words(data, place, border, classes, scanner, ends)
                look_ahead(data, place, ends, n, cache.words.short, keys)
                for i in range(n):
                    length = ends[i] - place
                    if length <= SHORT:
                        low, high = keys[i, 0], keys[i, 1]
                        slot = short_slot_from(cache.words.short, keys[i, 2], low, high)
                        if cache.words.short[slot + ONE] == 0:
                            if not has_room(cache.words, length) or cache.used[0] + SHORT > len(cache.more):
                                return number, place, n_ids, NO_ROOM, length
                            learn_short(data, place, length, low, high, slot, ranks, cache, scratch)
                        n_ids = write_short(cache, slot, out, n_ids)
                    else:
                        reason = write_long(data, place, length, ranks, cache, scratch, out, n_ids)
                        if reason < 0:
                            return number, place, n_ids, -reason, length
                        n_ids += np.uint64(reason)
                    place = ends[i]
            if which >= 0:
                out[n_ids] = specials.ids[which]
                n_ids += ONE
                place = border + specials.starts[which + 1] - specials.starts[which]
        ids_ends[number] = n_ids
    return len(borders) - 1, place, n_ids, DONE, np.uint64(0)


@small
def write_short(cache: Any, slot: Any, out: Any, n_ids: Any) -> Any:
    """Write the ids of the word in this slot; gives the number of ids then."""
    head, rest = cache.words.short[slot + TWO], cache.words.short[slot + THREE]
    n = head & LOW
    if n <= 3:  # writing all three is quicker than asking how many
        out[n_ids] = np.uint32(head >> HALF)
        out[n_ids + ONE] = np.uint32(rest & LOW)
        out[n_ids + TWO] = np.uint32(rest >> HALF)
    else:
        start = head >> HALF
        for i in range(n):
            out[n_ids + np.uint64(i)] = cache.more[start + np.uint64(i)]
    return n_ids + n


@part
def learn_short(
    data: Any, place: Any, length: Any, low: Any, high: Any, slot: Any, ranks: Any, cache: Any, scratch: Any
) -> Any:
    """Merge a new short word and put it into its slot."""
    n = merge_word(data, place, length, ranks, scratch)
    short = cache.words.short
    short[slot], short[slot + ONE], short[slot + THREE] = low, high, np.uint64(0)
    if n <= 3:
        short[slot + TWO] = np.uint64(n) | np.uint64(scratch.ids[0]) << HALF
        if n > 1:
            short[slot + THREE] = np.uint64(scratch.ids[1])
        if n > 2:
            short[slot + THREE] |= np.uint64(scratch.ids[2]) << HALF
    else:
        short[slot + TWO] = np.uint64(n) | np.uint64(keep_ids(cache, scratch.ids, n)) << HALF
    cache.words.used[0] += ONE


@small
def keep_ids(cache: Any, ids: Any, n: Any) -> Any:
    start = cache.used[0]
    for i in range(n):
        cache.more[start + i] = ids[i]
    cache.used[0] += n
    return start


@part
def write_long(data: Any, place: Any, length: Any, ranks: Any, cache: Any, scratch: Any, out: Any, n_ids: Any) -> Any:
    """Write the ids of a long word and give their number; or the reason, negative, why not."""
    if length + TWO > len(scratch.ids):
        return -TOO_LONG
    if length > LONGEST:
        n = merge_word(data, place, length, ranks, scratch)
        for i in range(n):
            out[n_ids + np.uint64(i)] = scratch.ids[i]
        return n
    table = cache.words
    value = long_hash(data, place, length)
    slot = long_slot(table.long, table.letters, data, place, length, value)
    if table.long[slot] == 0:
        if not has_room(table, length) or cache.used[0] + np.int64(length) > len(cache.more):
            return -NO_ROOM
        n = merge_word(data, place, length, ranks, scratch)
        keep_long(table, slot, data, place, length, value)
        table.long[slot + THREE] = np.uint64(n) | np.uint64(keep_ids(cache, scratch.ids, n)) << HALF
    n = np.int64(table.long[slot + THREE] & LOW)
    start = table.long[slot + THREE] >> HALF
    for i in range(n):
        out[n_ids + np.uint64(i)] = cache.more[start + np.uint64(i)]
    return n
