"""Chapter 6, measured: two ranks against one, and how much of a step is communication.

    python benchmarks/bench_ddp.py            # some minutes
    python benchmarks/bench_ddp.py --rounds 5

float32 on the CPU, gloo, one thread a rank, the same rows a rank. One rank and two ranks take turns, several rounds,
medians. `sync_every` all-reduces the gradients after every micro-step, `never_sync` not at all: the rest is computing.
"""

from __future__ import annotations

import argparse
import os
import statistics

os.environ["OMP_NUM_THREADS"] = "1"

from storybot.ddp.experiments import run_experiment
from storybot.ddp.experiments.step_time import StepShape

SHAPES = {
    "4 x 256, 1 micro-step a rank": (StepShape(4, 256, 256, 8), [1]),
    "2 x 128, 4 micro-steps a rank": (StepShape(2, 128, 128, 16, vocab=1024), [4]),
    "2 x 128, 1 to 8 micro-steps a rank": (StepShape(2, 128, 128, 16, vocab=1024), [1, 2, 8]),
}


def seconds(shape: StepShape, own: list[int], ranks: int, steps: int) -> dict[tuple[int, str], float]:
    """Seconds of a step on the slowest rank, by the micro-steps of a rank and the way to communicate."""
    micro_steps = [n * ranks for n in own]
    answers = run_experiment("step_time", ranks, shape=shape, micro_steps=micro_steps, steps=steps, timeout=300)
    found: dict[tuple[int, str], float] = {}
    for answer in answers:
        for row in answer["rows"]:
            for kind, value in row["seconds"].items():
                key = (row["micro_steps"] // ranks, kind)
                found[key] = max(found.get(key, 0.0), value)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=10)
    args = parser.parse_args()
    print("two ranks / one rank: tokens a second, same rows a rank (2.00 is perfect)")
    for name, (shape, own) in SHAPES.items():
        one: dict[tuple[int, str], list[float]] = {}
        two: dict[tuple[int, str], list[float]] = {}
        for _ in range(args.rounds):
            for ranks, into in ((1, one), (2, two)):
                for key, value in seconds(shape, own, ranks, args.steps).items():
                    into.setdefault(key, []).append(value)
        for n in own:
            alone = statistics.median(one[n, "sync_last"])
            medians = {kind: statistics.median(two[n, kind]) for kind in ("sync_last", "sync_every", "never_sync")}
            ratios = {kind: 2 * alone / value for kind, value in medians.items()}
            communication = 1 - medians["never_sync"] / medians["sync_last"]
            wrapper = statistics.median(one[n, "group_of_one"]) / alone - 1
            print(
                f"{name}: {n} each: sync_last {ratios['sync_last']:.2f}, "
                f"sync_every {ratios['sync_every']:.2f}, never_sync {ratios['never_sync']:.2f}; "
                f"communication {communication:.0%} of a step; "
                f"one rank: a group of one costs {wrapper:+.1%}; {1000 * alone:.0f} ms a step alone",
                flush=True,
            )


if __name__ == "__main__":
    main()
