"""Counting pretokens with compiled code: threads, no GIL, one hash table a thread, added up at the end."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import numpy as np
from tqdm.auto import tqdm

from storybot.files import COMPRESSED, FilePath, open_bytes
from storybot.optimized_merges.kernels.blocks import BLOCK, Block, Shared, file_blocks
from storybot.optimized_merges.kernels.collect import added, words_in
from storybot.optimized_merges.kernels.count_kernel import count_words
from storybot.optimized_merges.kernels.merge import Words
from storybot.optimized_merges.kernels.scanners import SCANNERS
from storybot.optimized_merges.kernels.special_tokens import Specials, special_arrays
from storybot.optimized_merges.kernels.unicode_classes import class_table
from storybot.optimized_merges.kernels.word_table import WORDS, WordTable, grown, new_table


def count_files(
    paths: list[FilePath],
    pattern: str,
    special_tokens: tuple[str, ...],
    *,
    threads: int | None = None,
    min_count: int = 1,
    progress: bool = False,
    errors: str = "strict",
    text_column: str = "text",
    block_bytes: int = BLOCK,
) -> Words:
    """The different pretokens of the files and how often each occurs."""
    specials = special_arrays(dict.fromkeys(special_tokens, 0))
    blocks = (file_blocks(path, specials, errors, text_column, block_bytes) for path in paths)
    shared = Shared(chain.from_iterable(blocks))
    n_threads = threads or os.cpu_count() or 1
    bar = tqdm(total=total_size(paths), unit="B", unit_scale=True, desc="count", disable=not progress)

    def work() -> WordTable:
        table = new_table()
        for block in shared:
            table = count_block(block, pattern, specials, table)
            bar.update(block.n_bytes)
        return table

    with bar, ThreadPoolExecutor(n_threads) as pool:
        futures = [pool.submit(work) for _ in range(n_threads)]
        try:
            tables = sorted((future.result() for future in futures), key=lambda table: -len(table.short))
        finally:
            shared.close()  # after an error or Ctrl-C, the other threads stop at their next block
    total = tables[0]
    for table in tables[1:]:
        total = added(total, table)
    return words_in(total, min_count)


def count_block(block: Block, pattern: str, specials: Specials, table: WordTable) -> WordTable:
    """Count one block. Gives the table, which may have moved to have room."""
    ends, keys = np.empty(WORDS, np.uint64), np.empty((WORDS, 3), np.uint64)
    document, place = 0, 0
    while True:
        document, place, length = count_words(
            block.data, block.borders, document, place, class_table(), SCANNERS[pattern], specials, table, ends, keys
        )
        if length == 0:
            return table
        table = grown(table, length)


def counter_of(words: Words) -> Counter[bytes]:
    """The words as a Counter."""
    data, starts = words.data.tobytes(), words.starts.tolist()
    spans = zip(starts, starts[1:], words.counts.tolist(), strict=False)
    return Counter({data[start:end]: count for start, end, count in spans})


def total_size(paths: Iterable[FilePath]) -> int | None:
    """The bytes of all files together; None where some are compressed, and nobody knows."""
    total = 0
    for path in paths:
        if os.fspath(path).endswith((*COMPRESSED, ".parquet")):
            return None
        with open_bytes(path) as file:
            total += file.seek(0, os.SEEK_END)
    return total
