"""The last rung: flat arrays, compiled. Set-up and bookkeeping; the work is in `flat_kernel`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from storybot.bpe_basics.tokenizer import Merge
from storybot.optimized_merges.kernels.merge_kernel import merge_until
from storybot.optimized_merges.kernels.merge_start import fill_cells, fill_table, find_first_pairs
from storybot.optimized_merges.kernels.merge_state import LETTERS, MERGES, MOST_TOKENS, MOST_WEIGHT, State

STEPS = 512  # merges between two reports of progress


class Words(NamedTuple):
    """Different words and how often each occurs, as arrays."""

    data: np.ndarray  # uint8: all their bytes, one after another
    starts: np.ndarray  # int64: where each begins, and the end
    counts: np.ndarray  # int64


def train_compiled(counts: Mapping[bytes, int], n_merges: int) -> list[Merge]:
    """The merges that chapter 1 finds, from how often each pretoken occurs.

    >>> train_compiled({b"aaab": 2}, 2)
    [(b'a', b'a'), (b'aa', b'a')]
    """
    return train_compiled_words(words_of(counts), n_merges)


def words_of(counts: Mapping[bytes, int]) -> Words:
    """The words of a Counter as arrays."""
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum([len(word) for word in counts], out=starts[1:])
    return Words(
        np.frombuffer(bytearray(b"".join(counts)), np.uint8), starts, np.array(list(counts.values()), np.int64)
    )


def train_compiled_words(words: Words, n_merges: int, report: Callable[[int], object] | None = None) -> list[Merge]:
    """The same from arrays. `report` is called with the number of merges done so far."""
    state = new_state(words, n_merges)
    longest = int(state.lists[:, 1].max(initial=0))
    neighbours = np.empty((longest, 2), np.uint32)
    touched = np.empty((2, 256 + n_merges), np.uint32)
    ended = False
    while not ended and state.numbers[MERGES] < n_merges:
        before = state.numbers[MERGES]
        ended = merge_until(state, min(before + STEPS, n_merges), neighbours, touched)
        if report:
            report(int(state.numbers[MERGES]))
        if not ended and state.numbers[MERGES] == before:
            state = with_more_room(state)
    return merges_of(state)


def new_state(words: Words, n_merges: int) -> State:
    """All words as cells, and all pairs of bytes with their lists."""
    if words.counts.max(initial=0) >= MOST_WEIGHT or 256 + n_merges > MOST_TOKENS:
        raise ValueError(f"a pretoken may occur {MOST_WEIGHT:,} times and a vocabulary hold {MOST_TOKENS:,} tokens")
    n_cells = len(words.data) + len(words.counts) + 1
    if n_cells >= 1 << 32:
        raise ValueError("more than 4 billion bytes of different pretokens do not fit; a higher min_count drops some")
    n_tokens, n_pairs = 256 + n_merges, 1 << 18
    state = State(
        cells=np.empty(n_cells, np.uint64),
        first=np.empty(n_pairs, np.uint32),
        second=np.empty(n_pairs, np.uint32),
        counts=np.empty(n_pairs, np.int64),
        lists=np.zeros((n_pairs, 2), np.int64),
        places=np.empty(3 * n_cells, np.uint32),  # a cell at the start, and two for each merge of two cells into one
        table=np.zeros((2 * n_pairs, 2), np.uint64),
        heap=np.empty((n_pairs, 2), np.int64),
        starts=np.arange(n_tokens, dtype=np.int64),
        sizes=np.ones(n_tokens, np.uint32),
        prefixes=np.arange(n_tokens, dtype=np.uint64) << np.uint64(56),
        letters=np.zeros(256 + 16 * n_tokens, np.uint8),
        merged=np.empty(n_merges, np.uint32),
        weights=np.zeros((2, n_tokens), np.int64),
        numbers_of=np.zeros((2, n_tokens), np.int64),
        numbers=np.zeros(6, np.int64),
    )
    state.letters[:256] = np.arange(256)
    state.numbers[LETTERS] = 256
    fill_cells(words.data, words.starts, words.counts, state.cells)
    find_first_pairs(state, np.zeros(1 << 16, np.int64), np.zeros(1 << 16, np.int64))
    return state


def with_more_room(state: State) -> State:
    """The same state with twice the room for pairs and token bytes."""

    def doubled(array: np.ndarray) -> np.ndarray:
        new = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
        new[: len(array)] = array
        return new

    names = ("first", "second", "counts", "lists", "heap", "letters")
    state = state._replace(**{name: doubled(getattr(state, name)) for name in names})
    state = state._replace(table=np.zeros((2 * len(state.table), 2), np.uint64))
    fill_table(state)
    return state


def merges_of(state: State) -> list[Merge]:
    """The merges as pairs of byte strings."""
    letters = state.letters.tobytes()
    ends = (state.starts + state.sizes).tolist()
    tokens = [letters[start:end] for start, end in zip(state.starts.tolist(), ends, strict=True)]
    pairs = state.merged[: state.numbers[MERGES]]
    sides = zip(state.first[pairs].tolist(), state.second[pairs].tolist(), strict=True)
    return [(tokens[a], tokens[b]) for a, b in sides]
