"""The compiled merge trainer: all words in one flat array, and a list of occurrences for each pair.

A cell of the array is one byte of a word: its token in the low 24 bits, the word's weight
above. Only the first and the last cell of a token count. The next token starts right after the
last cell, the one before ends right before the first, so no links are needed. A border cell
separates two words.

Two facts make this fast. A pair's occurrences are all found in one step, when the younger of its
two tokens is made: afterwards some become stale, none are added. So the list is written once, in
order. And a pair's count only falls. So the heap may hold stale counts; one is corrected when its
pair comes to the top. Pairs below the heap's threshold do not even enter it until the ones above
are used up. Within a step, neighbours are added up by token first: the table of pairs is asked
once for each different neighbour, not once for each occurrence.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.hash_tables import pair_slot, put_pair
from storybot.optimized_merges.kernels.intrinsics import prefetch
from storybot.optimized_merges.kernels.jit import jit_helper, jit_inline, jit_kernel
from storybot.optimized_merges.kernels.merge_heap import lower_threshold, pop, push, replace_top
from storybot.optimized_merges.kernels.merge_state import (
    BORDER,
    DEAD,
    HEAP_SIZE,
    HEAP_THRESHOLD,
    N_BYTES,
    N_MERGES,
    N_OCCURRENCES,
    N_PAIRS,
    TOKEN,
    TOKEN_BITS,
    State,
)

PREFETCH_DISTANCE = 12  # occurrences ahead of the present one whose cells are loaded into the cache now


@jit_helper
def add_token(state: Any, token: Any, pair: Any) -> Any:
    """Store the bytes of a new token: those of the pair's left and right token."""
    start = state.counters[N_BYTES]
    state.starts[token] = start
    at = start
    for side in (state.first[pair], state.second[pair]):
        for i in range(state.sizes[side]):
            state.token_bytes[at] = state.token_bytes[state.starts[side] + i]
            at += 1
    state.sizes[token] = np.uint32(at - start)
    state.counters[N_BYTES] = at
    prefix = np.uint64(0)
    for i in range(8):
        prefix <<= np.uint64(8)
        if start + i < at:
            prefix |= np.uint64(state.token_bytes[start + i])
    state.prefixes[token] = prefix


@jit_inline
def accumulate_neighbour(state: Any, side: Any, token: Any, weight: Any, touched: Any, n: Any) -> Any:
    """Add the weight of a neighbour on this side; gives how many different neighbours there are now."""
    if state.neighbour_counts[side, token] == 0:
        touched[n] = token
        n += 1
    state.neighbour_counts[side, token] += 1
    state.weights[side, token] += weight
    return n


@jit_helper
def merge_at_occurrences(state: Any, pair: Any, token: Any, neighbours: Any, touched: Any) -> Any:
    """Merge the pair wherever it occurs and add up its neighbours; gives how many different ones left and right."""
    a, b = np.uint64(state.first[pair]), np.uint64(state.second[pair])
    size_a, size_b = np.uint64(state.sizes[a]), np.uint64(state.sizes[b])
    cells, n_left, n_right = state.cells, 0, 0
    start, end = state.occurrence_ranges[pair, 0], state.occurrence_ranges[pair, 0] + state.occurrence_ranges[pair, 1]
    for i in range(end - start):
        if start + i + PREFETCH_DISTANCE < end:
            prefetch(cells, np.uint64(state.occurrences[start + i + PREFETCH_DISTANCE]))
        pos = np.uint64(state.occurrences[start + i])
        middle = pos + size_a
        after = middle + size_b
        cell = cells[pos]
        neighbours[i, 0] = neighbours[i, 1] = np.uint32(BORDER)
        if cell & TOKEN != a or cells[middle] & TOKEN != b:
            continue  # stale: an earlier merge took one of the two
        weight = np.int64(cell >> TOKEN_BITS)
        left, right = cells[pos - np.uint64(1)] & TOKEN, cells[after] & TOKEN
        cells[middle] = DEAD
        cells[pos] = (cell & ~TOKEN) | token
        cells[after - np.uint64(1)] = (cell & ~TOKEN) | token
        if left != BORDER:
            n_left = accumulate_neighbour(state, 0, left, weight, touched[0], n_left)
            neighbours[i, 0] = np.uint32(left)
        if right != BORDER:
            n_right = accumulate_neighbour(state, 1, right, weight, touched[1], n_right)
            neighbours[i, 1] = np.uint32(right)
    return n_left, n_right


