"""The story model of chapter 5 with one part left out: what does each part contribute?

    python benchmarks/bench_model_ablations.py     # 8 models x 3 seeds, about 7 minutes on one thread

All models have the same settings: two layers of width 128, the English stories of chapter 5, the same batches in the
same order, Muon and AdamW with the rates of `OptimizerConfig`, which were chosen for the whole model. A seed is that
of the first weights. A run has diverged if its loss is not finite, or ends above ln V.

Writes benchmarks/results/model_ablations.json, and the copy that the notebook reads.
"""

from __future__ import annotations

import argparse
import math
import statistics
import tempfile
import time
from contextlib import closing
from typing import Any

import torch
from record import copy_to_package, write_result

from storybot.model.config import config_for_depth
from storybot.model.experiments.ablations import PARTS, Part, ablated_model
from storybot.training_loop import Corpus, OptimizerConfig, Optimizers, ValidationLoss, story_corpus

SEEDS = (0, 1, 2)
ROWS, SEQ_LEN, VOCAB, CLIP, VALIDATION_BATCHES = 4, 384, 1024, 1.0, 8
VARIANTS: tuple[Part | None, ...] = (None, *PARTS)


def run(corpus: Corpus, without: Part | None, seed: int, steps: int) -> dict[str, Any]:
    """Train one model; its losses, and the loss on the validation stories."""
    config = config_for_depth(2, VOCAB, SEQ_LEN)
    model = ablated_model(config, without, seed)
    optimizers = Optimizers(model, OptimizerConfig(), steps)
    losses, start = [], time.perf_counter()
    with closing(corpus.loader(ROWS, SEQ_LEN)) as loader:
        for step in range(steps):
            optimizers.schedule(step)
            loss = model(*next(loader))
            if not math.isfinite(loss.item()):
                break
            losses.append(loss.item())
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
            optimizers.step()
            model.zero_grad(set_to_none=True)
    seconds = time.perf_counter() - start
    with closing(corpus.loader(ROWS, SEQ_LEN, "validation")) as loader:
        validation = ValidationLoss(loader, VALIDATION_BATCHES)(model)
    return {
        "seed": seed,
        "parameters": model.num_parameters(),
        "first_loss": losses[0],
        "largest_loss": max(losses),
        "validation_loss": validation if math.isfinite(validation) else None,
        "steps_done": len(losses),
        "diverged": not math.isfinite(validation) or validation > math.log(VOCAB),
        "seconds": round(seconds, 1),
        "losses": [round(loss, 4) for loss in losses[:: max(1, steps // 50)]],
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200)
    args = parser.parse_args()
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        corpus = story_corpus("en", folder, n=4000, cast=1, plots=3)
        for without in VARIANTS:
            runs = [run(corpus, without, seed, args.steps) for seed in SEEDS]
            name = "whole" if without is None else f"without_{without}"
            values = [found["validation_loss"] for found in runs if not found["diverged"]]
            mean = statistics.mean(values) if values else math.nan
            sd = statistics.stdev(values) if len(values) > 1 else math.nan
            results[name] = {
                "validation_loss_mean": round(mean, 4) if values else None,  # of the runs that did not diverge
                "validation_loss_sd": round(sd, 4) if len(values) > 1 else None,
                "diverged": len(runs) - len(values),
                "runs": runs,
            }
            first = statistics.mean(found["first_loss"] for found in runs)
            diverged = f"{len(runs) - len(values)} of {len(runs)} diverged"
            print(f"{name:18} {mean:7.3f} ± {sd:.3f}  first loss {first:8.3f}  {diverged}", flush=True)
    settings = {
        "model": config_for_depth(2, VOCAB, SEQ_LEN).as_dict(),
        "corpus": {"language": "en", "n": 4000, "cast": 1, "plots": 3},
        "rows": ROWS,
        "steps": args.steps,
        "clip": CLIP,
        "optimizer": vars(OptimizerConfig()),
        "validation_batches": VALIDATION_BATCHES,
        "threads": torch.get_num_threads(),
        "rates": "chosen for the whole model, the same for all",
    }
    path = write_result("model_ablations", settings, SEEDS, results)
    copy_to_package(path, "model")


if __name__ == "__main__":
    main()
