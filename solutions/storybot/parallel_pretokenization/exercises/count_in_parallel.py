"""count_in_parallel: a few tasks under way at a time."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, sorted_counter
from storybot.parallel_pretokenization.exercises.scripted_executor import (
    DiskError,
    Order,
    Run,
    ScriptedExecutor,
    describe_order,
    plain_counter,
)
from storybot.parallel_pretokenization.task_loop import ChunkSpan, count_in_parallel

MISSING = "missing.txt"  # counting a chunk of this file fails


def make_chunks(*sizes: int, missing: int | None = None) -> list[ChunkSpan]:
    """Chunks of these sizes, one after another in one file; the one with the number `missing` cannot be read."""
    chunks: list[ChunkSpan] = []
    end = 0
    for i, size in enumerate(sizes):
        start, end = end, end + size
        chunks.append((MISSING if i == missing else "a.txt", start, end))
    return chunks


def count_batch(batch: list[ChunkSpan]) -> Counter[bytes]:
    """What a task does in the check: bytes and chunks, counted under names that occur in several chunks."""
    if not isinstance(batch, list):
        raise TypeError(f"count_batch takes a list of chunks, not {batch!r}")
    counts: Counter[bytes] = Counter()
    for path, start, end in batch:
        if path == MISSING:
            raise DiskError("missing.txt cannot be read")
        counts[b"bytes"] += end - start
        counts[b"even" if end % 2 == 0 else b"odd"] += 1
    return counts


def invoke(
    function: Callable[..., Any],
    order: Order,
    chunks: list[ChunkSpan] | tuple[ChunkSpan, ...],
    batch: int,
    in_flight: int,
) -> Run:
    """Run the function with a scripted executor, and say what it did.

    It gets the chunks from a generator, or, where they are given as a tuple here, as a list.
    """
    executor = ScriptedExecutor(order)
    drawn, ahead = 0, 0

    def submitted() -> int:
        return sum(len(args[0]) if args and isinstance(args[0], list) else 1 for _, args in executor.tasks)

    def draw() -> Iterator[ChunkSpan]:
        nonlocal drawn, ahead
        for chunk in chunks:
            drawn += 1
            ahead = max(ahead, drawn - submitted())
            yield chunk

    given = list(chunks) if isinstance(chunks, tuple) else draw()
    executor.work_left = lambda: submitted() < len(chunks) and len(executor.not_begun()) < in_flight
    executor.start()
    run = Run()
    try:
        run.counts = sorted_counter(
            plain_counter(function(executor, count_batch, given, batch=batch, in_flight=in_flight))
        )
    except DiskError as error:
        run.error = type(error).__name__
    finally:
        executor.close()
    run.tasks = [
        args[0] if task is count_batch and len(args) == 1 else f"submit({getattr(task, '__name__', task)}, ...)"
        for task, args in executor.tasks
    ]
    run.too_many = max(0, executor.most - in_flight)
    run.idle_waits, run.waits_after_error = executor.waits, executor.waits_after_error
    run.read_ahead = ahead > 2 * batch
    run.results_kept = executor.most_kept > in_flight + 2
    run.not_cancelled = len(executor.not_begun())
    run.executor_shut = executor.was_shut
    return run


def describe(name: str, arguments: Arguments) -> str:
    """The call as the learner would write it."""
    order, chunks, batch, in_flight = arguments
    source = list(chunks) if isinstance(chunks, tuple) else f"iter({chunks})"
    call = f"{name}(executor, count_batch, {source}, batch={batch}, in_flight={in_flight})"
    return f"{call}\n  # {describe_order(order)}"


@st.composite
def runs(draw: st.DrawFn) -> tuple[Any, ...]:
    """An order, a few chunks of which one may fail, and small numbers for batch and in_flight."""
    sizes = draw(st.lists(st.integers(1, 4), max_size=9))
    order = draw(st.sampled_from(["oldest", "newest", "pairs"]))
    # with pairs a task can fail before the first wait, and an answer may notice that or not
    missing = None if order == "pairs" else draw(st.sampled_from([None, None, 0, 2, 4]))
    chunks = draw(st.sampled_from([list, tuple]))(make_chunks(*sizes, missing=missing))
    return order, chunks, draw(st.integers(1, 3)), draw(st.integers(1, 4))


EXERCISE = Exercise(
    count_in_parallel,
    [
        ("oldest", make_chunks(3), 1, 2),
        ("oldest", make_chunks(3, 4), 1, 2),
        ("newest", make_chunks(3, 4, 2), 1, 2),
        ("oldest", tuple(make_chunks(3, 4, 2, 1)), 2, 2),
        ("pairs", make_chunks(*range(1, 9)), 1, 2),
        ("oldest", make_chunks(), 2, 3),
        ("oldest", make_chunks(1, 2, 3), 2, 2),
        ("newest", make_chunks(1, 2, 3, 4), 2, 1),
        ("newest", make_chunks(5, 4, 3, 2, 1), 1, 3),
        ("oldest", make_chunks(5, 4, 3, 2, 1), 2, 2),
        ("newest", make_chunks(2, 2, 2, 2, 2, 2, 2), 3, 2),
        ("newest", make_chunks(*range(1, 9)), 1, 2),
        ("oldest", make_chunks(*range(1, 9)), 2, 4),
        ("newest", make_chunks(*range(1, 11)), 1, 4),
        ("oldest", make_chunks(*range(1, 13)), 1, 3),
        ("newest", make_chunks(1, 2, 3), 5, 9),
        ("oldest", make_chunks(1, missing=0), 1, 1),
        ("oldest", make_chunks(1, 2, 3, 4, missing=0), 1, 3),
        ("newest", make_chunks(1, 2, 3, 4, 5, missing=1), 1, 3),
        ("newest", make_chunks(1, 2, 3, 4, 5, 6, missing=3), 2, 2),
        ("oldest", make_chunks(1, 2, 3, 4, 5, missing=4), 1, 2),
        ("oldest", make_chunks(1, 2), 0, 2),
        ("oldest", make_chunks(1, 2), 1, 0),
        ("oldest", make_chunks(1, 2), -1, 2),
        ("oldest", make_chunks(), 1, -2),
    ],
    runs(),
    invoke=invoke,
    describe_call=describe,
    errors=(ValueError,),
)


def refuse(batch, in_flight):
    if batch < 1 or in_flight < 1:
        raise ValueError


def batches(chunks, batch):
    chunks = iter(chunks)
    while some := list(islice(chunks, batch)):
        yield some


def loop(executor, count, tasks, in_flight):
    """The right loop, for mistakes that are elsewhere."""
    total, running, tasks = Counter(), set(), iter(tasks)
    try:
        while True:
            for task in islice(tasks, in_flight - len(running)):
                running.add(executor.submit(count, task))
            if not running:
                return total
            done, running = wait(running, return_when=FIRST_COMPLETED)
            while done:
                total.update(done.pop().result())
    finally:
        for future in running:
            future.cancel()


@EXERCISE.mistake
def all_at_once(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Submits every task before it looks at the first result."""
    refuse(batch, in_flight)
    return loop(executor, count_batch, batches(chunks, batch), 1_000_000)


