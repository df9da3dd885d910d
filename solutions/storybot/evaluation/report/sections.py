"""The sections of a report card, each from what was found to words, numbers and pictures."""

from __future__ import annotations

import platform
import shlex
import statistics
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

import storybot
from storybot.evaluation.core.results_file import CoreScores
from storybot.evaluation.generation.generator import Generator
from storybot.evaluation.report.document import Command, Figure, Paragraph, Part, Section, Stats, Story, Table
from storybot.evaluation.report.figures import bar_figure, loss_figure
from storybot.evaluation.report.measurements import HELD_OUT, LanguageScore, generate_samples
from storybot.languages import LANGUAGES
from storybot.model.config import WIDTH_PER_LAYER
from storybot.model.gpt import GPT
from storybot.training_loop.data import Corpus
from storybot.training_loop.runs.run_folder import RunFile, read_run_file
from storybot.training_loop.train_config import TrainConfig

Records = list[dict[str, Any]]
GUESSING = 8.0  # bits per byte, if all bytes are equally likely


def summary_section(model: GPT, validation: float | None, scores: CoreScores | None, speed: float) -> Section:
    """The numbers that say most."""
    numbers = [(f"{model.num_parameters():,}", "parameters")]
    if validation is not None:
        numbers.append((f"{validation:.3f}", "bits per byte, own validation text"))
    if scores is not None and scores.score is not None:
        numbers.append((f"{scores.score:.3f}", f"{scores.name} (0 chance, 1 perfect)"))
    numbers.append((f"{speed:,.0f}", "tokens per second, writing"))
    return Section("At a glance", [Stats(numbers)])


def model_section(model: GPT, config: TrainConfig, vocabulary: int, checkpoint: str) -> Section:
    """What was trained, and from which checkpoint the numbers are."""
    shape = config.model
    rows = [
        ("parameters", f"{model.num_parameters():,}"), ("depth", str(shape.depth)), ("width", str(shape.width)),
        ("heads (of keys and values)", f"{shape.heads} ({shape.kv_heads})"), ("context, tokens", f"{shape.seq_len:,}"),
        ("vocabulary", f"{vocabulary:,}"), ("steps", f"{config.steps:,}"),
        ("tokens per step", f"{config.tokens_per_step:,}"), ("tokens", f"{config.steps * config.tokens_per_step:,}"),
        ("optimizer", config.optimizer.kind), ("seed", str(config.seed)),
        ("checkpoint", checkpoint),
    ]  # fmt: skip
    return Section("The model", [Table(["what", "how much"], rows)])


def loss_section(records: Records) -> Section:
    """The loss over the run."""
    steps = [record for record in records if "loss" in record]
    if not steps:
        return Section("Loss", [Paragraph("The log has no step yet.")])
    chosen = [steps[round(i * (len(steps) - 1) / 4)] for i in range(5)] if len(steps) > 5 else steps
    rows = [(f"{record['step']:,}", f"{record['loss']:.3f}") for record in chosen]
    parts: list[Part] = [
        Figure(loss_figure(records), "The loss of every step of the run, and of the validation shard"),
        Table(["step", "training loss, nats per token"], rows),
    ]
    scores = [record for record in records if "loss" not in record]
    if scores:
        last = {name: value for record in scores for name, value in record.items() if name != "step"}
        found = ", ".join(f"{name} {value:.3f}" for name, value in last.items())
        parts.append(Paragraph(f"At the end: {found}."))
    return Section("Loss", parts)


def bpb_section(scores: list[LanguageScore], validation: float | None, stories: int, batches: int) -> Section:
    """Bits per byte and compression, by language, on so many stories; of the own validation shard so many batches."""
    names = [score.language for score in scores]
    rows = [
        (
            f"{score.language} {LANGUAGES[score.language].name}",
            f"{score.bits_per_byte:.3f}",
            f"{score.bytes_per_token:.2f}",
        )
        for score in scores
    ]
    first = f"{batches:,} batch{'es' if batches != 1 else ''}"
    own = "its shards are not where they were"
    if validation is not None:
        own = f"{validation:.4f} bits per byte over the first {first}"
    return Section(
        "Bits per byte and compression",
        [
            Paragraph(f"The run's own validation shard: {own}."),
            Paragraph(
                f"The course's stories, {stories:,} for each language, all people and plots, "
                f"of a seed ({HELD_OUT}) that no run trains on:"
            ),
            Table(["language", "bits per byte", "bytes per token"], rows),
            Paragraph("Guessing bytes costs 8 bits each; more is the price of being sure of something wrong."),
            Figure(
                bar_figure(
                    names, [score.bits_per_byte for score in scores], "bits per byte (lower is better)",
                    [GUESSING] * len(names), "guessing bytes",
                ),
                "Bits per byte of each language, and what guessing bytes costs",
            ),
            Figure(
                bar_figure(names, [score.bytes_per_token for score in scores], "bytes per token (higher is shorter)"),
                "Bytes per token of each language",
            ),
        ],
    )  # fmt: skip