@jit_helper
def subtract_counts(state: Any, pair: Any, token: Any, touched: Any, n_left: Any, n_right: Any) -> Any:
    """Lower the counts of the pairs that the neighbours made with the two merged tokens."""
    a, b = state.first[pair], state.second[pair]
    for i in range(n_left):
        if touched[0, i] != token:
            slot = pair_slot(state.table, touched[0, i], a)
            state.counts[state.table[slot, 1] - np.uint64(1)] -= state.weights[0, touched[0, i]]
    for i in range(n_right):
        slot = pair_slot(state.table, b, touched[1, i])
        state.counts[state.table[slot, 1] - np.uint64(1)] -= state.weights[1, touched[1, i]]
    state.counts[pair] = 0


@jit_helper
def add_pairs(state: Any, token: Any, side: Any, touched: Any, n: Any) -> Any:
    """Add a pair for each neighbour on this side, with room for its occurrences."""
    for i in range(n):
        other = touched[i]
        pair, start = state.counters[N_PAIRS], state.counters[N_OCCURRENCES]
        state.first[pair] = other if side == 0 else np.uint32(token)
        state.second[pair] = np.uint32(token) if side == 0 else other
        state.counts[pair] = state.weights[side, other]
        state.occurrence_ranges[pair, 0] = start
        state.occurrence_ranges[pair, 1] = state.neighbour_counts[side, other]
        state.counters[N_OCCURRENCES] += state.neighbour_counts[side, other]
        state.neighbour_counts[side, other] = start
        state.weights[side, other] = 0
        put_pair(state.table, state.first[pair], state.second[pair], pair)
        state.counters[N_PAIRS] += 1


@jit_helper
def merge_pair_everywhere(state: Any, pair: Any, token: Any, neighbours: Any, touched: Any) -> Any:
    """One step: merge, then add the new pairs with their counts and occurrences."""
    add_token(state, token, pair)
    first_new, a = state.counters[N_PAIRS], state.first[pair]
    n_left, n_right = merge_at_occurrences(state, pair, token, neighbours, touched)
    subtract_counts(state, pair, token, touched, n_left, n_right)
    state.weights[1, a] -= state.weights[0, token]  # a neighbour on the right that was then merged itself
    add_pairs(state, token, 0, touched[0], n_left)
    add_pairs(state, token, 1, touched[1], n_right)
    start = state.occurrence_ranges[pair, 0]
    for i in range(state.occurrence_ranges[pair, 1]):
        pos = state.occurrences[start + i]
        left, right = neighbours[i, 0], neighbours[i, 1]
        if left != BORDER:
            state.occurrences[state.neighbour_counts[0, left]] = pos - state.sizes[left]
            state.neighbour_counts[0, left] += 1
        if right != BORDER:
            state.occurrences[state.neighbour_counts[1, right]] = pos
            state.neighbour_counts[1, right] += 1
    for i in range(n_left):
        state.neighbour_counts[0, touched[0, i]] = 0
    for i in range(n_right):
        state.neighbour_counts[1, touched[1, i]] = 0
    state.weights[1, a] = 0
    for new in range(first_new, state.counters[N_PAIRS]):
        if state.counts[new] >= state.counters[HEAP_THRESHOLD]:
            push(state, new)


@jit_kernel
def merge_until(state: State, wanted: Any, neighbours: np.ndarray, touched: np.ndarray) -> Any:
    """Merge until there are `wanted` merges, no pair is left (gives True), or an array is full."""
    while state.counters[N_MERGES] < wanted:
        if state.counters[HEAP_SIZE] == 0:
            lower_threshold(state)
            if state.counters[HEAP_SIZE] == 0:
                return True
        pair, count = state.heap[0, 1], state.counts[state.heap[0, 1]]
        if count < state.heap[0, 0]:
            if count < state.counters[HEAP_THRESHOLD]:
                pop(state)
            else:
                replace_top(state, count, pair)
            continue
        token = np.uint64(256 + state.counters[N_MERGES])
        room = 2 * min(state.occurrence_ranges[pair, 1], np.int64(token))
        size = state.sizes[state.first[pair]] + state.sizes[state.second[pair]]
        if (
            state.counters[N_PAIRS] + room > len(state.counts)
            or 2 * (state.counters[N_PAIRS] + room) > len(state.table)
            or state.counters[N_BYTES] + size > len(state.token_bytes)
        ):
            return False
        pop(state)
        merge_pair_everywhere(state, pair, token, neighbours, touched)
        state.merged[state.counters[N_MERGES]] = pair
        state.counters[N_MERGES] += 1
    return False
