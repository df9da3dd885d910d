"""The last rung, compiled: all words in one flat array, and a list of places for each pair.

A cell of the array is one byte of a word: its token in the low 24 bits, the word's weight
above. Only the first and the last cell of a token count. The next token starts right after the
last cell, the one before ends right before the first: no links are needed. Words are apart by a
border cell.

Two facts make this fast. A pair's places are all found in one step, when the younger of its
two tokens is made: afterwards some become stale, none are added. So the list is written once, in
order. And a pair's count only falls. So the heap may hold counts from earlier; one is put right
when its pair comes to the top. Pairs below `LEVEL` do not even enter the heap until the ones
above are used up. Within a step, neighbours are added up by token first: the table of pairs is
asked once for each different neighbour, not once for each place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from storybot.optimized_merges.kernels.intrinsics import fetch
from storybot.optimized_merges.kernels.jit import kernel, part, small
from storybot.optimized_merges.kernels.merge_heap import lower_level, pop, push, replace_top
from storybot.optimized_merges.kernels.merge_state import (
    AHEAD,
    BORDER,
    DEAD,
    HEAP,
    LETTERS,
    LEVEL,
    MERGES,
    PAIRS,
    PLACES,
    TOKEN,
    TOKEN_BITS,
    State,
)
from storybot.optimized_merges.kernels.pair_table import pair_slot, put_pair


@part
def add_token(state: Any, token: Any, pair: Any) -> Any:
    """Write down the bytes of a new token: those of the pair's first and second."""
    start = state.numbers[LETTERS]
    state.starts[token] = start
    at = start
    for side in (state.first[pair], state.second[pair]):
        for i in range(state.sizes[side]):
            state.letters[at] = state.letters[state.starts[side] + i]
            at += 1
    state.sizes[token] = np.uint32(at - start)
    state.numbers[LETTERS] = at
    prefix = np.uint64(0)
    for i in range(8):
        prefix <<= np.uint64(8)
        if start + i < at:
            prefix |= np.uint64(state.letters[start + i])
    state.prefixes[token] = prefix


@small
def note(state: Any, side: Any, token: Any, weight: Any, touched: Any, n: Any) -> Any:
    """A neighbour on this side: add its weight; give how many different ones there are now."""
    if state.numbers_of[side, token] == 0:
        touched[n] = token
        n += 1
    state.numbers_of[side, token] += 1
    state.weights[side, token] += weight
    return n


@part
def merge_at_places(state: Any, pair: Any, token: Any, neighbours: Any, touched: Any) -> Any:
    """Merge the pair wherever it stands. Notes every neighbour; gives how many different ones left and right."""
    a, b = np.uint64(state.first[pair]), np.uint64(state.second[pair])
    size_a, size_b = np.uint64(state.sizes[a]), np.uint64(state.sizes[b])
    cells, n_left, n_right = state.cells, 0, 0
    start, end = state.lists[pair, 0], state.lists[pair, 0] + state.lists[pair, 1]
    for i in range(end - start):
        if start + i + AHEAD < end:
            fetch(cells, np.uint64(state.places[start + i + AHEAD]))
        place = np.uint64(state.places[start + i])
        middle = place + size_a
        after = middle + size_b
        cell = cells[place]
        neighbours[i, 0] = neighbours[i, 1] = np.uint32(BORDER)
        if cell & TOKEN != a or cells[middle] & TOKEN != b:
            continue  # stale: an earlier merge took one of the two
        weight = np.int64(cell >> TOKEN_BITS)
        left, right = cells[place - np.uint64(1)] & TOKEN, cells[after] & TOKEN
        cells[middle] = DEAD
        cells[place] = (cell & ~TOKEN) | token
        cells[after - np.uint64(1)] = (cell & ~TOKEN) | token
        if left != BORDER:
            n_left = note(state, 0, left, weight, touched[0], n_left)
            neighbours[i, 0] = np.uint32(left)
        if right != BORDER:
            n_right = note(state, 1, right, weight, touched[1], n_right)
            neighbours[i, 1] = np.uint32(right)
    return n_left, n_right


