"""Run by test_failures.py: count a file, and say the process ids first, so that one can be killed."""

import sys
import threading
import time

import psutil

from storybot.parallel_pretokenization import count_pretokens


def tell_children() -> None:
    while True:
        children = [c.pid for c in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(c.cmdline())]
        if len(children) >= 2:
            print("children", *children, flush=True)
            return
        time.sleep(0.02)


if __name__ == "__main__":
    threading.Thread(target=tell_children, daemon=True).start()
    count_pretokens(sys.argv[1], workers=2, chunk_bytes=1 << 20, progress=False)
    print("finished", flush=True)
