"""Chapter 7 on the command line: `python -m storybot eval` and `report`, and `sample` with a cache."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from storybot.evaluation import core_commands


def add_to(groups: Any) -> None:
    """Add `eval` with its actions and `report`, and teach chapter 5's `sample` what the Generator can."""
    evaluate = groups.add_parser("eval", help="score a trained model (chapter 7)")
    actions = evaluate.add_subparsers(dest="action", required=True, metavar="action")
    bpb = actions.add_parser("bpb", help="bits per byte of text that the model was not trained on")
    bpb.add_argument("folder", type=Path, help="the folder of a run")
    bpb.add_argument("--data", type=Path, help="a folder of Parquet shards (default: those of the run)")
    bpb.add_argument("--batches", type=int, default=20, help="of the validation shard (default 20)")
    bpb.set_defaults(run=run_bpb)
    core_commands.add_to(actions)

    sample: argparse.ArgumentParser = groups.choices["sample"]
    sample.add_argument("--top-p", type=float, help="draw from the likeliest tokens that together reach this")
    sample.add_argument("--stream", action="store_true", help="print as it comes; one story")
    sample.add_argument("--sliding", action="store_true", help="longer than the model sees: forget the beginning")
    sample.set_defaults(run=run_sample, max_tokens=None)  # None: as many as the model sees

    report = groups.add_parser("report", help="the report card of a run: a page, and Markdown beside it")
    report.add_argument("folder", type=Path, help="the folder of a run")
    report.add_argument("--out", type=Path, help="the page (default: report.html in the folder)")
    report.set_defaults(run=run_report)


def run_bpb(chosen: argparse.Namespace) -> None:
    from storybot.ddp.printing import print0
    from storybot.evaluation.belongs import check_vocab_size
    from storybot.evaluation.joined import joined
    from storybot.evaluation.report.measurements import validation_bpb
    from storybot.training_loop.data import Corpus
    from storybot.training_loop.run_folder import load_model, read_run

    if chosen.batches < 1:
        raise ValueError(f"--batches must be at least 1, not {chosen.batches}")
    config, corpus = read_run(chosen.folder)
    check_vocab_size(config.model, corpus.tokenizer)
    model, tokenizer = load_model(chosen.folder)
    data = Corpus(chosen.data or corpus.shards, tokenizer)
    with joined() as (world, device):
        print0(f"{validation_bpb(model.to(device), data, chosen.batches, world=world):.4f} bits per byte")


def run_sample(chosen: argparse.Namespace) -> None:
    from storybot.evaluation.generation.generator import Generator
    from storybot.training_loop.run_folder import load_model

    if chosen.n < 1 or (chosen.stream and chosen.n > 1):
        raise ValueError(f"--n is {chosen.n}; it must be at least 1, and 1 with --stream")
    generator = Generator(*load_model(chosen.folder))
    names = ("max_tokens", "temperature", "top_k", "top_p", "seed", "sliding")
    wishes = {name: getattr(chosen, name) for name in names}
    if chosen.stream:
        pieces = generator.stream(chosen.prompt, **wishes)
        first = next(pieces, "")  # a wish that cannot be met is told before anything is printed
        print(chosen.prompt + first, end="", flush=True)
        for piece in pieces:
            print(piece, end="", flush=True)
        print()
        return
    for story in generator.generate([chosen.prompt] * chosen.n, **wishes):
        print(chosen.prompt + story if chosen.n == 1 else f"---\n{chosen.prompt}{story}")


def run_report(chosen: argparse.Namespace) -> None:
    from storybot.evaluation.report.build import make_report

    page = make_report(chosen.folder, chosen.out)
    print(f"{page}\n{page.with_suffix('.md')}")
