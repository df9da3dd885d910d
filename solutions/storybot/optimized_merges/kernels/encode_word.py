"""Encode one pretoken: merge by rank, compiled. A short one by looking at all its pairs, a long one with a heap."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline
from storybot.optimized_merges.kernels.merge_ranks import NONE, merged_id

MAX_SHORT_BYTES = 40  # up to this length, looking at every pair again after each merge is fastest
ONE = np.uint64(1)


class Scratch(NamedTuple):
    """Scratch arrays for encoding one pretoken."""

    ids: np.ndarray  # uint32: the token at each index
    ranks: np.ndarray  # uint32: what this token and the next one make
    after: np.ndarray  # uint32: index of the next token
    before: np.ndarray  # uint32: index of the token before
    heap: np.ndarray  # uint64: rank and index as one number, the lowest first


def new_scratch(length: int = 1 << 12) -> Scratch:
    """Scratch arrays for pretokens of up to `length` bytes."""
    ids, ranks, after, before = (np.empty(length + 2, np.uint32) for _ in range(4))
    return Scratch(ids, ranks, after, before, np.empty(3 * length + 4, np.uint64))


@jit_helper
def merge_word(data: Any, start: Any, length: Any, table: Any, scratch: Any) -> Any:
    """Write the ids of the pretoken into `scratch.ids` and give their number."""
    for i in range(length):
        scratch.ids[i] = table.byte_ids[data[start + np.uint64(i)]]
    if length <= MAX_SHORT_BYTES:
        return merge_short(np.int64(length), table.pairs, scratch.ids, scratch.ranks)
    return merge_long(np.int64(length), table.pairs, scratch)


@jit_helper
def merge_short(n: Any, pairs: Any, ids: Any, ranks: Any) -> Any:
    """Find the lowest rank, merge there, close the gap; repeat until no pair has a rank."""
    for i in range(n - 1):
        ranks[i] = merged_id(pairs, ids[i], ids[i + 1])
    while n > 1:
        best, at = NONE, 0
        for i in range(n - 1):
            if ranks[i] < best:
                best, at = ranks[i], i
        if best == NONE:
            break
        ids[at] = best
        for i in range(at + 1, n - 1):
            ids[i] = ids[i + 1]
            ranks[i] = ranks[i + 1]
        n -= 1
        if at > 0:
            ranks[at - 1] = merged_id(pairs, ids[at - 1], best)
        if at < n - 1:
            ranks[at] = merged_id(pairs, best, ids[at + 1])
    return n


@jit_helper
def merge_long(n: Any, pairs: Any, scratch: Any) -> Any:
    """The same with a heap and links, in n log n steps."""
    ids, ranks, after, before, heap = scratch.ids, scratch.ranks, scratch.after, scratch.before, scratch.heap
    size = 0
    for i in range(n):
        after[i], before[i], ranks[i] = i + 1, i - 1 if i > 0 else n, NONE  # n stands for "none", on both ends
    for i in range(n - 1):
        size = heap_push(heap, size, ranks, i, merged_id(pairs, ids[i], ids[i + 1]))
    left = n
    while size > 0:
        rank, at = np.uint32(heap[0] >> np.uint64(32)), np.int64(heap[0] & np.uint64(0xFFFFFFFF))
        size = heap_pop(heap, size)
        if ranks[at] != rank:
            continue  # stale: one of the two was merged otherwise
        gone = np.int64(after[at])
        following = np.int64(after[gone])
        ids[at], ranks[gone], ranks[at] = rank, NONE, NONE
        after[at] = following
        left -= 1
        if following < n:
            before[following] = at
            size = heap_push(heap, size, ranks, at, merged_id(pairs, rank, ids[following]))
        previous = np.int64(before[at])
        if previous < n:
            ranks[previous] = NONE
            size = heap_push(heap, size, ranks, previous, merged_id(pairs, ids[previous], rank))
    index = np.int64(0)
    for i in range(left):
        ids[i] = ids[index]
        index = np.int64(after[index])
    return left


@jit_inline
def heap_push(heap: Any, size: Any, ranks: Any, index: Any, rank: Any) -> Any:
    """Record that the token at `index` and the next one make `rank`, also on the heap; gives the heap's new size."""
    if rank == NONE:
        return size
    ranks[index] = rank
    value = np.uint64(rank) << np.uint64(32) | np.uint64(index)
    at = size
    while at > 0 and heap[(at - 1) >> 1] > value:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = value
    return size + 1


@jit_inline
def heap_pop(heap: Any, size: Any) -> Any:
    """Take the lowest value off the heap; gives the heap's new size."""
    size -= 1
    value, at = heap[size], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= value:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = value
    return size
