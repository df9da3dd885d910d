"""What the tests run under torchrun: `-m tests.evaluation.workers RUN FOLDER`."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

from storybot.evaluation import evaluate_bpb, evaluate_core, read_bundle, token_bytes
from storybot.evaluation.joined import joined
from storybot.training_loop.run_folder import load_model, read_run
from storybot.training_loop.strategy import Strategy

BATCHES = 5  # an odd number: one of two ranks has more to do


def evaluate(run: Path, folder: Path, world: Strategy) -> dict[str, Any]:
    """Bits per byte and CORE, as one rank of the world."""
    model, tokenizer = load_model(run)
    loader = read_run(run)[1].loader(2, model.config.seq_len, "validation")
    mine = list(islice(loader, world.rank, BATCHES, world.size))
    loader.close()
    return {
        "batches": len(mine),
        "bpb": evaluate_bpb(model, mine, token_bytes(tokenizer), world),
        "core": evaluate_core(
            model, tokenizer, read_bundle(config="core_ko.yaml"), folder, max_per_task=9, world=world
        ),
    }


def main(run: Path, folder: Path) -> None:
    with joined() as (world, _device):
        answer = {"rank": world.rank, "size": world.size, **evaluate(run, folder / f"{world.rank}", world)}
        (folder / f"answer_{world.rank}.json").write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
