"""What the last rung's trainer knows: the cells, the pairs, the lists of places, the heap, as flat arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

TOKEN_BITS = np.uint64(24)
TOKEN = np.uint64((1 << 24) - 1)
BORDER, DEAD = np.uint64((1 << 24) - 1), np.uint64((1 << 24) - 2)
MOST_TOKENS = (1 << 24) - 2
MOST_WEIGHT = 1 << 40

AHEAD = 12  # places from here on whose memory is asked for now

MERGES, PAIRS, PLACES, HEAP, LEVEL, LETTERS = range(6)  # what the numbers of a state mean


class State(NamedTuple):
    """Everything the trainer knows."""

    cells: np.ndarray  # uint64
    first: np.ndarray  # uint32, a pair's left token
    second: np.ndarray  # uint32, its right token
    counts: np.ndarray  # int64, its count
    lists: np.ndarray  # int64 (pairs, 2): where its places stand, and how many
    places: np.ndarray  # uint32: all lists
    table: np.ndarray  # uint64 (slots, 2): two tokens and their pair's number plus one; a hash table
    heap: np.ndarray  # int64 (pairs, 2): a count, perhaps from earlier, and its pair; the best first
    starts: np.ndarray  # int64: where the bytes of a token begin in `letters`
    sizes: np.ndarray  # uint32: how many they are
    prefixes: np.ndarray  # uint64: the first eight, for quick comparison
    letters: np.ndarray  # uint8
    merged: np.ndarray  # uint32: the pairs that were merged, in order
    weights: np.ndarray  # int64 (2, tokens): this step's neighbours, left and right: their weight
    numbers_of: np.ndarray  # int64 (2, tokens): how many; later where the next one goes
    numbers: np.ndarray  # int64
