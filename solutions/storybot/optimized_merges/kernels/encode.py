"""One thread's encoder: its word cache, its room to work in, and the loop that gives both more room when asked."""

from __future__ import annotations

import numpy as np

from storybot.optimized_merges.kernels.blocks import Block
from storybot.optimized_merges.kernels.encode_kernel import DONE, TOO_LONG, WordCache, encode_documents
from storybot.optimized_merges.kernels.encode_word import new_scratch
from storybot.optimized_merges.kernels.merge_ranks import RankTable
from storybot.optimized_merges.kernels.special_tokens import Specials
from storybot.optimized_merges.kernels.unicode_classes import class_table
from storybot.optimized_merges.kernels.word_table import WORDS, WordTable, grown, new_table

CACHE_BYTES = 64 << 20  # at most so much a thread; a cache that would grow beyond starts anew


class Encoder:
    """Not for two threads at once: each takes one of its own."""

    def __init__(self, ranks: RankTable, scanner: int, cache_bytes: int = CACHE_BYTES) -> None:
        self.ranks = ranks
        self.scanner = scanner
        self.cache_bytes = cache_bytes
        self.cache = new_cache()
        self.scratch = new_scratch()
        self.ends = np.empty(WORDS, np.uint64)
        self.keys = np.empty((WORDS, 3), np.uint64)
        self.out = np.empty(0, np.uint32)

    def encode(self, block: Block, specials: Specials) -> tuple[np.ndarray, np.ndarray]:
        """The ids of all documents of the block, and where those of each end."""
        if len(self.out) < len(block.data):
            self.out = np.empty(len(block.data), np.uint32)
        ids_ends = np.empty(len(block.borders) - 1, np.int64)
        document, place, n_ids, reason = 0, 0, 0, -1
        while reason != DONE:
            document, place, n_ids, reason, length = encode_documents(
                block.data,
                block.borders,
                document,
                place,
                n_ids,
                class_table(),
                self.scanner,
                specials,
                self.ranks,
                self.cache,
                self.scratch,
                self.ends,
                self.keys,
                self.out,
                ids_ends,
            )
            if reason == TOO_LONG:
                self.scratch = new_scratch(2 * length)
            elif reason != DONE:
                self.cache = more_room(self.cache, length, self.cache_bytes)
        ids = self.out[:n_ids].copy()
        if len(self.out) > 1 << 24:
            self.out = np.empty(0, np.uint32)
        if len(self.scratch.ids) > 1 << 20:
            self.scratch = new_scratch()
        return ids, ids_ends


def new_cache(words: WordTable | None = None, more: int = 1 << 14) -> WordCache:
    """An empty cache, or one with these words and room for `more` ids."""
    return WordCache(words or new_table(), np.empty(more, np.uint32), np.zeros(1, np.int64))


def more_room(cache: WordCache, length: int, most: int) -> WordCache:
    """The cache with twice the room; an empty one when that would be more than `most` bytes."""
    words = grown(cache.words, length)
    more = cache.more
    if 2 * (int(cache.used[0]) + length) > len(more):
        more = np.empty(2 * (len(more) + length), np.uint32)
        more[: cache.used[0]] = cache.more[: cache.used[0]]
    if words.short.nbytes + words.long.nbytes + words.letters.nbytes + more.nbytes > most:
        return new_cache()
    return WordCache(words, more, cache.used)
