"""Counting pretokens with compiled code: threads without the GIL, one hash table each, added up at the end."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np
from tqdm.auto import tqdm

from storybot.files import COMPRESSED, FilePath, open_bytes
from storybot.optimized_merges.kernels.ascii_scanner import scan_words
from storybot.optimized_merges.kernels.blocks import BLOCK_BYTES, Block, read_blocks
from storybot.optimized_merges.kernels.hash_tables import (
    ONE,
    SHORT,
    THREE,
    TWO,
    WORDS_PER_SCAN,
    WordTable,
    grow,
    has_room,
    insert_long,
    long_hash,
    long_slot,
    new_table,
    prefetch_slots,
    short_slot_from,
)
from storybot.optimized_merges.kernels.jit import jit_inline, jit_kernel
from storybot.optimized_merges.kernels.scanners import SCANNERS
from storybot.optimized_merges.kernels.special_tokens import Specials, next_special, pack_special_tokens
from storybot.optimized_merges.kernels.utf8 import class_table
from storybot.optimized_merges.kernels.word_counts import WordCounts, merge_tables, to_word_counts
from storybot.parallel_pretokenization.count_config import CountConfig


def count_files(paths: list[FilePath], config: CountConfig) -> WordCounts:
    """The different pretokens of the files and how often each occurs; `config.workers` are threads."""
    specials = pack_special_tokens(dict.fromkeys(config.special_tokens, 0))
    size = min(config.chunk_bytes, BLOCK_BYTES)
    files = (read_blocks(path, specials, config.errors, config.text_column, size) for path in paths)
    blocks = ThreadSafeIterator(chain.from_iterable(files))
    n_threads = config.workers or os.cpu_count() or 1
    bar = tqdm(total=total_size(paths), unit="B", unit_scale=True, desc="count", disable=not config.progress)

    def count_blocks() -> WordTable:
        table = new_table()
        for block in blocks:
            table = count_block(block, config.pattern, specials, table)
            bar.update(block.n_bytes)
        return table

    with bar, ThreadPoolExecutor(n_threads) as pool:
        futures = [pool.submit(count_blocks) for _ in range(n_threads)]
        try:
            tables = sorted((future.result() for future in futures), key=lambda table: -len(table.short))
        finally:
            blocks.close()  # after an error or Ctrl-C, the other threads stop at their next block
    total = tables[0]
    for table in tables[1:]:
        total = merge_tables(total, table)
    return to_word_counts(total, config.min_count)


def count_block(block: Block, pattern: str, specials: Specials, table: WordTable) -> WordTable:
    """Count one block into `table`. Gives the table, which may be a new, larger one."""
    ends, keys = np.empty(WORDS_PER_SCAN, np.uint64), np.empty((WORDS_PER_SCAN, 3), np.uint64)
    document, pos = 0, 0
    while True:
        document, pos, length = count_words(
            block.data, block.borders, document, pos, class_table(), SCANNERS[pattern], specials, table, ends, keys
        )
        if length == 0:
            return table
        table = grow(table, length)


def total_size(paths: Iterable[FilePath]) -> int | None:
    """The bytes of all files together; None if a file is compressed, because its size is not known then."""
    total = 0
    for path in paths:
        if os.fspath(path).endswith((*COMPRESSED, ".parquet")):
            return None
        with open_bytes(path) as file:
            total += file.seek(0, os.SEEK_END)
    return total


class ThreadSafeIterator:
    """An iterator over blocks that several threads may share."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = iter(blocks)
        self.lock = threading.Lock()

    def __iter__(self) -> Iterator[Block]:
        return self

    def __next__(self) -> Block:
        with self.lock:
            return next(self.blocks)

    def close(self) -> None:
        """Give nothing more."""
        with self.lock:
            self.blocks = iter(())


@jit_kernel
def count_words(
    data: np.ndarray,
    borders: np.ndarray,
    document: Any,
    start: Any,
    classes: np.ndarray,
    scanner: Any,
    specials: Specials,
    table: WordTable,
    ends: np.ndarray,
    keys: np.ndarray,
) -> Any:
    """Count the words of the documents between the borders, from position `start` of `document` on.

    Scans, hashes and counts in one pass. Stops before a word for which the table has no room, and
    gives its document, position and length; the length is 0 when all is done.
    """
    pos = np.uint64(start)
    for doc in range(np.int64(document), len(borders) - 1):
        end = borders[doc + 1]
        while pos < end:
            border, which = next_special(data, pos, end, specials)
            while pos < border:
                n = scan_words(data, pos, border, classes, scanner, ends)
                prefetch_slots(data, pos, ends, n, table.short, keys)
                for i in range(n):
                    length = ends[i] - pos
                    if not count_word(data, pos, length, table, keys, i):
                        return doc, pos, length
                    pos = ends[i]
            if which >= 0:
                pos = border + specials.starts[which + 1] - specials.starts[which]
    return len(borders) - 1, pos, np.uint64(0)


@jit_inline
def count_word(data: Any, pos: Any, length: Any, table: Any, keys: Any, i: Any) -> Any:
    """Count this word once more. False if it is new and there is no room for it."""
    if length <= SHORT:
        low, high = keys[i, 0], keys[i, 1]
        slot = short_slot_from(table.short, keys[i, 2], low, high)
        if table.short[slot + ONE] == 0:
            if not has_room(table, length):
                return False
            table.short[slot] = low
            table.short[slot + ONE] = high
            table.used[0] += ONE
        table.short[slot + TWO] += ONE
        return True
    value = long_hash(data, pos, length)
    slot = long_slot(table.long, table.long_bytes, data, pos, length, value)
    if table.long[slot] == 0:
        if not has_room(table, length):
            return False
        insert_long(table, slot, data, pos, length, value)
    table.long[slot + THREE] += ONE
    return True
