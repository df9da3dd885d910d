"""Chapter 5: Muon and AdamW against AdamW alone in equal time, each at the best of its rates, five seeds each.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_muon_vs_adamw.py     # four minutes on one core

First the two kinds of steps are timed in turn, and AdamW gets as many more steps as its step is faster. Then two seeds
choose each side's rate, among so many that the best is not at an end of the list. It is the rate of the matrices in
the blocks, which is all in which the two differ: embedding and head have AdamW with the same rates on both sides. Five
other seeds are then compared.
"""

from __future__ import annotations

import statistics
import time

import torch
from record import write_result
from tiny_runs import (
    ROWS,
    SMALL,
    WIDTH_SCALE,
    Stories,
    copy_to_package,
    final_loss,
    load_stories,
    mean_and_deviation,
    run,
    say,
    validation_loss,
)

from storybot.training_loop import OptimizerConfig, Optimizers, TrainConfig, ValidationLoss, init_model

MUON_STEPS = 150
EVERY = 25  # steps between two evaluations
RATES = {"muon": [0.02, 0.04, 0.08, 0.16], "adamw": [0.001, 0.002, 0.004]}  # as given to OptimizerConfig
CHOOSING, SEEDS = [100, 101], [0, 1, 2, 3, 4]


def config(kind: str, rate: float, steps: int, seed: int, evaluate_every: int = 0) -> TrainConfig:
    rates = {"matrix_lr": rate} if kind == "muon" else {"adamw_lr": rate}
    optimizer = OptimizerConfig(kind, **rates)  # type: ignore[arg-type]
    return TrainConfig(
        SMALL, steps, ROWS, optimizer=optimizer, seed=seed, dtype="float32", evaluate_every=evaluate_every
    )


def step_seconds(rounds: int = 60) -> dict[str, float]:
    """The median time of a step with each, the two interleaved so that both see the same machine."""
    torch.set_num_threads(1)
    inputs, targets = torch.randint(SMALL.vocab_size, (2, ROWS, SMALL.seq_len))
    models = {kind: init_model(SMALL) for kind in RATES}
    optimizers = {kind: Optimizers(models[kind], OptimizerConfig(kind), 10**6) for kind in RATES}  # type: ignore[arg-type]
    times: dict[str, list[float]] = {kind: [] for kind in RATES}
    for _ in range(rounds):
        for kind, model in models.items():
            start = time.perf_counter()
            model(inputs, targets).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizers[kind].step()
            model.zero_grad(set_to_none=True)
            times[kind].append(time.perf_counter() - start)
    return {kind: statistics.median(values[5:]) for kind, values in times.items()}


def best_rate(kind: str, steps: int, stories: Stories, validation: ValidationLoss) -> tuple[float, dict[str, float]]:
    tried = {}
    for rate in RATES[kind]:
        losses = [final_loss(config(kind, rate, steps, seed), stories, validation) for seed in CHOOSING]
        tried[f"{rate:g}"] = round(statistics.mean(loss for loss in losses if loss is not None), 4)
        say(kind, rate, losses)
    return min(RATES[kind], key=lambda rate: tried[f"{rate:g}"]), tried


def main() -> None:
    stories = load_stories()
    validation = validation_loss(stories)
    seconds = step_seconds()
    ratio = seconds["muon"] / seconds["adamw"]
    steps = {"muon": MUON_STEPS, "adamw": round(MUON_STEPS * ratio)}
    say(seconds, f"ratio {ratio:.3f}", steps)
    results: dict[str, object] = {
        "milliseconds a step": {kind: round(1000 * value, 2) for kind, value in seconds.items()},
        "Muon's step over AdamW's": round(ratio, 3),
        "steps": steps,
    }
    for kind in RATES:
        rate, tried = best_rate(kind, steps[kind], stories, validation)
        curves = []
        for seed in SEEDS:
            scores = run(config(kind, rate, steps[kind], seed, EVERY), stories, validation).scores
            curves.append([round(score["validation"], 4) for score in scores])
            at = [int(score["step"]) for score in scores]
            say(kind, rate, seed, curves[-1][-1])
        results[kind] = {
            "validation loss by rate (choosing seeds)": tried,
            "rate": rate,
            "seconds": [round(step * seconds[kind], 2) for step in at],
            "curves": curves,
            "final": mean_and_deviation([curve[-1] for curve in curves]),
        }
    settings = {
        "model": "2 layers x 128, V 1024", "tokens a step": ROWS * SMALL.seq_len, "warm-down": 0.4, "threads": 1,
        "rates": RATES, "AdamW's true rates": [round(rate * WIDTH_SCALE, 5) for rate in RATES["adamw"]],
        "choosing seeds": CHOOSING, "stories": "English, 16,000, whole cast, all plots",
    }  # fmt: skip
    copy_to_package(write_result("muon_vs_adamw", settings, SEEDS, results))


if __name__ == "__main__":
    main()
