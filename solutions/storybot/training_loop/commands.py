"""Chapter 5 on the command line: `python -m storybot train`, `sample` and `plot`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storybot.languages import LANGUAGES

if TYPE_CHECKING:
    from storybot.training_loop.strategy import Strategy


def add_to(groups: Any) -> None:
    """Add `train`, `sample` and `plot`."""
    train = groups.add_parser("train", help="train a model (chapter 5)")
    train.add_argument("--preset", default="laptop", help="laptop (a minute, the default), evening, gpu")
    train.add_argument("--lang", choices=LANGUAGES, default="en", help="the course's stories in this language")
    train.add_argument("--data", type=Path, help="a folder of Parquet shards of your own, with --tokenizer")
    train.add_argument("--tokenizer", type=Path)
    train.add_argument("--depth", type=int, help="layers; the width is 64 for each")
    train.add_argument("--seq-len", type=int, help="tokens in a row")
    train.add_argument("--device-batch", type=int, help="rows at a time")
    train.add_argument("--total-batch", type=int, help="tokens in a step")
    train.add_argument("--minutes", type=float, help="train for about so long")
    train.add_argument("--steps", type=int, help="or for so many steps")
    train.add_argument("--cast", type=int, help="how many people and things for each role of the stories")
    train.add_argument("--plots", type=int, help="how many plots the stories have")
    train.add_argument("--out", type=Path, default=Path("run"), help="the folder of the run (default: run)")
    train.add_argument(
        "--resume", metavar="auto|CHECKPOINT", help="go on from the newest good checkpoint, or from this one"
    )
    train.add_argument("--evaluate-every", type=int, metavar="STEPS", help="default: a tenth of the run")
    train.add_argument("--checkpoint-every", type=int, metavar="STEPS", help="default: a tenth of the run")
    train.add_argument("--sample-every", type=int, metavar="STEPS", help="print some words it tells (default: never)")
    train.add_argument("--keep", type=int, help="checkpoints to keep (default 2)")
    train.add_argument("--compile", action="store_true", help="torch.compile: faster steps after a slow start")
    train.set_defaults(run=run_train)

    sample = groups.add_parser("sample", help="let a trained model tell stories")
    sample.add_argument("folder", type=Path, help="the folder of a run")
    sample.add_argument("--prompt", default="")
    sample.add_argument("--n", type=int, default=1, help="how many (default 1)")
    sample.add_argument("--max-tokens", type=int, default=500)
    sample.add_argument("--temperature", type=float, default=0.5)
    sample.add_argument("--top-k", type=int, default=50)
    sample.add_argument("--seed", type=int, default=0)
    sample.set_defaults(run=run_sample)

    plot = groups.add_parser("plot", help="draw the log of a run")
    plot.add_argument("folder", type=Path, help="the folder of a run")
    plot.add_argument("--out", type=Path, help="a picture (default: plot.png in the folder)")
    plot.set_defaults(run=run_plot)


def run_train(chosen: argparse.Namespace) -> None:
    from storybot.training_loop.strategy import SINGLE_PROCESS

    prepare(chosen)
    run_training(chosen, SINGLE_PROCESS)


def prepare(chosen: argparse.Namespace, processes: int = 1) -> None:
    """Decide what the run is, and write it down; a run that is resumed has that already."""
    from storybot.training_loop.checkpoint import checkpoints
    from storybot.training_loop.run_folder import (
        RUN,
        find_corpus,
        fit_batch_to_ranks,
        make_plan,
        override_preset,
        read_run,
        write_run,
    )

    folder = chosen.out
    if chosen.resume is not None and (folder / RUN).exists():
        config, _ = read_run(folder)
        print(f"going on with what {folder / RUN} says: {config.steps:,} steps, depth {config.model.depth}", flush=True)
    elif checkpoints(folder):
        raise FileExistsError(f"{folder} holds a run already; go on with --resume auto, or give another --out")
    else:
        wishes = ("depth", "seq_len", "device_batch", "total_batch", "minutes", "cast", "plots")
        preset = override_preset(chosen.preset, **{name: getattr(chosen, name) for name in wishes})
        if chosen.total_batch is None:
            preset = fit_batch_to_ranks(preset, processes)
        corpus = find_corpus(folder, preset, chosen.lang, chosen.data, chosen.tokenizer)
        config, plan = make_plan(preset, corpus, steps=chosen.steps, world_size=processes)
        stories = {"preset": chosen.preset, "lang": chosen.lang, "cast": preset.cast, "plots": preset.plots}
        write_run(folder, config, corpus, stories if chosen.data is None else None)
        print(f"{chosen.preset}: {plan}", flush=True)


def run_training(chosen: argparse.Namespace, world: Strategy) -> None:
    """Train what `prepare` has written down. Every process of the world calls it; rank 0 does the talking."""
    from dataclasses import replace

    from storybot.training_loop.callbacks import Bar, SampleCallback, every
    from storybot.training_loop.loop import Callback, train
    from storybot.training_loop.run_folder import read_run
    from storybot.training_loop.sample import sample_text
    from storybot.training_loop.validation import ValidationLoss

    folder = chosen.out
    config, corpus = read_run(folder)
    schedules = {name: getattr(chosen, name) for name in ("evaluate_every", "checkpoint_every", "keep")}
    config = replace(config, compile=chosen.compile, **{k: v for k, v in schedules.items() if v is not None})
    rows, seq_len = config.device_batch, config.model.seq_len
    held_out = corpus.loader(rows, seq_len, "validation")
    evaluators = {"validation": ValidationLoss(held_out, world=world)}
    held_out.close()
    callbacks: list[Callback] = []
    if world.rank == 0:
        teller = SampleCallback(corpus.tokenizer, corpus.openings(1)[0])
        callbacks = [Bar(), every(chosen.sample_every or 0, teller)]
    lanes = corpus.lanes(rows, seq_len, config.accumulation, world.rank, world.size)
    try:
        result = train(
            config, lanes, folder=folder, resume=chosen.resume, evaluators=evaluators, callbacks=callbacks, world=world,
        )  # fmt: skip
    finally:
        lanes.close()
    if world.rank != 0:
        return
    if result.interrupted:
        print(f"\nstopped after step {result.steps}; go on with: python -m storybot train --out {folder} --resume auto")
        return
    if result.scores:
        print(f"{folder}: validation loss {result.scores[-1]['validation']:.3f} after {result.steps} steps")
    for opening in corpus.openings():
        print("---\n" + sample_text(result.model, corpus.tokenizer, opening, max_tokens=500)[0])


def run_sample(chosen: argparse.Namespace) -> None:
    from storybot.training_loop.run_folder import load_model
    from storybot.training_loop.sample import sample_text

    model, tokenizer = load_model(chosen.folder)
    options = {"temperature": chosen.temperature, "top_k": chosen.top_k, "seed": chosen.seed}
    for story in sample_text(model, tokenizer, chosen.prompt, chosen.n, max_tokens=chosen.max_tokens, **options):
        print(story if chosen.n == 1 else f"---\n{story}")


def run_plot(chosen: argparse.Namespace) -> None:
    from storybot.training_loop.plot import plot_run

    print(plot_run(chosen.folder, chosen.out))
