"""Chapter 5: the final validation loss over the learning rate. AdamW, nine rates, three seeds.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_learning_rates.py     # two minutes on one core

One rate for all parameters, given as the rate that AdamW really uses: `OptimizerConfig` takes rates for a model 768
wide and `Optimizers` multiplies them by (width / 768) ** -0.5, so here each is divided by that first.
"""

from __future__ import annotations

import math

from record import copy_to_package, write_result
from tiny_runs import SMALL, WIDTH_SCALE, final_loss, load_stories, say, validation_loss

from storybot.training_loop import OptimizerConfig, TrainConfig

RATES = [10 ** (-4 + i / 2) for i in range(9)]  # 0.0001 to 1
SEEDS = [0, 1, 2]
STEPS = 120
ROWS = 4  # a step is 4 x 128 = 512 tokens


def main() -> None:
    stories = load_stories()
    validation = validation_loss(stories)
    losses: dict[str, list[float | None]] = {}
    for rate in RATES:
        given = rate / WIDTH_SCALE
        optimizer = OptimizerConfig("adamw", embedding_lr=given, head_lr=given, adamw_lr=given)
        losses[f"{rate:.2g}"] = [
            final_loss(
                TrainConfig(SMALL, STEPS, ROWS, optimizer=optimizer, spike=math.inf, seed=seed, dtype="float32"),
                stories,
                validation,
            )
            for seed in SEEDS
        ]
        say(f"{rate:.2g}", losses[f"{rate:.2g}"])
    settings = {
        "model": "2 layers x 128, V 1024", "steps": STEPS, "tokens a step": ROWS * SMALL.seq_len, "warm-down": 0.4,
        "stories": "English, 16,000, whole cast, all plots", "threads": 1, "rates": [round(rate, 6) for rate in RATES],
    }  # fmt: skip
    copy_to_package(write_result("learning_rates", settings, SEEDS, {"validation loss by rate": losses}))


if __name__ == "__main__":
    main()
