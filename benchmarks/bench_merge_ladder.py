"""The ladder of chapter 3 from its foot to its top, from a text to the finished tokenizer, for the front page.

    python benchmarks/bench_merge_ladder.py            # some minutes, nearly all of them on the lowest rung
    python benchmarks/bench_merge_ladder.py --write    # and write results/merge_ladder.json

Every rung reads the same file of generated stories, in equal parts in the languages of the course, cuts it into
pretokens and learns the same merges, which is asserted. All rungs run on one core, and CPU time is measured, so that
other programs on the machine do not count. The lowest rung runs once, the others several times; medians.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from record import write_result

from storybot.bpe_basics import pretokenize
from storybot.bpe_basics import train_bpe as train_chapter_1
from storybot.languages import LANGUAGES
from storybot.optimized_merges import load_kernels, train_bpe, train_incremental, train_lazy_heap, train_weighted
from storybot.special_tokens import END
from storybot.stories import make_stories

TEXT_BYTES, VOCAB_SIZE, SEED, ROUNDS = 400_000, 1_257, 0, 5
N_MERGES = VOCAB_SIZE - 257  # 256 bytes and one special token
Merges = list[tuple[bytes, bytes]]


def write_stories(path: Path) -> str:
    """Generated stories, as many bytes of each language; the text."""
    text = ""
    for language in LANGUAGES:
        part = ""
        for story in make_stories(language, 10_000, seed=SEED):
            if len(part.encode("utf-8")) > TEXT_BYTES / len(LANGUAGES):
                break
            part += story + END
        text += part
    path.write_text(text, encoding="utf-8", newline="")
    return text


def count(text: str) -> Counter[bytes]:
    return Counter(pretoken.encode("utf-8") for pretoken in pretokenize(text, special_tokens=[END]))


def rungs(path: Path, text: str) -> dict[str, Callable[[], Merges]]:
    """From the foot to the top, named as in the figure of chapter 3."""
    return {
        "chapter 1": lambda: train_chapter_1(text, VOCAB_SIZE, [END]).merges,
        "distinct words": lambda: train_weighted(count(text), N_MERGES),
        "index": lambda: train_incremental(count(text), N_MERGES),
        "heap": lambda: train_lazy_heap(count(text), N_MERGES),
        "flat arrays, compiled": lambda: train_bpe(path, VOCAB_SIZE, threads=1, progress=False).merges,
    }


def cpu_seconds(task: Callable[[], Merges]) -> tuple[float, Merges]:
    start = time.process_time()
    merges = task()
    return time.process_time() - start, merges


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="write results/merge_ladder.json")
    arguments = parser.parse_args()
    load_kernels()  # compiled once and kept on disk: not a part of any rung
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stories.txt"
        text = write_stories(path)
        expected: Merges = []
        for name, task in rungs(path, text).items():
            times = []
            for _ in range(ROUNDS if expected else 1):
                taken, merges = cpu_seconds(task)
                times.append(taken)
                assert merges == (expected or merges), f"{name} learns other merges"
            expected = merges
            seconds[name] = round(statistics.median(times), 4)
            print(f"{name:24}{seconds[name]:10.4f} s{seconds['chapter 1'] / seconds[name]:10.0f} times as fast")
            sys.stdout.flush()
        n_bytes = path.stat().st_size
    if arguments.write:
        settings = {"bytes": n_bytes, "merges": N_MERGES, "languages": list(LANGUAGES), "threads": 1, "clock": "CPU"}
        rounds = {"rounds": {name: ROUNDS if name != "chapter 1" else 1 for name in seconds}}
        write_result("merge_ladder", settings | rounds, seeds=[SEED], results={"seconds": seconds}, peers=["numba"])


if __name__ == "__main__":
    main()
