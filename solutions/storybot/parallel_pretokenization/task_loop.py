"""Tasks through any executor: a few under way at a time, results as they come, nothing lost when one fails.

An `Executor` is Python's interface for "runs tasks, somewhere": threads, processes, interpreters, a cluster. What is
here knows nothing of pretokens but how to add them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, as_completed, wait
from itertools import islice
from typing import TypeVar

from storybot.files import FilePath
from storybot.parallel_pretokenization.count_worker import merge_counts

Task = TypeVar("Task")
Result = TypeVar("Result")
ChunkSpan = tuple[FilePath, int, int]  # path, start, end


def add_results(
    futures: Iterable[Future[Counter[bytes]]],
) -> Counter[bytes]:
    """The sum of the results of all futures, each added when it is done.

    No result waits for a task that is slower. If a task fails, its error
    comes out at once (with several, the error of one of them), and the
    tasks that have not begun yet are cancelled. The results are left as
    they were. `futures` may be a generator, which can be gone through
    only once. Without futures the sum is empty.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> pool = ThreadPoolExecutor(2)
    >>> texts = ["abab", "ab", "b"]
    >>> add_results([pool.submit(Counter, text) for text in texts])
    Counter({'b': 4, 'a': 3})
    >>> add_results([pool.submit(int, "five")])
    Traceback (most recent call last):
    ...
    ValueError: invalid literal for int() with base 10: 'five'
    """
    waiting = list(futures)
    try:
        return merge_counts(future.result() for future in as_completed(waiting))
    finally:
        for future in waiting:
            future.cancel()  # does nothing to a task that has begun


def count_in_parallel(
    executor: Executor,
    count_batch: Callable[[list[ChunkSpan]], Counter[bytes]],
    chunks: Iterable[ChunkSpan],
    *,
    batch: int = 1,
    in_flight: int = 4,
) -> Counter[bytes]:
    """The sum of the counts of all chunks, counted by an executor.

    A task is executor.submit(count_batch, [chunk, ...]) with the next
    `batch` chunks; the last one may have fewer. At first `in_flight`
    tasks are submitted, or as many as there are, and never more than that
    are under way. Whenever one is done, whichever it is, its counts are
    added, its result is forgotten, and the next task is submitted.
    `chunks` may be a generator, and is read no further than the tasks
    need. Without chunks the sum is empty.
    If a task fails, its error comes out at once, nothing more is
    submitted, and tasks that have not begun are cancelled. The executor
    stays open.
    ValueError if `batch` or `in_flight` is less than 1.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> pool = ThreadPoolExecutor(2)
    >>> def count_paths(batch):
    ...     return Counter(path.encode() for path, start, end in batch)
    >>> chunks = [("a.txt", 0, 5), ("a.txt", 5, 9), ("b.txt", 0, 7)]
    >>> count_in_parallel(pool, count_paths, chunks, batch=2)
    Counter({b'a.txt': 2, b'b.txt': 1})
    """
    if batch < 1 or in_flight < 1:
        raise ValueError(f"batch and in_flight must be at least 1, not {batch} and {in_flight}")
    tasks = take_batches(chunks, batch)
    return merge_counts(counts for _, counts in run_tasks(executor, count_batch, tasks, in_flight))


def take_batches(items: Iterable[Task], size: int) -> Iterator[list[Task]]:
    """Lists of `size` items, the last one with what is left; each is made when it is asked for.

    >>> list(take_batches(range(5), 2))
    [[0, 1], [2, 3], [4]]
    """
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def run_tasks(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task], in_flight: int
) -> Iterator[tuple[Task, Result]]:
    """Submit `function` for each task, at most `in_flight` at a time, and yield each task with its result.

    When a task fails or the caller stops, what has not begun is cancelled.
    """
    rest = iter(tasks)
    running: dict[Future[Result], Task] = {}
    try:
        while True:
            for task in islice(rest, in_flight - len(running)):
                running[executor.submit(function, task)] = task
            if not running:
                return
            done = wait(running, return_when=FIRST_COMPLETED).done
            while done:
                future = done.pop()
                result = future.result()
                yield running.pop(future), result
                del future, result  # the caller has added it: do not keep it while we wait
    finally:
        for future in running:
            future.cancel()
