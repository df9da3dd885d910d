"""All compiled parts under one roof. Use it through `fallback.load_kernels()`, which does without if it must."""

from __future__ import annotations

from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.optimized_merges.kernels.blocks import block_of, check_utf8, file_blocks
from storybot.optimized_merges.kernels.collect import added, words_in
from storybot.optimized_merges.kernels.count import count_block, count_files, counter_of
from storybot.optimized_merges.kernels.encode import Encoder
from storybot.optimized_merges.kernels.merge import (
    new_state,
    train_compiled,
    train_compiled_words,
    with_more_room,
    words_of,
)
from storybot.optimized_merges.kernels.merge_ranks import rank_table
from storybot.optimized_merges.kernels.scanners import SCANNERS
from storybot.optimized_merges.kernels.special_tokens import special_arrays
from storybot.optimized_merges.kernels.word_table import grown, new_table
from storybot.optimized_merges.trainers.lazy_heap import train_lazy_heap

__all__ = [
    "SCANNERS",
    "Encoder",
    "block_of",
    "check_utf8",
    "count_files",
    "counter_of",
    "file_blocks",
    "rank_table",
    "special_arrays",
    "train_compiled",
    "train_compiled_words",
    "warm_up",
    "words_of",
]


def warm_up() -> None:
    """Call every kernel once, so that all are compiled or read from disk; a wrong result is an error."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.txt"
        path.write_text("abab abab ünïcödé " + "long" * 12 + "<|x|>abab", encoding="utf-8")
        words = count_files([path], GPT4_PATTERN, ("<|x|>",), threads=2)
    counts = counter_of(words)
    if counts[b"abab"] != 2 or counts[b" abab"] != 1 or train_compiled_words(words, 9) != train_lazy_heap(counts, 9):
        raise RuntimeError("the compiled kernels count or merge wrongly")
    with_more_room(new_state(words, 1))
    tables = [count_block(block_of([b"ab" * n]), GPT4_PATTERN, special_arrays({}), new_table()) for n in (1, 9)]
    if counter_of(words_in(added(grown(tables[0]), tables[1]))) != {b"ab": 1, b"ab" * 9: 1}:
        raise RuntimeError("the compiled kernels add up wrongly")
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256, b"abab": 257}
    specials = special_arrays({"<|x|>": 300})
    ids, _ = Encoder(rank_table(ranks), SCANNERS[GPT4_PATTERN]).encode(block_of([b"ababab<|x|>"]), specials)
    if ids.tolist() != [257, 256, 300]:
        raise RuntimeError("the compiled kernels encode wrongly")
