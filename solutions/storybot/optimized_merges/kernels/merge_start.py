"""How the last rung begins: all words in cells, all pairs of bytes with their counts and places."""

from __future__ import annotations

import numpy as np

from storybot.optimized_merges.kernels.jit import kernel
from storybot.optimized_merges.kernels.merge_state import BORDER, LEVEL, PAIRS, PLACES, TOKEN, TOKEN_BITS, State
from storybot.optimized_merges.kernels.pair_table import put_pair


@kernel
def fill_cells(data: np.ndarray, starts: np.ndarray, counts: np.ndarray, cells: np.ndarray) -> None:
    """Write all words into the cells, a border before, between and after them."""
    at = 0
    cells[0] = BORDER
    for word in range(len(counts)):
        weight = np.uint64(counts[word]) << TOKEN_BITS
        for i in range(starts[word], starts[word + 1]):
            at += 1
            cells[at] = weight | np.uint64(data[i])
        at += 1
        cells[at] = BORDER


@kernel
def find_first_pairs(state: State, weights: np.ndarray, numbers: np.ndarray) -> None:
    """The pairs of bytes: their counts and their lists. The heap starts at the level of the most frequent."""
    cells = state.cells
    for place in range(1, len(cells) - 1):
        a, b = cells[place] & TOKEN, cells[place + 1] & TOKEN
        if a != BORDER and b != BORDER:
            key = (a << np.uint64(8)) | b
            weights[key] += np.int64(cells[place] >> TOKEN_BITS)
            numbers[key] += 1
    pair, start = 0, 0
    for key in range(1 << 16):
        if numbers[key] > 0:
            state.first[pair], state.second[pair] = np.uint32(key >> 8), np.uint32(key & 255)
            state.counts[pair] = weights[key]
            state.lists[pair, 0], state.lists[pair, 1] = start, numbers[key]
            start += numbers[key]
            numbers[key] = state.lists[pair, 0]
            put_pair(state.table, state.first[pair], state.second[pair], pair)
            pair += 1
    for place in range(1, len(cells) - 1):
        a, b = cells[place] & TOKEN, cells[place + 1] & TOKEN
        if a != BORDER and b != BORDER:
            key = (a << np.uint64(8)) | b
            state.places[numbers[key]] = np.uint32(place)
            numbers[key] += 1
    state.numbers[PAIRS], state.numbers[PLACES] = pair, start
    for key in range(1 << 16):
        state.numbers[LEVEL] = max(state.numbers[LEVEL], weights[key] + 1)


@kernel
def fill_table(state: State) -> None:
    """Put all pairs into the table, which is empty."""
    for pair in range(state.numbers[PAIRS]):
        put_pair(state.table, state.first[pair], state.second[pair], pair)
