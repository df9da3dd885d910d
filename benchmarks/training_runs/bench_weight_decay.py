"""Chapter 5: weight decay in less than one epoch, and where few stories are read many times. Three seeds each.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_weight_decay.py     # four minutes on one core

The decay acts on the matrices of the blocks (Muon's part); embedding and head have none. Reported are the validation
loss, the training loss (mean of the last 20 steps) and the norm of all decayed matrices together at the end.
"""

from __future__ import annotations

import statistics

import torch
from record import copy_to_package, write_result
from tiny_runs import ROWS, SMALL, Stories, load_stories, run, say, validation_loss

from storybot.training_loop import OptimizerConfig, TrainConfig

SEEDS = [0, 1, 2]
DECAYS = [0.0, 0.1, 1.0]
FEW = 40  # stories


def main() -> None:
    many = load_stories(4000, cast=1, plots=3)
    few = Stories(many.tokenizer, many.training[:FEW], many.validation)
    validation = validation_loss(many)
    results: dict[str, dict[str, list[float]]] = {}
    for name, stories, steps in (("less than one epoch", many, 150), ("many epochs", few, 250)):
        for decay in DECAYS:
            rows: dict[str, list[float]] = {"validation": [], "training": [], "norm": []}
            for seed in SEEDS:
                optimizer = OptimizerConfig(weight_decay=decay)
                config = TrainConfig(SMALL, steps, ROWS, optimizer=optimizer, seed=seed, dtype="float32")
                result = run(config, stories, validation)
                matrices = torch.cat([weight.detach().flatten() for weight in result.model.blocks.parameters()])
                rows["validation"].append(round(result.scores[-1]["validation"], 4))
                rows["training"].append(round(statistics.mean(result.losses[-20:]), 4))
                rows["norm"].append(round(matrices.norm().item(), 2))
            results[f"{name}, decay {decay:g}"] = rows
            say(f"{name}, decay {decay:g}", rows)
    settings = {
        "model": "2 layers x 128, V 1024", "tokens a step": ROWS * SMALL.seq_len, "threads": 1, "decays": DECAYS,
        "optimizer": "Muon and AdamW, matrix_lr 0.02: a decay of 0.1 takes 0.2% a step", "few stories": FEW,
        "steps": {"less than one epoch": 150, "many epochs": 250}, "tokens in the few": sum(map(len, few.training)),
        "stories": "English, 4,000, cast 1, 3 plots",
    }  # fmt: skip
    copy_to_package(write_result("weight_decay", settings, SEEDS, results))


if __name__ == "__main__":
    main()
