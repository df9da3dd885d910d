"""Compiled encoding from Python: an encoder for one thread, and a pool of them for one vocabulary."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

import numpy as np

from storybot.files import FilePath
from storybot.optimized_merges.kernels.blocks import Block, check_utf8, make_block, read_blocks
from storybot.optimized_merges.kernels.encode_kernel import DONE, TOO_LONG, WordCache, encode_documents
from storybot.optimized_merges.kernels.encode_word import new_scratch
from storybot.optimized_merges.kernels.hash_tables import WORDS_PER_SCAN, grow, new_table
from storybot.optimized_merges.kernels.merge_ranks import RankTable, build_rank_table
from storybot.optimized_merges.kernels.scanners import SCANNERS
from storybot.optimized_merges.kernels.special_tokens import Specials, pack_special_tokens
from storybot.optimized_merges.kernels.utf8 import class_table

CACHE_BYTES = 64 << 20  # a thread's word cache that would grow beyond this starts anew


class EncoderPool:
    """Compiled encoding with one vocabulary and split pattern, for any number of threads at once.

    Each thread takes an idle encoder, or a new one, and gives it back with its word cache.
    `special_tokens` maps the special tokens that are allowed to their ids.
    """

    def __init__(self, ranks: Mapping[bytes, int], pattern: str) -> None:
        self.ranks = build_rank_table(ranks)
        self.scanner = SCANNERS[pattern]
        self._idle: deque[Encoder] = deque()

    def encode_texts(self, texts: list[bytes], special_tokens: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
        """The ids of all texts, and where those of each text end; bytes that are not UTF-8 are an error."""
        block = make_block(texts)
        check_utf8(block.data, block.n_bytes, "the text", 0, final=True)
        return self.encode_block(block, special_tokens)

    def encode_block(self, block: Block, special_tokens: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
        """The ids of all documents of a block that is valid UTF-8, and where those of each document end."""
        try:
            encoder = self._idle.pop()
        except IndexError:
            encoder = Encoder(self.ranks, self.scanner)
        try:
            return encoder.encode(block, pack_special_tokens(special_tokens))
        finally:
            self._idle.append(encoder)

    def read_blocks(self, path: FilePath, special_tokens: Mapping[str, int]) -> Iterator[Block]:
        """A file as blocks for `encode_block`; put together, their ids are those of the whole file."""
        return read_blocks(path, pack_special_tokens(special_tokens))


class Encoder:
    """Encodes blocks of documents, one thread at a time: it has a word cache and scratch arrays of its own."""

    def __init__(self, ranks: RankTable, scanner: int, cache_bytes: int = CACHE_BYTES) -> None:
        self.ranks = ranks
        self.scanner = scanner
        self.cache_bytes = cache_bytes
        self.cache = new_cache()
        self.scratch = new_scratch()
        self.ends = np.empty(WORDS_PER_SCAN, np.uint64)
        self.keys = np.empty((WORDS_PER_SCAN, 3), np.uint64)
        self.out = np.empty(0, np.uint32)

    def encode(self, block: Block, specials: Specials) -> tuple[np.ndarray, np.ndarray]:
        """The ids of all documents of the block (uint32), and where those of each document end (int64)."""
        if len(self.out) < len(block.data):
            self.out = np.empty(len(block.data), np.uint32)
        ids_ends = np.empty(len(block.borders) - 1, np.int64)
        document, pos, n_ids, reason = 0, 0, 0, -1
        while reason != DONE:
            document, pos, n_ids, reason, length = encode_documents(
                block.data,
                block.borders,
                document,
                pos,
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
                self.cache = grow_cache(self.cache, length, self.cache_bytes)
        ids = self.out[:n_ids].copy()
        if len(self.out) > 1 << 24:
            self.out = np.empty(0, np.uint32)
        if len(self.scratch.ids) > 1 << 20:
            self.scratch = new_scratch()
        return ids, ids_ends


def new_cache() -> WordCache:
    """An empty word cache."""
    return WordCache(new_table(), np.empty(1 << 14, np.uint32), np.zeros(1, np.int64))


def grow_cache(cache: WordCache, length: int, limit: int) -> WordCache:
    """The cache with twice the room; an empty one if that would be more than `limit` bytes."""
    words = grow(cache.words, length)
    spilled = cache.spilled
    if 2 * (int(cache.used[0]) + length) > len(spilled):
        spilled = np.empty(2 * (len(spilled) + length), np.uint32)
        spilled[: cache.used[0]] = cache.spilled[: cache.used[0]]
    if words.short.nbytes + words.long.nbytes + words.long_bytes.nbytes + spilled.nbytes > limit:
        return new_cache()
    return WordCache(words, spilled, cache.used)
