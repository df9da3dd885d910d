"""Counting with many workers: one pool, tasks as workers come free, results merged as they come.

Any `concurrent.futures.Executor` will do: a process pool on a laptop, a Dask cluster through
`dask.distributed.Client(address).get_executor()`. Never more than a few results wait to be
merged, so the parent's memory holds the counts and little else.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice

from tqdm.auto import tqdm

from storybot.bpe_basics.patterns import GPT4_PATTERN, compile_pattern, warn_if_unmatched
from storybot.bpe_basics.pretokenize import check_special_tokens
from storybot.bpe_basics.safe_split import STREAMABLE_PATTERNS
from storybot.errors import ReadableError
from storybot.files import DecodeErrors, FilePath
from storybot.parallel_pretokenization.chunk_plan import Chunk, plan_chunks
from storybot.parallel_pretokenization.count_config import CHUNK_BYTES, CountConfig
from storybot.parallel_pretokenization.count_worker import count_batch, merge_counts
from storybot.parallel_pretokenization.task_loop import run_tasks
from storybot.special_tokens import END

TASKS_PER_WORKER = 2  # one at work, one waiting: no worker idles, and few results wait
BATCHES_PER_WORKER = 2  # a task is at most half of a worker's fair share of the chunks that are left
SAMPLED_PRETOKENS = 10_000  # different ones by which a pattern is judged


class WorkerDiedError(ReadableError):
    """A worker process ended in the middle of its task, and its result is lost."""


def count_pretokens(
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
    """How often each pretoken occurs in all the files together, equal to counting them one after another.

    `pattern` is a regular expression or the name of one: gpt2, gpt4 or o200k.
    `paths`: one or many, local or any fsspec address; plain text, compressed (.gz, .xz, .zst;
    one chunk each) or Parquet (one chunk a row group). `executor`: any Executor; else a pool of
    `workers` processes (default: all cores). A chunk has about `chunk_bytes`; a document larger
    than that is one chunk, read in pieces. `batch` chunks make a task (default: many at first, few
    at the end). Pretokens rarer than `min_count` are dropped at the end. `split_lines` allows cuts
    at line breaks as well.
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
    return count_with_config(paths, config, executor)


def count_with_config(
    paths: FilePath | Iterable[FilePath], config: CountConfig, executor: Executor | None = None
) -> Counter[bytes]:
    """The same with the arguments in one record."""
    chunks = plan_chunks(paths, config)
    n_workers = config.workers or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    tasks = make_batches(chunks, n_workers, config.batch)
    bar = tqdm(total=sum(chunk.n_bytes for chunk in chunks), unit="B", unit_scale=True, disable=not config.progress)
    under_way: list[list[Chunk]] = []

    def submitted() -> Iterator[list[Chunk]]:
        for task in tasks:
            under_way.append(task)
            yield task

    def results(pool: Executor) -> Iterator[dict[bytes, int]]:
        count = partial(count_batch, config=config)
        for task, result in run_tasks(pool, count, submitted(), n_workers * TASKS_PER_WORKER):
            under_way.remove(task)
            bar.update(sum(chunk.n_bytes for chunk in task))
            yield result

    try:
        with bar, worker_pool(executor, min(n_workers, len(tasks) or 1)) as pool:
            counts = merge_counts(results(pool))  # each as it comes: none is kept
    except BrokenExecutor:
        lost = "; ".join(str(chunk) for task in under_way for chunk in task)
        raise WorkerDiedError(
            f"a worker process died (killed, or out of memory?) and the count is incomplete. "
            f"Not counted: {lost}. Smaller chunk_bytes or fewer workers need less memory"
        ) from None
    check_pattern_matches(config.pattern, counts)
    return drop_rare(counts, config.min_count)


def check_pattern_matches(pattern: str, counts: Counter[bytes]) -> None:
    """Warn if a pattern of the reader's own matches almost nothing; ours match every character."""
    if pattern in STREAMABLE_PATTERNS:
        return
    matches = compile_pattern(pattern).fullmatch
    sample = [(pretoken.decode("utf-8"), n) for pretoken, n in islice(counts.items(), SAMPLED_PRETOKENS)]
    n_matched = sum(n * len(pretoken) for pretoken, n in sample if matches(pretoken))
    warn_if_unmatched(pattern, n_matched, sum(n * len(pretoken) for pretoken, n in sample))


def drop_rare(counts: Counter[bytes], min_count: int) -> Counter[bytes]:
    """Only the pretokens that occur at least `min_count` times. Use it on the sum, never on a part of it.

    >>> drop_rare(Counter({b"the": 9, b"xyzzy": 1}), 2)
    Counter({b'the': 9})
    """
    if min_count == 1:
        return counts
    return Counter({pretoken: n for pretoken, n in counts.items() if n >= min_count})


def make_batches(chunks: list[Chunk], workers: int, batch: int | None) -> list[list[Chunk]]:
    """Batches of `batch` chunks; or large ones first and single chunks last, so that all workers end together.

    >>> [len(task) for task in make_batches(list(range(20)), 2, None)]  # type: ignore[arg-type]
    [5, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1]
    """
    tasks, start = [], 0
    while start < len(chunks):
        size = batch or max(1, (len(chunks) - start) // (workers * BATCHES_PER_WORKER))
        tasks.append(chunks[start : start + size])
        start += size
    return tasks


@contextmanager
def worker_pool(executor: Executor | None, workers: int) -> Iterator[Executor]:
    """The executor that was given, which stays open, or a process pool of our own, which ends with the block."""
    if executor is not None:
        yield executor
        return
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=start_worker)
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def start_worker() -> None:
    """Run in each worker: ignore Ctrl-C, which the parent handles, and exit when the parent exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with, args=[parent], daemon=True).start()


def _exit_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
