"""Training at full size: count with all cores, merge in compiled code, and the result is chapter 1's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Any

from tqdm.auto import tqdm

from storybot.bpe_basics.patterns import GPT4_PATTERN, PATTERNS, compile_pattern
from storybot.bpe_basics.pretokenize import check_special_tokens
from storybot.bpe_basics.train import number_of_merges
from storybot.files import FilePath, several
from storybot.optimized_merges.fast_tokenizer import FastTokenizer
from storybot.optimized_merges.kernels import load_kernels
from storybot.optimized_merges.trainers.lazy_heap import train_lazy_heap
from storybot.parallel_pretokenization.parallel_count import CHUNK_BYTES, count_pretokens


def train_bpe(
    paths: FilePath | Iterable[FilePath],
    vocab_size: int,
    *,
    special_tokens: Iterable[str] = ("<|endoftext|>",),
    pattern: str = "gpt4",
    min_count: int = 1,
    threads: int | None = None,
    progress: bool = True,
    errors: str = "strict",
    text_column: str = "text",
) -> FastTokenizer:
    """Learn a tokenizer from files: the merges that chapter 1 would find, in a small part of the time.

    `pattern` is gpt2, gpt4, o200k or a regular expression. Pretokens rarer than `min_count` are left
    out. `threads`: all cores unless told. Files may be text, compressed or Parquet, as in chapter 2.
    """
    pattern = PATTERNS.get(pattern, pattern)
    special = check_special_tokens(special_tokens)
    n_merges = number_of_merges(vocab_size, len(special))
    options: dict[str, Any] = {
        "min_count": min_count,
        "progress": progress,
        "errors": errors,
        "text_column": text_column,
    }
    compiled = load_kernels()
    if compiled is None:
        counts = count_pretokens_fast(paths, pattern=pattern, special_tokens=special, workers=threads, **options)
        return FastTokenizer(train_lazy_heap(counts, n_merges), special, pattern)
    if pattern in compiled.SCANNERS:
        check_numbers(min_count, threads)
        words = compiled.count_files(several(paths), pattern, special, threads=threads, **options)
    else:
        words = compiled.words_of(
            count_pretokens(paths, pattern=pattern, special_tokens=special, workers=threads, **options)
        )
    with tqdm(total=n_merges, desc="merges", disable=not progress) as bar:
        merges = compiled.train_compiled_words(words, n_merges, lambda done: bar.update(done - bar.n))
    return FastTokenizer(merges, special, pattern)


def count_pretokens_fast(
    paths: FilePath | Iterable[FilePath],
    *,
    pattern: str = GPT4_PATTERN,
    special_tokens: Iterable[str] = ("<|endoftext|>",),
    executor: Executor | None = None,
    workers: int | None = None,
    chunk_bytes: int = CHUNK_BYTES,
    batch: int | None = None,
    min_count: int = 1,
    progress: bool = True,
    errors: str = "strict",
    split_lines: bool = False,
    text_column: str = "text",
) -> Counter[bytes]:
    """What chapter 2's `count_pretokens` counts, in compiled code: `workers` are threads of this process.

    With an `executor` (a cluster), or a pattern that is not one of ours, chapter 2 does the work.
    `batch` and `split_lines` matter only then: threads share one reader, and a file without special
    tokens is cut wherever a pretoken ends.
    """
    compile_pattern(pattern)
    special = check_special_tokens(special_tokens)
    compiled = load_kernels()
    if compiled is None or executor is not None or pattern not in compiled.SCANNERS:
        return count_pretokens(
            paths,
            pattern=pattern,
            special_tokens=special,
            executor=executor,
            workers=workers,
            chunk_bytes=chunk_bytes,
            batch=batch,
            min_count=min_count,
            progress=progress,
            errors=errors,
            split_lines=split_lines,
            text_column=text_column,
        )
    check_numbers(min_count, workers)
    words = compiled.count_files(
        several(paths),
        pattern,
        special,
        threads=workers,
        min_count=min_count,
        progress=progress,
        errors=errors,
        text_column=text_column,
        block_bytes=min(chunk_bytes, 1 << 20),
    )
    counts: Counter[bytes] = compiled.counter_of(words)
    return counts


def check_numbers(min_count: int, threads: int | None) -> None:
    if min_count < 1 or (threads is not None and threads < 1):
        raise ValueError(f"min_count ({min_count}) and threads ({threads}) must be at least 1")
