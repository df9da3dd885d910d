"""`torchrun --standalone --nproc-per-node=2 -m storybot.ddp --out run`: `storybot train` as one rank of several."""

from __future__ import annotations

import sys

from storybot.cli.main import run_command
from storybot.cli.train import rank_parser

if __name__ == "__main__":
    sys.exit(run_command(rank_parser().parse_args()))
