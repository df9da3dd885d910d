"""The merge trainer's best pair: a heap with lazy deletion, and a threshold below which pairs are not on it yet.

A count on the heap may be stale, but only too high: a pair's count never rises.
"""

from __future__ import annotations

from typing import Any

from storybot.optimized_merges.kernels.jit import jit_helper
from storybot.optimized_merges.kernels.merge_state import HEAP_SIZE, HEAP_THRESHOLD, N_PAIRS


@jit_helper
def is_better(state: Any, count: Any, pair: Any, other: Any) -> Any:
    """Whether `pair` goes before the pair at heap index `other`: higher count; on a tie, the greater byte strings."""
    if count != state.heap[other, 0]:
        return count > state.heap[other, 0]
    rival = state.heap[other, 1]
    order = compare(state, state.first[pair], state.first[rival])
    if order == 0:
        order = compare(state, state.second[pair], state.second[rival])
    return order > 0


@jit_helper
def compare(state: Any, a: Any, b: Any) -> Any:
    """1, 0 or -1: are the bytes of token `a` greater than, equal to or less than those of token `b`?"""
    if a == b:
        return 0
    if state.prefixes[a] != state.prefixes[b]:
        return 1 if state.prefixes[a] > state.prefixes[b] else -1
    at_a, at_b = state.starts[a], state.starts[b]
    for i in range(min(state.sizes[a], state.sizes[b])):
        if state.token_bytes[at_a + i] != state.token_bytes[at_b + i]:
            return 1 if state.token_bytes[at_a + i] > state.token_bytes[at_b + i] else -1
    return 1 if state.sizes[a] > state.sizes[b] else -1  # two tokens are never the same bytes


@jit_helper
def push(state: Any, pair: Any) -> Any:
    """Put a pair on the heap with its present count."""
    heap, at, count = state.heap, state.counters[HEAP_SIZE], state.counts[pair]
    state.counters[HEAP_SIZE] += 1
    while at > 0:
        parent = (at - 1) >> 1
        if not is_better(state, count, pair, parent):
            break
        heap[at, 0], heap[at, 1] = heap[parent, 0], heap[parent, 1]
        at = parent
    heap[at, 0] = count
    heap[at, 1] = pair


@jit_helper
def replace_top(state: Any, count: Any, pair: Any) -> Any:
    """Replace the best pair by this one and let it sink."""
    heap, size, at = state.heap, state.counters[HEAP_SIZE], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and is_better(state, heap[child + 1, 0], heap[child + 1, 1], child):
            child += 1
        if is_better(state, count, pair, child):
            break
        heap[at, 0], heap[at, 1] = heap[child, 0], heap[child, 1]
        at = child
    heap[at, 0] = count
    heap[at, 1] = pair


@jit_helper
def pop(state: Any) -> Any:
    """Take the best pair off the heap."""
    state.counters[HEAP_SIZE] -= 1
    size = state.counters[HEAP_SIZE]
    if size > 0:
        replace_top(state, state.heap[size, 0], state.heap[size, 1])


@jit_helper
def lower_threshold(state: Any) -> Any:
    """The heap is empty: halve the threshold and push the pairs that now reach it."""
    while state.counters[HEAP_SIZE] == 0 and state.counters[HEAP_THRESHOLD] > 1:
        upper = state.counters[HEAP_THRESHOLD]
        lower = max(upper // 2, 1)
        state.counters[HEAP_THRESHOLD] = lower
        for pair in range(state.counters[N_PAIRS]):
            if lower <= state.counts[pair] < upper:
                push(state, pair)
