"""The merge trainer's data as flat arrays: cells, pairs, occurrences, heap; and how they are filled at the start.

A cell is one byte of a word: its token in the low 24 bits, the word's weight above (see
`merge_kernel`). A pair has a number; its left and right token, count and occurrences stand at that
number in the arrays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from storybot.optimized_merges.kernels.hash_tables import put_pair
from storybot.optimized_merges.kernels.jit import jit_kernel

TOKEN_BITS = np.uint64(24)
TOKEN = np.uint64((1 << 24) - 1)
BORDER, DEAD = np.uint64((1 << 24) - 1), np.uint64((1 << 24) - 2)
MAX_TOKENS = (1 << 24) - 2
MAX_WEIGHT = 1 << 40

# what stands at each index of `State.counters`
N_MERGES, N_PAIRS, N_OCCURRENCES, HEAP_SIZE, HEAP_THRESHOLD, N_BYTES = range(6)
N_COUNTERS = 6


class State(NamedTuple):
    """The trainer's data between two merges."""

    cells: np.ndarray  # uint64 (cells): weight and token of each byte, borders between words
    first: np.ndarray  # uint32 (pairs): a pair's left token
    second: np.ndarray  # uint32 (pairs): its right token
    counts: np.ndarray  # int64 (pairs): how often it occurs
    occurrence_ranges: np.ndarray  # int64 (pairs, 2): where its list begins in `occurrences`, and its length
    occurrences: np.ndarray  # uint32: for all pairs, the cells at which they occur
    table: np.ndarray  # uint64 (slots, 2): hash table from two tokens to the number of their pair
    heap: np.ndarray  # int64 (pairs, 2): a count, perhaps stale, and its pair; the best first
    starts: np.ndarray  # int64 (tokens): where the bytes of a token begin in `token_bytes`
    sizes: np.ndarray  # uint32 (tokens): how many bytes it has
    prefixes: np.ndarray  # uint64 (tokens): its first eight bytes, for quick comparison
    token_bytes: np.ndarray  # uint8
    merged: np.ndarray  # uint32 (merges): the pairs that were merged, in order
    weights: np.ndarray  # int64 (2, tokens): total weight of this step's left and right neighbours
    neighbour_counts: np.ndarray  # int64 (2, tokens): how many there are; later where the next occurrence goes
    counters: np.ndarray  # int64 (6): N_MERGES to N_BYTES


@jit_kernel
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


@jit_kernel
def find_first_pairs(state: State, weights: np.ndarray, n_found: np.ndarray) -> None:
    """Find the pairs of bytes, their counts and occurrences. The heap's threshold starts above the highest count."""
    cells = state.cells
    for pos in range(1, len(cells) - 1):
        a, b = cells[pos] & TOKEN, cells[pos + 1] & TOKEN
        if a != BORDER and b != BORDER:
            key = (a << np.uint64(8)) | b
            weights[key] += np.int64(cells[pos] >> TOKEN_BITS)
            n_found[key] += 1
    pair, start = 0, 0
    for key in range(1 << 16):
        if n_found[key] > 0:
            state.first[pair], state.second[pair] = np.uint32(key >> 8), np.uint32(key & 255)
            state.counts[pair] = weights[key]
            state.occurrence_ranges[pair, 0], state.occurrence_ranges[pair, 1] = start, n_found[key]
            start += n_found[key]
            n_found[key] = state.occurrence_ranges[pair, 0]
            put_pair(state.table, state.first[pair], state.second[pair], pair)
            pair += 1
    for pos in range(1, len(cells) - 1):
        a, b = cells[pos] & TOKEN, cells[pos + 1] & TOKEN
        if a != BORDER and b != BORDER:
            key = (a << np.uint64(8)) | b
            state.occurrences[n_found[key]] = np.uint32(pos)
            n_found[key] += 1
    state.counters[N_PAIRS], state.counters[N_OCCURRENCES] = pair, start
    for key in range(1 << 16):
        state.counters[HEAP_THRESHOLD] = max(state.counters[HEAP_THRESHOLD], weights[key] + 1)


@jit_kernel
def fill_table(state: State) -> None:
    """Insert all pairs into the table, which is empty."""
    for pair in range(state.counters[N_PAIRS]):
        put_pair(state.table, state.first[pair], state.second[pair], pair)