def core_section(scores: CoreScores | None, same: bool = True) -> Section:
    """The score of every task next to chance; `same` says whether the scores are those of this checkpoint."""
    if scores is None or not scores.tasks:
        words = "Not measured yet: python -m storybot eval core, and then the report again."
        return Section("Tasks against chance", [Paragraph(words)])
    tasks = scores.tasks
    rows = [
        (
            label,
            str(task.shots),
            f"{task.n:,}",
            f"{task.accuracy:.3f}",
            f"{task.baseline / 100:.3f}",
            f"{task.centered:.3f}",
        )
        for label, task in tasks.items()
    ]
    words = "not all tasks are done"
    if scores.score is not None:
        words = f"{scores.name} {scores.score:.4f}; 0 is chance, 1 is perfect"
    again = "These are scores of another checkpoint: python -m storybot eval core --fresh, and then the report again."
    return Section(
        "Tasks against chance",
        [
            *([] if same else [Paragraph(again)]),
            Paragraph(f"Bundle {Path(scores.bundle).name}, baselines {scores.baselines}: {words}."),
            Table(["task", "shots", "items", "accuracy", "chance", "centred"], rows),
            Figure(
                bar_figure(
                    list(tasks),
                    [task.accuracy for task in tasks.values()],
                    "accuracy",
                    [task.baseline / 100 for task in tasks.values()],
                ),
                "Accuracy in every task, and chance",
            ),
        ],
    )


def samples_section(generator: Generator, corpus: Corpus, samples: int) -> Section:
    """What the model tells."""
    try:
        openings = corpus.sample_prompts(samples)
    except OSError:
        openings = []
    openings += [""] * (samples - len(openings))
    texts = generate_samples(generator, openings)
    return Section("Stories", [Paragraph("Temperature 0.5, top-k 50, seed 0."), *map(Story, texts)])


def speed_section(records: Records, speed: float) -> Section:
    """How fast it learned and tells."""
    speeds = [record["tokens_per_second"] for record in records if "tokens_per_second" in record]
    rows = [("training, median step", f"{statistics.median(speeds):,.0f}")] if speeds else []
    rows.append(("generation, one story", f"{speed:,.0f}"))
    about = f"Generation on this machine with {torch.get_num_threads()} thread(s); training as the log has it."
    return Section("Speed", [Table(["what", "tokens per second"], rows), Paragraph(about)])


def reproduce_section(config: TrainConfig, corpus: Corpus, folder: Path) -> Section:
    """With which versions and which command it can be made again."""
    rows = [
        ("storybot", storybot.__version__), ("torch", torch.__version__), ("python", platform.python_version()),
        ("machine", f"{platform.system()} {platform.machine()}"),
    ]  # fmt: skip
    command = reproduce_command(read_run_file(folder), folder)
    parts: list[Part] = [Table(["what", "version"], rows), Command(command)]
    if config.model.width != WIDTH_PER_LAYER * config.model.depth or config.model.kv_heads != config.model.heads:
        parts.append(Paragraph("The model's shape was chosen in Python: the command gives that of its depth."))
    return Section("Reproduce", parts)


def reproduce_command(run: RunFile, folder: Path) -> str:
    """The command that trains the same model: from the same stories, or from the same shards and tokenizer."""
    config, shape = run.config, run.config.model
    if run.stories is None:
        options: dict[str, Any] = {"data": run.shards, "tokenizer": folder / "tokenizer.json"}
    else:
        options = {"preset": run.preset, **asdict(run.stories)}
    options |= {
        "depth": shape.depth, "seq-len": shape.seq_len, "device-batch": config.device_batch,
        "total-batch": config.tokens_per_step, "steps": config.steps, "out": f"{folder.resolve().name}-again",
    }  # fmt: skip
    return "python -m storybot train " + shlex.join(
        str(x) for name, value in options.items() if value is not None for x in (f"--{name}", value)
    )
