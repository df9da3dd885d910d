"""Chapter 5, measured: what OpenMP threads do while they wait, alone on the machine and beside busy processes.

    python benchmarks/bench_waiting_threads.py     # five minutes with nothing else running

PyTorch's threads meet after every operation, some hundred times in a step. Whoever is first can spin (ask again and
again, which is quick, but keeps the core busy) or sleep (which costs microseconds to be woken). `GOMP_SPINCOUNT` says
how often a thread asks before it sleeps: 0 is `OMP_WAIT_POLICY=PASSIVE`, and without it PyTorch's libgomp asks 300,000
times. The policies take turns, each in a fresh process, beside 0, 1 and 2 processes that never sleep.
Writes `results/waiting_threads.json`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

from record import write_result

POLICIES: dict[str, dict[str, str]] = {
    "default": {},
    "PASSIVE": {"OMP_WAIT_POLICY": "PASSIVE"},
    **{f"GOMP_SPINCOUNT={n}": {"GOMP_SPINCOUNT": str(n)} for n in (500, 2000, 8000, 20000)},
}
SHAPES = {"4 x 256": (4, 256, 4096, 256, 8), "2 x 128": (2, 128, 1024, 128, 16)}
STEPS = {"4 x 256": 12, "2 x 128": 30}
CHILD = """
import statistics, sys, time, torch
from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.training_loop.optim.optimizers import Optimizers
from storybot.training_loop.train_config import OptimizerConfig
depth, width, vocab, seq_len, rows, steps = map(int, sys.argv[1:])
model = init_model(ModelConfig(vocab, seq_len, depth, width, width // 64, width // 64))
optimizers = Optimizers(model, OptimizerConfig("adamw"), 1000)
inputs, targets = torch.randint(vocab, (2, rows, seq_len))
times, begun = [], time.perf_counter()
for step in range(steps + 3):
    start = time.perf_counter()
    model(inputs, targets).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizers.step()
    model.zero_grad(set_to_none=True)
    times.append(time.perf_counter() - start)
    if time.perf_counter() - begun > 40:
        break
print(statistics.median(times[3:] or times))
"""
BUSY = "while True: pass"


def median_step(shape: tuple[int, ...], steps: int, policy: dict[str, str]) -> float:
    """The median time of a step, in a fresh process under this policy."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    command = [sys.executable, "-c", CHILD, *map(str, (*shape, steps))]
    done = subprocess.run(command, env=clean | policy, capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    results: dict[str, dict[str, dict[str, float]]] = {}
    for name, shape in SHAPES.items():
        for neighbours in (0, 1, 2):
            busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(neighbours)]
            try:
                times: dict[str, list[float]] = {policy: [] for policy in POLICIES}
                for _ in range(args.rounds if neighbours == 0 else 2):
                    for policy, variables in POLICIES.items():
                        times[policy].append(1000 * median_step(shape, STEPS[name], variables))
            finally:
                for process in busy:
                    process.kill()
                    process.wait()
            medians = {policy: round(statistics.median(values), 1) for policy, values in times.items()}
            results.setdefault(name, {})[f"{neighbours} busy neighbours"] = medians
            print(name, neighbours, medians, flush=True)
    settings = {"optimizer": "AdamW", "unit": "milliseconds a step", "shapes": SHAPES, "rounds": args.rounds}
    write_result("waiting_threads", settings, [], results)


if __name__ == "__main__":
    main()