@part
def take_away(state: Any, pair: Any, token: Any, touched: Any, n_left: Any, n_right: Any) -> Any:
    """The neighbours' pairs with the two tokens that are gone now: their counts fall."""
    a, b = state.first[pair], state.second[pair]
    for i in range(n_left):
        if touched[0, i] != token:
            slot = pair_slot(state.table, touched[0, i], a)
            state.counts[state.table[slot, 1] - np.uint64(1)] -= state.weights[0, touched[0, i]]
    for i in range(n_right):
        slot = pair_slot(state.table, b, touched[1, i])
        state.counts[state.table[slot, 1] - np.uint64(1)] -= state.weights[1, touched[1, i]]
    state.counts[pair] = 0


@part
def add_pairs(state: Any, token: Any, side: Any, touched: Any, n: Any) -> Any:
    """A pair for each neighbour on this side, with room for its list."""
    for i in range(n):
        other = touched[i]
        pair, start = state.numbers[PAIRS], state.numbers[PLACES]
        state.first[pair] = other if side == 0 else np.uint32(token)
        state.second[pair] = np.uint32(token) if side == 0 else other
        state.counts[pair] = state.weights[side, other]
        state.lists[pair, 0] = start
        state.lists[pair, 1] = state.numbers_of[side, other]
        state.numbers[PLACES] += state.numbers_of[side, other]
        state.numbers_of[side, other] = start
        state.weights[side, other] = 0
        put_pair(state.table, state.first[pair], state.second[pair], pair)
        state.numbers[PAIRS] += 1


@part
def merge_pair_everywhere(state: Any, pair: Any, token: Any, neighbours: Any, touched: Any) -> Any:
    """One step: merge, then make the new pairs with their counts and lists."""
    add_token(state, token, pair)
    first_new, a = state.numbers[PAIRS], state.first[pair]
    n_left, n_right = merge_at_places(state, pair, token, neighbours, touched)
    take_away(state, pair, token, touched, n_left, n_right)
    state.weights[1, a] -= state.weights[0, token]  # a neighbour on the right that was then merged itself
    add_pairs(state, token, 0, touched[0], n_left)
    add_pairs(state, token, 1, touched[1], n_right)
    start = state.lists[pair, 0]
    for i in range(state.lists[pair, 1]):
        place = state.places[start + i]
        left, right = neighbours[i, 0], neighbours[i, 1]
        if left != BORDER:
            state.places[state.numbers_of[0, left]] = place - state.sizes[left]
            state.numbers_of[0, left] += 1
        if right != BORDER:
            state.places[state.numbers_of[1, right]] = place
            state.numbers_of[1, right] += 1
    for i in range(n_left):
        state.numbers_of[0, touched[0, i]] = 0
    for i in range(n_right):
        state.numbers_of[1, touched[1, i]] = 0
    state.weights[1, a] = 0
    for new in range(first_new, state.numbers[PAIRS]):
        if state.counts[new] >= state.numbers[LEVEL]:
            push(state, new)


@kernel
def merge_until(state: State, wanted: Any, neighbours: np.ndarray, touched: np.ndarray) -> Any:
    """Merge until there are `wanted` merges, or no pair is left (gives True), or the arrays need room first."""
    while state.numbers[MERGES] < wanted:
        if state.numbers[HEAP] == 0:
            lower_level(state)
            if state.numbers[HEAP] == 0:
                return True
        pair, count = state.heap[0, 1], state.counts[state.heap[0, 1]]
        if count < state.heap[0, 0]:
            if count < state.numbers[LEVEL]:
                pop(state)
            else:
                replace_top(state, count, pair)
            continue
        token = np.uint64(256 + state.numbers[MERGES])
        room = 2 * min(state.lists[pair, 1], np.int64(token))
        size = state.sizes[state.first[pair]] + state.sizes[state.second[pair]]
        if (
            state.numbers[PAIRS] + room > len(state.counts)
            or 2 * (state.numbers[PAIRS] + room) > len(state.table)
            or state.numbers[LETTERS] + size > len(state.letters)
        ):
            return False
        pop(state)
        merge_pair_everywhere(state, pair, token, neighbours, touched)
        state.merged[state.numbers[MERGES]] = pair
        state.numbers[MERGES] += 1
    return False
