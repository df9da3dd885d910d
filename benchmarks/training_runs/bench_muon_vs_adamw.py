"""Chapter 5: Muon and AdamW against AdamW alone in equal time, each at the best of its rates, five seeds each.

    PYTHONPATH=benchmarks GOMP_SPINCOUNT=2000 python benchmarks/training_runs/bench_muon_vs_adamw.py    # half an hour

First the two kinds of steps are timed in turn, and AdamW gets as many more steps as its step is faster. Two seeds
choose each side's rate for the matrices in the blocks; embedding and head have AdamW with the same rates on both
sides. Five other seeds, of the first weights, are then compared. Model, length and packing are those of the default
run, and the stories have six people and things for each role, which a minute of training only just learns.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import torch
from record import copy_to_package, write_result
from tiny_runs import mean_and_deviation, say

from storybot.training_loop import (
    Corpus,
    OptimizerConfig,
    Optimizers,
    TrainConfig,
    TrainResult,
    ValidationLoss,
    config_for_depth,
    init_model,
    story_corpus,
    train,
)

MODEL = config_for_depth(2, vocab_size=2048, seq_len=320)
ROWS = 5
MUON_STEPS = 1400
EVERY = 100  # steps between two evaluations
# of the matrices in the blocks, as given to OptimizerConfig; so many that the best is not at an end of the list
RATES = {"muon": [0.006, 0.012, 0.024], "adamw": [0.0005, 0.001, 0.002, 0.004]}
CHOOSING, SEEDS = [100, 101], [0, 1, 2, 3, 4]


def run(kind: str, rate: float, steps: int, seed: int, corpus: Corpus, evaluate_every: int = 0) -> TrainResult:
    rates = {"matrix_lr": rate} if kind == "muon" else {"adamw_lr": rate}
    optimizer = OptimizerConfig(kind, warmup=20, **rates)  # type: ignore[arg-type]
    config = TrainConfig(
        MODEL, steps, ROWS, optimizer=optimizer, seed=seed, dtype="float32", evaluate_every=evaluate_every
    )
    validation = ValidationLoss(corpus.loader(ROWS, MODEL.seq_len, "validation"), 24)
    return train(config, corpus.loader(ROWS, MODEL.seq_len), evaluators={"validation": validation})


def step_seconds(rounds: int = 80) -> dict[str, float]:
    """The median time of a step with each, the two interleaved so that both see the same machine."""
    inputs, targets = torch.randint(MODEL.vocab_size, (2, ROWS, MODEL.seq_len))
    models = {kind: init_model(MODEL) for kind in RATES}
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


def try_rates(kind: str, steps: int, corpus: Corpus) -> dict[float, list[float]]:
    """The validation losses of the choosing seeds, by rate."""
    tried: dict[float, list[float]] = {}
    for rate in RATES[kind]:
        results = [run(kind, rate, steps, seed, corpus) for seed in CHOOSING]
        tried[rate] = [round(result.scores[-1]["validation"], 4) for result in results]
        say(kind, rate, tried[rate])
    return tried


def main() -> None:
    folder = Path(tempfile.gettempdir()) / "storybot-muon-vs-adamw"
    corpus = story_corpus("en", folder, 8000, MODEL.vocab_size, cast=6, plots=5, packing="best_fit")
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
        tried = try_rates(kind, steps[kind], corpus)
        rate = min(tried, key=lambda rate: sum(tried[rate]))
        curves = []
        for seed in SEEDS:
            scores = run(kind, rate, steps[kind], seed, corpus, EVERY).scores
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
        "model": "2 layers x 128, V 2048, T 320", "tokens a step": ROWS * MODEL.seq_len, "warm-down": 0.4,
        "threads": torch.get_num_threads(), "rates": RATES, "choosing seeds": CHOOSING,
        "stories": "English, 8,000, cast 6, 5 plots, one story a row",
    }  # fmt: skip
    copy_to_package(write_result("muon_vs_adamw", settings, SEEDS, results))


if __name__ == "__main__":
    main()
