"""Training at full size: count with all cores, merge in compiled code, and the result is chapter 1's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor

from tqdm.auto import tqdm

from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.bpe_basics.pretokenize import check_special_tokens
from storybot.bpe_basics.tokenizer import number_of_merges
from storybot.files import DecodeErrors, FilePath, as_paths
from storybot.optimized_merges.fast_tokenizer import FastTokenizer
from storybot.optimized_merges.kernels import load_kernels
from storybot.optimized_merges.trainers.lazy_heap import train_lazy_heap
from storybot.parallel_pretokenization.count_config import CHUNK_BYTES, CountConfig
from storybot.parallel_pretokenization.parallel_count import count_with_config
from storybot.special_tokens import END


def train_bpe(
    paths: FilePath | Iterable[FilePath],
    vocab_size: int,
    *,
    special_tokens: Iterable[str] = (END,),
    pattern: str = GPT4_PATTERN,
    min_count: int = 1,
    threads: int | None = None,
    progress: bool = True,
    errors: DecodeErrors = "strict",
    text_column: str = "text",
) -> FastTokenizer:
    """Learn a tokenizer from files: the merges that chapter 1 would find, in a small part of the time.

    `pattern` is gpt2, gpt4, o200k or a regular expression. Pretokens rarer than `min_count` are left
    out. `threads`: None is all cores. Files may be text, compressed or Parquet, as in chapter 2.
    """
    if threads is not None and threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    config = CountConfig(
        pattern=pattern,
        special_tokens=check_special_tokens(special_tokens),
        workers=threads,
        min_count=min_count,
        progress=progress,
        errors=errors,
        text_column=text_column,
    )
    n_merges = number_of_merges(vocab_size, len(config.special_tokens))
    kernels = load_kernels()
    if kernels is None:
        merges = train_lazy_heap(count_with_config(paths, config), n_merges)
        return FastTokenizer(merges, config.special_tokens, config.pattern)
    compiled = kernels.supports(config.pattern)
    counts = kernels.count_files(as_paths(paths), config) if compiled else count_with_config(paths, config)
    with tqdm(total=n_merges, desc="merges", disable=not progress) as bar:
        merges = kernels.train_compiled(counts, n_merges, lambda done: bar.update(done - bar.n))
    return FastTokenizer(merges, config.special_tokens, config.pattern)


def count_pretokens_fast(
    paths: FilePath | Iterable[FilePath],
    *,
    pattern: str = GPT4_PATTERN,
    special_tokens: Iterable[str] = (END,),
    executor: Executor | None = None,
    workers: int | None = None,
    chunk_bytes: int = CHUNK_BYTES,
    batch: int | None = None,
    min_count: int = 1,
    progress: bool = True,
    errors: DecodeErrors = "strict",
    split_lines: bool = False,
    text_column: str = "text",
) -> Counter[bytes]:
    """What chapter 2's `count_pretokens` counts, in compiled code: `workers` are threads of this process.

    With an `executor` (a cluster), or a pattern other than gpt2, gpt4 and o200k, chapter 2 does the
    work. `batch` and `split_lines` matter only then: threads share one reader, and a file without
    special tokens is cut wherever a pretoken ends.
    """
    config = CountConfig(
        pattern=pattern,
        special_tokens=check_special_tokens(special_tokens),
        workers=workers,
        chunk_bytes=chunk_bytes,
        batch=batch,
        min_count=min_count,
        progress=progress,
        errors=errors,
        split_lines=split_lines,
        text_column=text_column,
    )
    kernels = load_kernels()
    if kernels is None or executor is not None or not kernels.supports(config.pattern):
        return count_with_config(paths, config, executor)
    return kernels.count_files(as_paths(paths), config).to_counter()
