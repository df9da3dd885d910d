"""`torchrun --standalone --nproc-per-node=2 -m storybot.ddp --out run`: what every rank runs."""

from __future__ import annotations

import argparse
import sys

from storybot.ddp import commands
from storybot.training_loop import commands as training_loop
from storybot.training_loop.stopped import TrainingStoppedError


def main(arguments: list[str]) -> int:
    """Chapter 5's `train` with its options, as one rank of the group."""
    from storybot.ddp.collective_trace import CollectiveError

    parser = argparse.ArgumentParser(prog="storybot.ddp")
    groups = parser.add_subparsers()
    training_loop.add_to(groups)
    commands.add_options(groups.choices["train"])
    chosen = parser.parse_args(["train", *arguments])
    try:
        commands.run_rank(chosen)
    except (ValueError, OSError, TrainingStoppedError, CollectiveError) as problem:
        print(f"storybot: {problem}", file=sys.stderr, flush=True)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
