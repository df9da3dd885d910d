"""`storybot train` and `plot`: chapters 5 and 6. `run_rank` is what every process does that torchrun has started."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storybot.languages import LANGUAGES

if TYPE_CHECKING:
    from storybot.training_loop.runs.start import RunOptions
    from storybot.training_loop.strategy import Strategy

FORWARDED = ("evaluate_every", "checkpoint_every", "sample_every", "keep")  # from the command to its ranks
FORWARDED_FLAGS = ("compile", "no_shard")


def add_commands(commands: Any) -> None:
    """Add `train` and `plot`."""
    train = commands.add_parser("train", help="train a model, on one process or several (chapters 5 and 6)")
    add_run_options(train)
    add_loop_options(train)
    add_rank_options(train)
    train.add_argument("--nproc", type=int, default=1, metavar="N", help="train on N processes of this machine")
    train.add_argument("--max-restarts", type=int, default=3, help="after a process has died (default 3)")
    train.set_defaults(
        run=run_train,
        interrupted="checkpoints stay in {args.out}; resume with: storybot train --out {args.out} --resume auto",
    )

    plot = commands.add_parser("plot", help="draw the log of a run")
    plot.add_argument("folder", type=Path, help="the folder of a run")
    plot.add_argument("--out", type=Path, help="a picture (default: plot.png in the folder)")
    plot.set_defaults(run=run_plot)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """What the run is: the fields of `RunOptions`."""
    parser.add_argument("--preset", help="laptop (a minute, the default), hour, evening, gpu")
    parser.add_argument("--lang", choices=LANGUAGES, help="the course's stories in this language (default en)")
    parser.add_argument("--data", type=Path, help="a folder of Parquet shards of your own, with --tokenizer")
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--depth", type=int, help="layers; the width is 64 for each")
    parser.add_argument("--seq-len", type=int, help="tokens in a row")
    parser.add_argument("--device-batch", type=int, help="rows at a time")
    parser.add_argument("--total-batch", type=int, help="tokens in a step")
    parser.add_argument("--minutes", type=float, help="train for about this long")
    parser.add_argument("--steps", type=int, help="or for this many steps")
    parser.add_argument("--cast", type=int, help="how many people and things for each role of the stories")
    parser.add_argument("--plots", type=int, help="how many plots the stories have")


def add_loop_options(parser: argparse.ArgumentParser) -> None:
    """Where the run is, and what happens along the way."""
    parser.add_argument("--out", type=Path, default=Path("run"), help="the folder of the run (default: run)")
    parser.add_argument(
        "--resume", metavar="auto|CHECKPOINT", help="continue from the newest valid checkpoint, or from this one"
    )
    parser.add_argument(
        "--restart", action="store_true", help="with --resume auto: if all checkpoints are damaged, start from 0"
    )
    parser.add_argument("--evaluate-every", type=int, metavar="STEPS", help="default: a tenth of the run")
    parser.add_argument("--checkpoint-every", type=int, metavar="STEPS", help="default: a tenth of the run")
    parser.add_argument("--sample-every", type=int, metavar="STEPS", help="print some words it tells (default: never)")
    parser.add_argument("--keep", type=int, help="checkpoints to keep (default 2)")
    parser.add_argument("--compile", action="store_true", help="torch.compile: faster steps after a slow start")


def add_rank_options(parser: argparse.ArgumentParser) -> None:
    """What matters with several processes only."""
    parser.add_argument(
        "--timeout", type=float, default=300.0, metavar="SECONDS", help="that ranks wait for each other (default 300)"
    )
    parser.add_argument("--no-shard", action="store_true", help="every rank keeps the whole state of the optimizers")


def run_train(args: argparse.Namespace) -> None:
    """One process trains here; several train under torchrun."""
    from storybot.training_loop.runs.start import prepare_run

    if args.nproc < 1:
        raise ValueError(f"--nproc must be at least 1, not {args.nproc}")
    prepare_run(args.out, run_options(args), resume=args.resume, restart=args.restart, world_size=args.nproc)
    if args.nproc == 1:
        train_prepared(args)
    else:
        run_under_torchrun(args)


def run_options(args: argparse.Namespace) -> RunOptions:
    """The options that say what the run is."""
    from storybot.training_loop.runs.start import RunOptions

    return RunOptions(**{field.name: getattr(args, field.name) for field in fields(RunOptions)})


def train_prepared(args: argparse.Namespace, strategy: Strategy | None = None) -> None:
    """Train what `prepare_run` has written down, in this process."""
    from storybot.training_loop.runs.start import run_training
    from storybot.training_loop.strategy import SINGLE_PROCESS

    run_training(
        args.out,
        strategy or SINGLE_PROCESS,
        resume=args.resume,
        evaluate_every=args.evaluate_every,
        checkpoint_every=args.checkpoint_every,
        sample_every=args.sample_every or 0,
        keep=args.keep,
        compile=args.compile,
    )


def run_under_torchrun(args: argparse.Namespace) -> None:
    """Start the ranks, which find in the folder what the run is, and print what they print."""
    from storybot.ddp.launcher import sigterm_as_keyboard_interrupt, torchrun, torchrun_command, warn_if_oversubscribed

    warn_if_oversubscribed(args.nproc)
    command = torchrun_command("storybot.ddp", rank_arguments(args), args.nproc, args.max_restarts)
    with torchrun(command, args.nproc) as agent:
        assert agent.stdout is not None
        try:
            with sigterm_as_keyboard_interrupt():
                for line in agent.stdout:
                    print(line, end="", flush=True)
        except KeyboardInterrupt:  # the ranks finish their step and write a checkpoint
            agent.terminate()
            for line in agent.stdout:
                print(line, end="", flush=True)
        code = agent.wait()
    if code:
        raise ChildProcessError(f"torchrun ended with code {code}; continue with --resume auto")


def rank_arguments(args: argparse.Namespace) -> list[str]:
    """The options of one rank."""
    arguments = ["--out", str(args.out), "--resume", args.resume or "auto", "--timeout", str(args.timeout)]
    for name in FORWARDED:
        if getattr(args, name) is not None:
            arguments += [f"--{name.replace('_', '-')}", str(getattr(args, name))]
    return arguments + [f"--{name.replace('_', '-')}" for name in FORWARDED_FLAGS if getattr(args, name)]


def rank_parser() -> argparse.ArgumentParser:
    """The parser of `python -m storybot.ddp`: the options of `train` without those that start processes."""
    parser = argparse.ArgumentParser(prog="storybot.ddp")
    add_run_options(parser)
    add_loop_options(parser)
    add_rank_options(parser)
    parser.set_defaults(run=run_rank)
    return parser


def run_rank(args: argparse.Namespace) -> None:
    """What each process does that torchrun has started."""
    import os

    from storybot.ddp.process_group import process_group
    from storybot.ddp.strategy import make_strategy

    with process_group(args.timeout) as rank_info:
        strategy = make_strategy(rank_info, shard=not args.no_shard)
        if os.environ.get("TORCHELASTIC_RESTART_COUNT", "0") != "0":
            args.resume = "auto"  # a rank has died: continue from the last valid checkpoint
        problem = prepare_on_rank_0(args, strategy)
        if strategy.any_rank(problem is not None):  # all ranks end together, and rank 0 says why
            if problem is not None:
                raise problem
            return
        train_prepared(args, strategy)


def prepare_on_rank_0(args: argparse.Namespace, strategy: Strategy) -> Exception | None:
    """Rank 0 decides what the run is, unless that was done before; a problem with it is returned."""
    from storybot.training_loop.runs.run_folder import RUN_FILE
    from storybot.training_loop.runs.start import prepare_run, refuse_other_options

    if strategy.rank != 0:
        return None
    try:
        if args.resume is not None and (args.out / RUN_FILE).exists():
            refuse_other_options(args.out, run_options(args))
        else:
            prepare_run(args.out, run_options(args), resume=args.resume, restart=args.restart, world_size=strategy.size)
    except (ValueError, OSError) as problem:
        return problem
    return None


def run_plot(args: argparse.Namespace) -> None:
    from storybot.training_loop.runs.plot import plot_run

    print(plot_run(args.folder, args.out))
