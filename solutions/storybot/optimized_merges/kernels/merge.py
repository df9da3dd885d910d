"""The compiled merge trainer from Python: sets up its arrays and enlarges them; the work is in `merge_kernel`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from storybot.bpe_basics.tokenizer import Merge
from storybot.optimized_merges.kernels.merge_kernel import merge_until
from storybot.optimized_merges.kernels.merge_state import (
    MAX_TOKENS,
    MAX_WEIGHT,
    N_BYTES,
    N_COUNTERS,
    N_MERGES,
    State,
    fill_cells,
    fill_table,
    find_first_pairs,
)
from storybot.optimized_merges.kernels.word_counts import WordCounts

STEPS_PER_REPORT = 512  # merges between two reports of progress


def train_compiled(
    counts: Mapping[bytes, int] | WordCounts,
    n_merges: int,
    report: Callable[[int], object] | None = None,
) -> list[Merge]:
    """The merges that chapter 1 finds, from how often each pretoken occurs.

    `report` is called with the number of merges done so far.

    >>> train_compiled({b"aaab": 2}, 2)
    [(b'a', b'a'), (b'aa', b'a')]
    """
    words = counts if isinstance(counts, WordCounts) else WordCounts.from_counter(counts)
    state = new_state(words, n_merges)
    longest = int(state.occurrence_ranges[:, 1].max(initial=0))
    neighbours = np.empty((longest, 2), np.uint32)
    touched = np.empty((2, 256 + n_merges), np.uint32)
    ended = False
    while not ended and state.counters[N_MERGES] < n_merges:
        before = state.counters[N_MERGES]
        ended = merge_until(state, min(before + STEPS_PER_REPORT, n_merges), neighbours, touched)
        if report:
            report(int(state.counters[N_MERGES]))
        if not ended and state.counters[N_MERGES] == before:
            state = grow_state(state)
    return merges_of(state)


def new_state(words: WordCounts, n_merges: int) -> State:
    """Allocate the arrays, and fill in the words and the pairs of bytes."""
    if words.counts.max(initial=0) >= MAX_WEIGHT or 256 + n_merges > MAX_TOKENS:
        raise ValueError(f"a pretoken may occur {MAX_WEIGHT:,} times and a vocabulary hold {MAX_TOKENS:,} tokens")
    n_cells = len(words.data) + len(words.counts) + 1
    if n_cells >= 1 << 32:
        raise ValueError("more than 4 billion bytes of different pretokens do not fit; a higher min_count drops some")
    n_tokens, n_pairs = 256 + n_merges, 1 << 18
    state = State(
        cells=np.empty(n_cells, np.uint64),
        first=np.empty(n_pairs, np.uint32),
        second=np.empty(n_pairs, np.uint32),
        counts=np.empty(n_pairs, np.int64),
        occurrence_ranges=np.zeros((n_pairs, 2), np.int64),
        occurrences=np.empty(3 * n_cells, np.uint32),  # one for each cell, and two for each merge of two cells
        table=np.zeros((2 * n_pairs, 2), np.uint64),
        heap=np.empty((n_pairs, 2), np.int64),
        starts=np.arange(n_tokens, dtype=np.int64),
        sizes=np.ones(n_tokens, np.uint32),
        prefixes=np.arange(n_tokens, dtype=np.uint64) << np.uint64(56),
        token_bytes=np.zeros(256 + 16 * n_tokens, np.uint8),
        merged=np.empty(n_merges, np.uint32),
        weights=np.zeros((2, n_tokens), np.int64),
        neighbour_counts=np.zeros((2, n_tokens), np.int64),
        counters=np.zeros(N_COUNTERS, np.int64),
    )
    state.token_bytes[:256] = np.arange(256)
    state.counters[N_BYTES] = 256
    fill_cells(words.data, words.starts, words.counts, state.cells)
    find_first_pairs(state, np.zeros(1 << 16, np.int64), np.zeros(1 << 16, np.int64))
    return state


def grow_state(state: State) -> State:
    """The same state with twice the room for pairs and token bytes."""

    def double(array: np.ndarray) -> np.ndarray:
        new = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
        new[: len(array)] = array
        return new

    names = ("first", "second", "counts", "occurrence_ranges", "heap", "token_bytes")
    state = state._replace(**{name: double(getattr(state, name)) for name in names})
    state = state._replace(table=np.zeros((2 * len(state.table), 2), np.uint64))
    fill_table(state)
    return state


def merges_of(state: State) -> list[Merge]:
    """The merges as pairs of byte strings."""
    token_bytes = state.token_bytes.tobytes()
    ends = (state.starts + state.sizes).tolist()
    tokens = [token_bytes[start:end] for start, end in zip(state.starts.tolist(), ends, strict=True)]
    pairs = state.merged[: state.counters[N_MERGES]]
    sides = zip(state.first[pairs].tolist(), state.second[pairs].tolist(), strict=True)
    return [(tokens[a], tokens[b]) for a, b in sides]
