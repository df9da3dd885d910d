"""`main`: build the parser, run one command, turn a problem with the input into one clear line.

storybot tokenizer train stories.txt --vocab-size 1000 --out tokenizer.json
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import MutableMapping

import storybot
from storybot.cli import data, doctor, evaluate, progress, sample, tokenizer, train
from storybot.errors import ReadableError

SPIN_COUNT = "2000"  # see `limit_spinning`
INTERRUPTED = "no file was changed"  # true of commands that write one file atomically at the end; others say more


def limit_spinning(environment: MutableMapping[str, str]) -> None:
    """Let OpenMP threads that wait spin for a moment, then sleep; must be called before PyTorch is imported.

    To sleep at once makes a step of a small model a third slower on a quiet machine. To spin without end, PyTorch's
    default, makes it five to ten times slower on a busy one (benchmarks/bench_waiting_threads.py). Who has chosen
    otherwise keeps that choice.

    >>> chosen = {"OMP_WAIT_POLICY": "ACTIVE"}
    >>> limit_spinning(chosen)
    >>> chosen
    {'OMP_WAIT_POLICY': 'ACTIVE'}
    """
    if "OMP_WAIT_POLICY" not in environment:
        environment.setdefault("GOMP_SPINCOUNT", SPIN_COUNT)


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(prog="storybot", description="From bytes to stories, on real data.")
    parser.add_argument("--version", action="version", version=f"storybot {storybot.__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for group in (tokenizer, data, train, sample, evaluate, progress, doctor):
        group.add_commands(commands)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command. A problem with the input is one clear line and exit code 2, not a traceback."""
    limit_spinning(os.environ)
    arguments = sys.argv[1:] if arguments is None else arguments
    debug = "--debug" in arguments
    args = build_parser().parse_args([argument for argument in arguments if argument != "--debug"])
    return run_command(args, debug)


def run_command(args: argparse.Namespace, debug: bool = False) -> int:
    """Call `args.run(args)`; gives the exit code."""
    try:
        args.run(args)
    except KeyboardInterrupt:
        if debug:
            traceback.print_exc()
        print(f"storybot: interrupted; {getattr(args, 'interrupted', INTERRUPTED)}".format(args=args), file=sys.stderr)
        return 130
    except Exception as problem:
        if debug:
            traceback.print_exc()
        elif not is_expected(problem):
            raise
        print(f"storybot: {problem}", file=sys.stderr, flush=True)
        return 2
    return 0


def is_expected(problem: Exception) -> bool:
    """Whether an error speaks for itself: bad input, a file, a worker or a rank that died. Others are our bugs."""
    return isinstance(problem, (ValueError, OSError, ReadableError))
