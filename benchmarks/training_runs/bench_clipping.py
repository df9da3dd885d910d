"""Chapter 5: what gradient clipping changes, for SGD with momentum, AdamW, and Muon with AdamW. Five seeds each.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_clipping.py     # three minutes on one core

Each optimizer runs with the gradient's norm limited to 1 and without a limit. In the runs called "outlier" the loss of
one batch in the middle of the run is multiplied by 1,000 before its backward pass. Reported is the training loss,
the mean of the last ten steps; a run whose loss is above its first one has broken.
"""

from __future__ import annotations

import math
import statistics

import torch
from record import copy_to_package, write_result
from tiny_runs import SMALL, Batches, load_stories, say

from storybot.training_loop import OptimizerConfig, Optimizers, init_model

SEEDS = [0, 1, 2, 3, 4]
ROWS, STEPS = 4, {"SGD": 40, "AdamW": 120, "Muon and AdamW": 120}
SGD_RATE, SGD_MOMENTUM, OUTLIER = 1.0, 0.9, 1000.0


def train(kind: str, max_norm: float, seed: int, outlier: bool) -> float | None:
    model = init_model(SMALL, seed=seed)
    optimizers: Optimizers | torch.optim.SGD
    if kind == "SGD":
        optimizers = torch.optim.SGD(model.parameters(), lr=SGD_RATE, momentum=SGD_MOMENTUM)
    else:
        optimizers = Optimizers(model, OptimizerConfig("adamw" if kind == "AdamW" else "muon"), STEPS[kind])
    data, losses = Batches(STORIES.tokenizer, STORIES.training, seed, ROWS), []
    for step in range(STEPS[kind]):
        if isinstance(optimizers, Optimizers):
            optimizers.schedule(step)
        loss = model(*next(data))
        losses.append(loss.item())
        if not math.isfinite(losses[-1]):
            return None
        (loss * (OUTLIER if outlier and step == STEPS[kind] // 2 else 1.0)).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizers.step()
        model.zero_grad()
    return round(statistics.mean(losses[-10:]), 4)


def main() -> None:
    results: dict[str, list[float | None]] = {}
    for kind in STEPS:
        for outlier in (False, True):
            for max_norm in (1.0, math.inf):
                name = f"{kind}, {'outlier' if outlier else 'usual'}, {'clipped' if max_norm == 1 else 'not clipped'}"
                results[name] = [train(kind, max_norm, seed, outlier) for seed in SEEDS]
                say(f"{name:45}", results[name])
    settings = {
        "model": "2 layers x 128, V 1024", "steps": STEPS, "tokens a step": ROWS * SMALL.seq_len, "threads": 1,
        "SGD": {"rate": SGD_RATE, "momentum": SGD_MOMENTUM}, "outlier": OUTLIER,
        "stories": "English, 4,000, cast 1, 3 plots",
    }  # fmt: skip
    copy_to_package(write_result("clipping", settings, SEEDS, results))


if __name__ == "__main__":
    torch.set_num_threads(1)
    STORIES = load_stories(4000, cast=1, plots=3)
    main()
