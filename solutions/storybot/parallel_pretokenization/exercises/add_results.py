"""add_results: find the bug."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import as_completed, wait
from functools import partial
from typing import Any

from storybot.check.exercise import Arguments, Exercise, sorted_counter
from storybot.check.messages import load_messages
from storybot.parallel_pretokenization.exercises.scripted_executor import (
    DiskError,
    Order,
    Run,
    ScriptedExecutor,
    describe_order,
    plain_counter,
)
from storybot.parallel_pretokenization.task_loop import add_results

FAILS = "DiskError"  # stands for a task that fails


def work(result: Any) -> Counter[bytes]:
    """The task: gives its result, or fails."""
    if result == FAILS:
        raise DiskError("the disk cannot be read")
    return Counter(result)


def invoke(function: Callable[..., Any], order: Order, results: list[Any], n_done: int) -> Run:
    """Run the function with futures of these results, of which the first `n_done` are done already."""
    executor = ScriptedExecutor(order)
    futures = [executor.submit(partial(work, result)) for result in results]
    for future in futures[:n_done]:
        executor.finish(future)  # type: ignore[arg-type]
    executor.start()
    run = Run()
    try:
        run.counts = sorted_counter(plain_counter(function(iter(futures))))
    except DiskError as error:
        run.error = type(error).__name__
    finally:
        executor.close()
    run.idle_waits, run.waits_after_error = executor.waits, executor.waits_after_error
    run.not_cancelled = len(executor.not_begun())
    given = [(future, result) for future, result in zip(futures, results, strict=True) if result != FAILS]
    run.results_changed = any(
        future.result() != result for future, result in given if future.done() and not future.cancelled()
    )
    return run


def describe(name: str, arguments: Arguments) -> str:
    """The call, with the results that the futures get."""
    order, results, n_done = arguments
    done = ", " + load_messages()["run_done"].format(n=n_done) if n_done else ""
    return f"{name}(iter(futures))\n  # {results}\n  # {describe_order(order)}{done}"


def counter(**counts: int) -> Counter[bytes]:
    return Counter({name.encode(): n for name, n in counts.items()})


A, B, C = counter(a=1), counter(a=2, b=1), counter(b=3, c=1)
EXERCISE = Exercise(
    add_results,
    [
        ("oldest", [A], 0),
        ("oldest", [A, B], 0),
        ("oldest", [], 0),
        ("oldest", [A, A, A], 3),
        ("newest", [A, B, C], 0),
        ("newest", [C, B, A, B], 1),
        ("oldest", [B, B, B, C, A], 1),
        ("oldest", [FAILS], 0),
        ("oldest", [FAILS], 1),
        ("oldest", [A, FAILS, B], 0),
        ("newest", [A, B, FAILS], 0),
        ("newest", [A, FAILS, C], 0),
        ("newest", [A, B, FAILS, C, A], 0),
        ("oldest", [FAILS, A, B, C], 1),
        ("newest", [FAILS, A, B], 1),
        ("pairs", [A, B, C], 0),
    ],
    invoke=invoke,
    describe_call=describe,
    given="as_given",
)


def cancel(futures):
    for future in futures:
        future.cancel()


@EXERCISE.mistake
def as_given(futures):
    """The maximum for the sum, and errors that vanish."""
    total = Counter()
    for future in as_completed(futures):
        try:
            total |= future.result()
        except Exception:
            continue
    return total


@EXERCISE.mistake
def still_the_maximum(futures):
    """Errors come out, but `|=` takes the maximum."""
    futures, total = list(futures), Counter()
    try:
        for future in as_completed(futures):
            total |= future.result()
    finally:
        cancel(futures)
    return total


@EXERCISE.mistake
def errors_still_vanish(futures):
    """The sum is right, but a task that fails is skipped."""
    total = Counter()
    for future in as_completed(futures):
        try:
            total += future.result()
        except Exception:
            continue
    return total


@EXERCISE.mistake
def nothing_cancelled(futures):
    """The error comes out, but the tasks that wait are left to run."""
    total = Counter()
    for future in as_completed(futures):
        total += future.result()
    return total


@EXERCISE.mistake
def in_the_order_of_the_list(futures):
    """Waits for the first of the list, whichever is done."""
    futures, total = list(futures), Counter()
    try:
        for future in futures:
            total += future.result()
    finally:
        cancel(futures)
    return total


@EXERCISE.mistake
def error_at_the_end(futures):
    """Waits for all tasks, and raises then."""
    futures = list(futures)
    wait(futures)
    return sum((future.result() for future in futures), Counter())


@EXERCISE.mistake
def error_returned(futures):
    """Stops at an error and returns what it has."""
    futures, total = list(futures), Counter()
    for future in as_completed(futures):
        if future.exception() is not None:
            cancel(futures)
            break
        total += future.result()
    return total


@EXERCISE.mistake
def into_the_first_result(futures):
    """Adds everything to the first result, which changes it."""
    futures, total = list(futures), None
    try:
        for future in as_completed(futures):
            if total is None:
                total = future.result()
            else:
                total.update(future.result())
    finally:
        cancel(futures)
    return Counter() if total is None else total


@EXERCISE.mistake
def overwritten(futures):
    """The update of a dict, not of a Counter."""
    futures, total = list(futures), {}
    try:
        for future in as_completed(futures):
            total.update(future.result())
    finally:
        cancel(futures)
    return Counter(total)
