"""What the tests run under torchrun: `-m tests.evaluation.workers RUN FOLDER`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from storybot.ddp.process_group import process_group
from storybot.ddp.strategy import make_strategy
from storybot.evaluation import evaluate_bpb, evaluate_core, read_bundle, token_bytes
from storybot.training_loop.runs.run_folder import load_model, read_run
from storybot.training_loop.strategy import Strategy

BATCHES = 5  # an odd number: one of two ranks has more to do


def evaluate(run: Path, folder: Path, strategy: Strategy) -> dict[str, Any]:
    """Bits per byte and CORE, as one rank of several."""
    model, tokenizer = load_model(run)
    loader = read_run(run)[1].loader(2, model.config.seq_len, "validation")
    mine = list(islice(loader, strategy.rank, BATCHES, strategy.size))
    loader.close()
    return {
        "batches": len(mine),
        "bpb": evaluate_bpb(model, mine, token_bytes(tokenizer), strategy),
        "core": asdict(
            evaluate_core(
                model, tokenizer, read_bundle(config="core_ko.yaml"), folder, max_per_task=9, strategy=strategy
            )
        ),
    }


def main(run: Path, folder: Path) -> None:
    with process_group() as rank_info:
        strategy = make_strategy(rank_info)
        answer = {"rank": strategy.rank, "size": strategy.size, **evaluate(run, folder / f"{strategy.rank}", strategy)}
        (folder / f"answer_{strategy.rank}.json").write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
