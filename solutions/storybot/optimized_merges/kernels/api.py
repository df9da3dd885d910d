"""The compiled code that the rest of the package uses, through `load_kernels()`, which works without numba too."""

from __future__ import annotations

import tempfile
from pathlib import Path

from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.optimized_merges.kernels.blocks import make_block
from storybot.optimized_merges.kernels.count import count_block, count_files
from storybot.optimized_merges.kernels.encode import EncoderPool
from storybot.optimized_merges.kernels.hash_tables import grow, new_table
from storybot.optimized_merges.kernels.merge import grow_state, new_state, train_compiled
from storybot.optimized_merges.kernels.scanners import SCANNERS
from storybot.optimized_merges.kernels.special_tokens import pack_special_tokens
from storybot.optimized_merges.kernels.word_counts import merge_tables, to_word_counts
from storybot.optimized_merges.trainers.lazy_heap import train_lazy_heap
from storybot.parallel_pretokenization.count_config import CountConfig


class CompiledKernels:
    """The `Kernels` that numba compiles."""

    count_files = staticmethod(count_files)
    train_compiled = staticmethod(train_compiled)
    make_encoders = staticmethod(EncoderPool)

    @staticmethod
    def supports(pattern: str) -> bool:
        """Whether there is a compiled scanner for this split pattern."""
        return pattern in SCANNERS


def warm_up() -> None:
    """Call every kernel once, so that all are compiled or read from disk; a wrong result is an error."""
    config = CountConfig(GPT4_PATTERN, ("<|x|>",), workers=2, progress=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.txt"
        path.write_text("abab abab ünïcödé " + "long" * 12 + "<|x|>abab", encoding="utf-8")
        words = count_files([path], config)
    counts = words.to_counter()
    if counts[b"abab"] != 2 or counts[b" abab"] != 1 or train_compiled(words, 9) != train_lazy_heap(counts, 9):
        raise RuntimeError("the compiled kernels count or merge wrongly")
    grow_state(new_state(words, 1))
    tables = [count_block(make_block([b"ab" * n]), GPT4_PATTERN, pack_special_tokens({}), new_table()) for n in (1, 9)]
    if to_word_counts(merge_tables(grow(tables[0]), tables[1])).to_counter() != {b"ab": 1, b"ab" * 9: 1}:
        raise RuntimeError("the compiled kernels add up wrongly")
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256, b"abab": 257}
    ids, _ = EncoderPool(ranks, GPT4_PATTERN).encode_texts([b"ababab<|x|>"], {"<|x|>": 300})
    if ids.tolist() != [257, 256, 300]:
        raise RuntimeError("the compiled kernels encode wrongly")
