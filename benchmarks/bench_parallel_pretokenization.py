"""Chapter 2, measured: speed-up, cost of pools, cost of results, memory.

    python benchmarks/bench_parallel_pretokenization.py            # about three minutes
    python benchmarks/bench_parallel_pretokenization.py --full     # with 1 GB for the memory, about ten

The peer is one worker on the same machine in the same run: interleaved, three rounds, median.
The text is English Wikipedia where the reference data is at hand (STORYBOT_DATA), else the
course's own stories, repeated and perturbed.
"""

from __future__ import annotations

import argparse
import lzma
import os
import pickle
import random
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from record import write_result
from timing import interleaved, time_once

from storybot.bpe_basics import GPT4_PATTERN
from storybot.parallel_pretokenization import (
    Monitor,
    count_chunk,
    count_pretokens,
    find_chunk_boundaries,
    parallel_fraction,
)
from storybot.special_tokens import END
from storybot.stories import write_corpus

ROUNDS = 3
WIKI = Path(os.environ.get("STORYBOT_DATA", Path(__file__).parents[2] / "shared" / "data")) / "en_wiki.txt.xz"


def make_corpus(path: Path, n_bytes: int) -> str:
    """Write a corpus of about this size; its name."""
    if not WIKI.exists():
        write_corpus(path, n_bytes)
        return "the course's stories"
    with lzma.open(WIKI) as packed:
        documents = packed.read().decode("utf-8").split(END)
    dice, written = random.Random(0), 0
    with path.open("wb") as file:
        while written < n_bytes:
            for document in documents:
                # perturbed: each copy of a document has a word of its own
                mark = " " + "".join(dice.choices("abcdefghiklmnoprstuvw", k=6)) if written > 5_000_000 else ""
                written += file.write(f"{document}{mark}{END}".encode())
                if written >= n_bytes:
                    break
    return "English Wikipedia"


def make_apart(path: Path, n_bytes: int) -> str:
    """The same in a process of its own, so that its memory does not count as ours."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as maker:
        return maker.submit(make_corpus, path, n_bytes).result()


def speed_up(path: Path, text: str) -> None:
    tasks = {str(n): lambda n=n: count_pretokens(path, workers=n, progress=False) for n in (1, 2)}
    one, two = interleaved(tasks, ROUNDS).values()
    size = path.stat().st_size / 1e6
    print(f"speed-up on {size:.0f} MB, pool start included: 1 worker {one:.1f} s, 2 workers {two:.1f} s")
    print(f"  ratio {one / two:.2f}; parallel share by Amdahl's law {parallel_fraction(one / two, 2):.0%}")
    results = {"seconds": {"1": round(one, 2), "2": round(two, 2)}, "bytes": path.stat().st_size}
    write_result("parallel_pretokenization", {"text": text, "rounds": ROUNDS, "pattern": "gpt4"}, [0], results)


def pool_cost(path: Path) -> None:
    spawn = get_context("spawn")
    jobs = [(path, a, b, GPT4_PATTERN, (END,)) for a, b in pairwise(find_chunk_boundaries(path, 16, END))]

    def pool_per_task() -> None:
        for job in jobs:
            with ProcessPoolExecutor(1, mp_context=spawn) as pool:
                pool.submit(count_chunk, *job).result()

    def one_pool() -> None:
        with ProcessPoolExecutor(1, mp_context=spawn) as pool:
            for job in jobs:
                pool.submit(count_chunk, *job).result()

    per_task, one = interleaved({"a pool per task": pool_per_task, "one pool": one_pool}, ROUNDS).values()
    print(f"16 tasks, one worker: a pool per task {per_task:.1f} s, one pool {one:.1f} s, ratio {per_task / one:.1f}")


def result_cost(path: Path) -> None:
    print("results against batch size (chunks of 20 kB, 2 workers, warm pool):")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        count_pretokens(path, executor=pool, chunk_bytes=1_000_000, progress=False)
        for batch in (1, 4, 16, 64):
            took = [
                time_once(
                    lambda n=batch: count_pretokens(path, executor=pool, chunk_bytes=20_000, batch=n, progress=False)
                )
                for _ in range(ROUNDS)
            ]
            end = find_chunk_boundaries(path, max(1, path.stat().st_size // (20_000 * batch)), END)[1]
            result = count_chunk(path, 0, end, special_tokens=[END])
            start = time.perf_counter()
            packed = pickle.dumps(result)
            pickle.loads(packed)
            pickling = (time.perf_counter() - start) / end * path.stat().st_size
            print(
                f"  batch {batch:3}: {statistics.median(took):5.2f} s; a result is {len(packed) / end:4.0%} "
                f"of its text, packing and unpacking all of them {pickling:.2f} s"
            )


def memory(folder: Path, sizes: list[int]) -> None:
    print("memory against file size (2 workers):")
    for size in sizes:
        path = folder / f"{size}.txt"
        make_apart(path, size)
        with Monitor(0.1) as seen:
            start = time.perf_counter()
            counts = count_pretokens(path, workers=2, progress=False)
            took = time.perf_counter() - start
        print(
            f"  {path.stat().st_size / 1e6:6.0f} MB: {len(counts):9,} different pretokens, "
            f"parent at most {seen.peak_parent / 1e6:5.0f} MB, "
            f"all together {seen.peak_total / 1e6:5.0f} MB, {took:.1f} s"
        )
        path.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="measure memory up to 1 GB")
    full = parser.parse_args().full
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, large = folder / "10MB.txt", folder / "100MB.txt"
        print("text:", make_apart(small, 10_000_000))
        text = make_apart(large, 100_000_000)
        # memory first: what the parent has held before would hide what it needs
        memory(folder, [10_000_000, 100_000_000, *([1_000_000_000] if full else [])])
        speed_up(large, text)
        pool_cost(small)
        result_cost(small)


if __name__ == "__main__":
    main()
