"""Chapter 5: the final validation loss with different learning-rate schedules. Three seeds each.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_schedules.py     # ten minutes on one core

400 steps of the chapter's small model with Muon and AdamW at the package's rates. First the warm-down takes from none
to four fifths of the run, without a warm-up; then a warm-up of 20 or 100 steps is added to the usual warm-down.
"""

from __future__ import annotations

from record import copy_to_package, write_result
from tiny_runs import ROWS, SMALL, final_loss, load_stories, mean_and_deviation, say, validation_loss

from storybot.training_loop import OptimizerConfig, TrainConfig

SEEDS = [0, 1, 2]
STEPS = 400
WARMDOWNS = [0.0, 0.2, 0.4, 0.6, 0.8]
WARMUPS = [20, 100]  # steps, with the warm-down of the package


def main() -> None:
    stories = load_stories()
    validation = validation_loss(stories)
    tried = {f"warm-down {share:g}": OptimizerConfig(warmdown=share) for share in WARMDOWNS}
    tried |= {f"warm-up {steps}": OptimizerConfig(warmup=steps) for steps in WARMUPS}
    results = {}
    for name, optimizer in tried.items():
        losses = [
            final_loss(
                TrainConfig(SMALL, STEPS, ROWS, optimizer=optimizer, seed=seed, dtype="float32"), stories, validation
            )
            for seed in SEEDS
        ]
        found = [loss for loss in losses if loss is not None]
        results[name] = {"losses": losses, **mean_and_deviation(found)}
        say(name, results[name])
    settings = {
        "model": "2 layers x 128, V 1024", "steps": STEPS, "tokens a step": ROWS * SMALL.seq_len, "threads": 1,
        "optimizer": "Muon and AdamW, the package's rates", "warm-down with a warm-up": OptimizerConfig().warmdown,
        "stories": "English, 16,000, whole cast, all plots",
    }  # fmt: skip
    copy_to_package(write_result("schedules", settings, SEEDS, results))


if __name__ == "__main__":
    main()
