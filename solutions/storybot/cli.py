"""The command line: each chapter's job on real data, one command a chapter.

python -m storybot tokenizer train stories.txt --vocab-size 1000 --out tokenizer.json
"""

from __future__ import annotations

import argparse
import sys

from storybot.bpe_basics import commands as bpe_basics
from storybot.data_pipeline import commands as data_pipeline
from storybot.ddp import commands as ddp
from storybot.evaluation import commands as evaluation
from storybot.optimized_merges import commands as optimized_merges
from storybot.parallel_pretokenization import WorkerDiedError
from storybot.parallel_pretokenization import commands as parallel_pretokenization
from storybot.training_loop import commands as training_loop
from storybot.training_loop.stopped import TrainingStoppedError


def main(arguments: list[str] | None = None) -> int:
    """Run one command. A problem with the input is one clear line and exit code 2, not a traceback."""
    parser = argparse.ArgumentParser(prog="python -m storybot", description="From bytes to stories, on real data.")
    groups = parser.add_subparsers(dest="group", required=True, metavar="command")
    tokenizer = groups.add_parser("tokenizer", help="count, train, encode, decode, export, compare (chapters 1 to 3)")
    actions = tokenizer.add_subparsers(dest="action", required=True, metavar="action")
    bpe_basics.add_to(actions)
    parallel_pretokenization.add_to(actions)
    optimized_merges.add_to(actions)
    data_pipeline.add_to(groups)
    training_loop.add_to(groups)
    ddp.add_to(groups)
    evaluation.add_to(groups)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except (ValueError, OSError, WorkerDiedError, TrainingStoppedError) as problem:
        print(f"storybot: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("storybot: interrupted; no file was changed", file=sys.stderr)
        return 130
    return 0
