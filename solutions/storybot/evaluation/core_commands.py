"""CORE on the command line: `python -m storybot eval core RUN`, and the same under torchrun.

torchrun --standalone --nproc-per-node=2 -m storybot eval core run
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_to(actions: Any) -> None:
    """Add `core`."""
    core = actions.add_parser("core", help="tasks against chance: multiple choice, schema, language modelling")
    core.add_argument("folder", type=Path, help="the folder of a run; core.json is written into it")
    core.add_argument("--bundle", type=Path, help="a folder of tasks in the public layout (default: the course's own)")
    core.add_argument(
        "--config", default="core.yaml", help="its list of tasks (default: core.yaml; of ours also core_ko.yaml etc.)"
    )
    core.add_argument("--max-per-task", type=int, metavar="N", help="ask N items of each task (default: all)")
    core.add_argument("--baselines", default="v1", help="v1 as in the bundle (the default), or v2, DCLM's corrected")
    core.add_argument("--fresh", action="store_true", help="begin anew, whatever core.json says")
    core.set_defaults(run=run_core)


def run_core(chosen: argparse.Namespace) -> None:
    from storybot.ddp.printing import print0
    from storybot.evaluation.core.bundle import read_bundle
    from storybot.evaluation.core.evaluate import evaluate_core
    from storybot.evaluation.joined import joined
    from storybot.training_loop.run_folder import load_model

    bundle = read_bundle(chosen.bundle, chosen.config)
    model, tokenizer = load_model(chosen.folder)
    shots = {task.label: task.shots for task in bundle.tasks}
    width = max(map(len, shots))

    def row(label: str, one: dict[str, Any]) -> None:
        if label == bundle.tasks[0].label:
            print0(f"{'task':{width}} shots      n accuracy chance centred")
        cut = f"  ({one['truncated']:,} truncated)" if one["truncated"] else ""
        print0(
            f"{label:{width}} {shots[label]:5} {one['n']:6,} {one['accuracy']:8.3f} {one['baseline'] / 100:6.3f} "
            f"{one['centered']:7.3f}{cut}"
        )

    with joined() as (world, device):
        try:
            scores = evaluate_core(
                model.to(device), tokenizer, bundle, chosen.folder, max_per_task=chosen.max_per_task,
                baselines=chosen.baselines, fresh=chosen.fresh, world=world, on_task=row,
            )  # fmt: skip
        except KeyboardInterrupt:
            raise InterruptedError("stopped; the same command goes on after the last task in core.json") from None
        print0(f"CORE ({scores['baselines']}) {scores['core']:.4f}")
