"""Chapter 6 on the command line: `python -m storybot train --nproc 2`, and the same under torchrun."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from storybot.training_loop import commands as training_loop

if TYPE_CHECKING:
    from storybot.training_loop.strategy import Strategy


def add_to(groups: Any) -> None:
    """Teach chapter 5's `train` about several processes."""
    train: argparse.ArgumentParser = groups.choices["train"]
    add_options(train)
    train.add_argument("--nproc", type=int, default=1, metavar="N", help="train on N processes of this machine")
    train.add_argument("--max-restarts", type=int, default=3, help="after a process has died (default 3)")
    train.set_defaults(run=run_train)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--timeout", type=float, default=300.0, metavar="SECONDS", help="that ranks wait for each other"
    )
    parser.add_argument("--no-shard", action="store_true", help="every rank keeps the whole state of the optimizers")


def run_train(chosen: argparse.Namespace) -> None:
    """One process: chapter 5's command. Several: the same command under torchrun."""
    if chosen.nproc < 1:
        raise ValueError(f"--nproc must be at least 1, not {chosen.nproc}")
    if chosen.nproc == 1:
        training_loop.run_train(chosen)
        return
    training_loop.prepare(chosen, chosen.nproc)
    run_under_torchrun(chosen)


def run_under_torchrun(chosen: argparse.Namespace) -> None:
    """Start the ranks; they find in the folder what was decided."""
    from storybot.ddp.launcher import sigterm_as_keyboard_interrupt, started, torchrun_command

    told = ["--out", str(chosen.out), "--resume", chosen.resume or "auto", "--timeout", str(chosen.timeout)]
    for name in ("evaluate_every", "checkpoint_every", "sample_every", "keep"):
        value = getattr(chosen, name)
        told += [f"--{name.replace('_', '-')}", str(value)] if value is not None else []
    told += [f"--{name.replace('_', '-')}" for name in ("compile", "no_shard") if getattr(chosen, name)]
    with started(torchrun_command("storybot.ddp", told, chosen.nproc, chosen.max_restarts), chosen.nproc) as agent:
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
        raise ChildProcessError(f"torchrun ended with code {code}; go on with --resume auto")


def prepare_once(chosen: argparse.Namespace, world: Strategy) -> Exception | None:
    """Rank 0 decides what the run is, unless that was done before; what is wrong with it is given back."""
    if world.rank != 0 or (chosen.resume is not None and (chosen.out / "run.json").exists()):
        return None
    try:
        training_loop.prepare(chosen, world.size)
    except (ValueError, OSError) as problem:
        return problem
    return None


def run_rank(chosen: argparse.Namespace) -> None:
    """What each process does that torchrun has started."""
    import os

    from storybot.ddp.process_group import compute_cleanup, compute_init
    from storybot.ddp.strategy import make_strategy

    place = compute_init(chosen.timeout)
    try:
        world = make_strategy(place, shard=not chosen.no_shard)
        if os.environ.get("TORCHELASTIC_RESTART_COUNT", "0") != "0":
            chosen.resume = "auto"  # somebody has died: go on from the last good checkpoint
        problem = prepare_once(chosen, world)
        if world.any(problem is not None):  # all end together, and rank 0 says why
            if problem is not None:
                raise problem
            return
        training_loop.run_training(chosen, world)
    finally:
        compute_cleanup()