@EXERCISE.mistake
def one_too_many(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Waits only when there are more than in_flight."""
    refuse(batch, in_flight)
    return loop(executor, count_batch, batches(chunks, batch), in_flight + 1)


@EXERCISE.mistake
def one_at_a_time(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Waits for each task before the next is submitted."""
    refuse(batch, in_flight)
    return loop(executor, count_batch, batches(chunks, batch), 1)


@EXERCISE.mistake
def waits_for_the_oldest(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """A queue: the next result is that of the oldest task."""
    refuse(batch, in_flight)
    total, running = Counter(), deque()
    try:
        for task in batches(chunks, batch):
            if len(running) == in_flight:
                total.update(running[0].result())
                running.popleft()
            running.append(executor.submit(count_batch, task))
        while running:
            total.update(running[0].result())
            running.popleft()
        return total
    finally:
        for future in running:
            future.cancel()


@EXERCISE.mistake
def waits_for_all(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Goes in rounds: all tasks of one must be done before the next begins."""
    refuse(batch, in_flight)
    total = Counter()
    for tasks in batches(batches(chunks, batch), in_flight):
        total.update(loop(executor, count_batch, tasks, in_flight))
    return total


@EXERCISE.mistake
def last_batch_forgotten(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Submits full batches only."""
    refuse(batch, in_flight)
    full = (some for some in batches(chunks, batch) if len(some) == batch)
    return loop(executor, count_batch, full, in_flight)


@EXERCISE.mistake
def batch_ignored(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """One chunk in a task, always."""
    refuse(batch, in_flight)
    return loop(executor, count_batch, batches(chunks, 1), in_flight)


@EXERCISE.mistake
def chunks_in_a_list(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Reads all chunks before the first task."""
    refuse(batch, in_flight)
    return loop(executor, count_batch, batches(list(chunks), batch), in_flight)


@EXERCISE.mistake
def counts_overwritten(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """The update of a dict, not of a Counter."""
    refuse(batch, in_flight)
    total, running, tasks = {}, set(), batches(chunks, batch)
    try:
        while True:
            running |= {executor.submit(count_batch, task) for task in islice(tasks, in_flight - len(running))}
            if not running:
                return Counter(total)
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                total.update(future.result())
    finally:
        for future in running:
            future.cancel()


@EXERCISE.mistake
def errors_swallowed(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """A task that fails is skipped."""
    refuse(batch, in_flight)
    total, running, tasks = Counter(), set(), batches(chunks, batch)
    while True:
        running |= {executor.submit(count_batch, task) for task in islice(tasks, in_flight - len(running))}
        if not running:
            return total
        done, running = wait(running, return_when=FIRST_COMPLETED)
        while done:
            with contextlib.suppress(Exception):
                total.update(done.pop().result())


@EXERCISE.mistake
def nothing_cancelled(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """The error comes out, but the tasks that wait are left to run."""
    refuse(batch, in_flight)
    total, running, tasks = Counter(), set(), batches(chunks, batch)
    while True:
        running |= {executor.submit(count_batch, task) for task in islice(tasks, in_flight - len(running))}
        if not running:
            return total
        done, running = wait(running, return_when=FIRST_COMPLETED)
        while done:
            total.update(done.pop().result())


@EXERCISE.mistake
def results_kept(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Collects the results, and adds them up at the end."""
    refuse(batch, in_flight)
    results, running, tasks = [], set(), batches(chunks, batch)
    try:
        while True:
            running |= {executor.submit(count_batch, task) for task in islice(tasks, in_flight - len(running))}
            if not running:
                return sum(results, Counter())
            done, running = wait(running, return_when=FIRST_COMPLETED)
            results += [future.result() for future in done]
    finally:
        for future in running:
            future.cancel()


@EXERCISE.mistake
def a_lambda(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Submits a function that no other process can import."""
    refuse(batch, in_flight)
    return loop(executor, lambda task: count_batch(task), batches(chunks, batch), in_flight)


@EXERCISE.mistake
def executor_shut(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Shuts the executor, which belongs to the caller."""
    refuse(batch, in_flight)
    with executor:
        return loop(executor, count_batch, batches(chunks, batch), in_flight)


@EXERCISE.mistake
def not_refused(executor, count_batch, chunks, *, batch=1, in_flight=4):
    """Takes numbers below 1 for 1."""
    return loop(executor, count_batch, batches(chunks, max(1, batch)), max(1, in_flight))
