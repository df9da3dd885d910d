"""`storybot eval bpb | core` and `report`: chapter 7. Under torchrun the ranks share the work.

torchrun --standalone --nproc-per-node=2 -m storybot eval core run
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storybot.evaluation.core.results_file import TaskScore


def add_commands(commands: Any) -> None:
    """Add the group `eval`, and `report`."""
    group = commands.add_parser("eval", help="score a trained model (chapter 7)")
    actions = group.add_subparsers(dest="action", required=True, metavar="action")
    bpb = actions.add_parser("bpb", help="bits per byte of text that the model was not trained on")
    bpb.add_argument("folder", type=Path, help="the folder of a run")
    bpb.add_argument("--data", type=Path, help="a folder of Parquet shards (default: those of the run)")
    bpb.add_argument("--batches", type=int, default=20, help="of the validation shard (default 20)")
    bpb.set_defaults(run=run_bpb)

    core = actions.add_parser("core", help="tasks against chance: multiple choice, schema, language modelling")
    core.add_argument("folder", type=Path, help="the folder of a run; core.json is written into it")
    core.add_argument("--bundle", type=Path, help="a folder of tasks in the public layout (default: the course's own)")
    core.add_argument(
        "--config", default="core.yaml", help="its list of tasks (default: core.yaml; of ours also core_ko.yaml etc.)"
    )
    core.add_argument("--max-per-task", type=int, metavar="N", help="ask N items of each task (default: all)")
    core.add_argument("--baselines", default="v1", help="v1 as in the bundle (the default), or v2, DCLM's corrected")
    core.add_argument("--fresh", action="store_true", help="start again, whatever core.json says")
    core.set_defaults(
        run=run_core,
        interrupted="finished tasks are in {args.folder}/core.json; the same command continues after the last one",
    )

    report = commands.add_parser("report", help="the report card of a run: a page, and Markdown beside it")
    report.add_argument("folder", type=Path, help="the folder of a run")
    report.add_argument("--out", type=Path, help="the page (default: report.html in the folder)")
    report.set_defaults(run=run_report)


def run_bpb(args: argparse.Namespace) -> None:
    from storybot.ddp.collectives import print0
    from storybot.ddp.process_group import process_group
    from storybot.ddp.strategy import make_strategy
    from storybot.evaluation.report.measurements import validation_bpb
    from storybot.model.config import check_vocab_size
    from storybot.training_loop.data import Corpus
    from storybot.training_loop.runs.run_folder import load_run

    if args.batches < 1:
        raise ValueError(f"--batches must be at least 1, not {args.batches}")
    run = load_run(args.folder)
    check_vocab_size(run.config.model, run.corpus.tokenizer)
    corpus = Corpus(args.data or run.corpus.shards, run.corpus.tokenizer)
    with process_group() as rank_info:
        strategy = make_strategy(rank_info)
        model = run.model.to(rank_info.device)
        print0(f"{validation_bpb(model, corpus, args.batches, strategy=strategy):.4f} bits per byte")


def run_core(args: argparse.Namespace) -> None:
    from storybot.ddp.collectives import print0
    from storybot.ddp.process_group import process_group
    from storybot.ddp.strategy import make_strategy
    from storybot.evaluation.core.bundle import read_bundle
    from storybot.evaluation.core.evaluate import evaluate_core
    from storybot.training_loop.runs.run_folder import load_model

    bundle = read_bundle(args.bundle, args.config)
    model, tokenizer = load_model(args.folder)
    width = max(len(task.label) for task in bundle.tasks)

    def print_row(label: str, task: TaskScore) -> None:
        if label == bundle.tasks[0].label:
            print0(f"{'task':{width}} shots      n accuracy chance centred")
        truncated = f"  ({task.truncated:,} truncated)" if task.truncated else ""
        print0(
            f"{label:{width}} {task.shots:5} {task.n:6,} {task.accuracy:8.3f} {task.baseline / 100:6.3f} "
            f"{task.centered:7.3f}{truncated}"
        )

    with process_group() as rank_info:
        scores = evaluate_core(
            model.to(rank_info.device),
            tokenizer,
            bundle,
            args.folder,
            max_per_task=args.max_per_task,
            baselines=args.baselines,
            fresh=args.fresh,
            strategy=make_strategy(rank_info),
            on_task=print_row,
        )
        print0(f"{scores.name} (baselines {scores.baselines}) {scores.score:.4f}")


def run_report(args: argparse.Namespace) -> None:
    from storybot.evaluation.report.build import make_report

    page = make_report(args.folder, args.out)
    print(f"{page}\n{page.with_suffix('.md')}")
