"""The best pair of the last rung: a heap whose counts may be from earlier, and levels below which pairs wait."""

from __future__ import annotations

from typing import Any

from storybot.optimized_merges.kernels.jit import part
from storybot.optimized_merges.kernels.merge_state import HEAP, LEVEL, PAIRS


@part
def is_better(state: Any, count: Any, pair: Any, other: Any) -> Any:
    """Whether `pair` goes before the pair at heap place `other`: higher count; on a tie, the greater byte strings."""
    if count != state.heap[other, 0]:
        return count > state.heap[other, 0]
    rival = state.heap[other, 1]
    order = compare(state, state.first[pair], state.first[rival])
    if order == 0:
        order = compare(state, state.second[pair], state.second[rival])
    return order > 0


@part
def compare(state: Any, a: Any, b: Any) -> Any:
    """1, 0 or -1: how the bytes of token `a` stand to those of token `b`."""
    if a == b:
        return 0
    if state.prefixes[a] != state.prefixes[b]:
        return 1 if state.prefixes[a] > state.prefixes[b] else -1
    at_a, at_b = state.starts[a], state.starts[b]
    for i in range(min(state.sizes[a], state.sizes[b])):
        if state.letters[at_a + i] != state.letters[at_b + i]:
            return 1 if state.letters[at_a + i] > state.letters[at_b + i] else -1
    return 1 if state.sizes[a] > state.sizes[b] else -1  # two tokens are never the same bytes


@part
def push(state: Any, pair: Any) -> Any:
    heap, at, count = state.heap, state.numbers[HEAP], state.counts[pair]
    state.numbers[HEAP] += 1
    while at > 0:
        parent = (at - 1) >> 1
        if not is_better(state, count, pair, parent):
            break
        heap[at, 0], heap[at, 1] = heap[parent, 0], heap[parent, 1]
        at = parent
    heap[at, 0] = count
    heap[at, 1] = pair


@part
def replace_top(state: Any, count: Any, pair: Any) -> Any:
    """Put a pair in place of the best one and let it sink."""
    heap, size, at = state.heap, state.numbers[HEAP], 0
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


@part
def pop(state: Any) -> Any:
    state.numbers[HEAP] -= 1
    size = state.numbers[HEAP]
    if size > 0:
        replace_top(state, state.heap[size, 0], state.heap[size, 1])


@part
def lower_level(state: Any) -> Any:
    """The heap is used up: let the pairs in that are at least half as frequent as those before."""
    while state.numbers[HEAP] == 0 and state.numbers[LEVEL] > 1:
        upper = state.numbers[LEVEL]
        lower = max(upper // 2, 1)
        state.numbers[LEVEL] = lower
        for pair in range(state.numbers[PAIRS]):
            if lower <= state.counts[pair] < upper:
                push(state, pair)
