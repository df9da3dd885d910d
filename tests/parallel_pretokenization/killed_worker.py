"""Run by test_failures.py: count a file; print the process ids of the workers, and "working" after the first result."""

import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil

from storybot.parallel_pretokenization import count_pretokens, parallel_count

run_tasks = parallel_count.run_tasks


def print_children() -> None:
    while True:
        children = [c.pid for c in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(c.cmdline())]
        if len(children) >= 2:
            print("children", *children, flush=True)
            return
        time.sleep(0.02)


def run_tasks_and_say(*arguments: Any) -> Iterator[Any]:
    for number, result in enumerate(run_tasks(*arguments)):
        if number == 0:
            printer.join()
            print("working", flush=True)
        yield result


if __name__ == "__main__":
    printer = threading.Thread(target=print_children, daemon=True)
    printer.start()
    parallel_count.run_tasks = run_tasks_and_say
    count_pretokens(sys.argv[1], workers=2, chunk_bytes=1 << 20, progress=False)
    print("finished", flush=True)
