"""Start or resume a run: what `storybot train` does once its options are parsed.

`prepare_run` decides what the run is and writes that down; `run_training` trains what is written down. They are two
functions because with several processes one prepares and all train.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.callbacks import ProgressBar, SampleCallback, every_n_steps
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.loop import Callback, train
from storybot.training_loop.precision import pick_device, pick_dtype
from storybot.training_loop.runs.checkpoint import latest_valid_checkpoint, list_checkpoints, remove_checkpoint
from storybot.training_loop.runs.planning import make_plan, too_few_steps_warning
from storybot.training_loop.runs.presets import Preset, fit_batch_to_ranks, override_preset
from storybot.training_loop.runs.run_folder import RUN_FILE, StoryOptions, read_run, read_run_file, write_run
from storybot.training_loop.sample import sample_text
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy
from storybot.training_loop.validation import ValidationLoss

CLOCK_TOLERANCE = 1.5  # a run planned by minutes is stopped when it takes this many times as long


@dataclass(frozen=True)
class RunOptions:
    """The options of `storybot train` that decide what a run is; None is an option that was not given."""

    preset: str | None = None
    lang: str | None = None
    data: Path | None = None
    tokenizer: Path | None = None
    depth: int | None = None
    seq_len: int | None = None
    device_batch: int | None = None
    total_batch: int | None = None
    minutes: float | None = None
    steps: int | None = None
    cast: int | None = None
    plots: int | None = None

    def __post_init__(self) -> None:
        if self.minutes is not None and not (self.minutes > 0 and math.isfinite(self.minutes)):
            raise ValueError(f"--minutes must be greater than 0, not {self.minutes:g}")
        for name in ("steps", "depth", "seq_len", "device_batch", "total_batch", "cast", "plots"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"--{name.replace('_', '-')} must be at least 1, not {value}")
        if self.minutes is not None and self.steps is not None:
            raise ValueError("give --minutes or --steps, not both")
        if (self.data is None) != (self.tokenizer is None):
            raise ValueError("give --data (shards) and --tokenizer together, or neither")
        if self.data is not None and (self.lang, self.cast, self.plots) != (None, None, None):
            raise ValueError("--lang, --cast and --plots choose among the course's stories; leave them out with --data")


def prepare_run(
    folder: FilePath,
    options: RunOptions,
    *,
    resume: str | Path | None = None,
    restart: bool = False,
    world_size: int = 1,
) -> None:
    """Decide what the run is, write it to its folder, and print the plan.

    What `options` leaves open is the preset's ("laptop" if it has none). A run that is resumed was decided already:
    options that contradict it are refused, and the same ones change nothing. With `restart`, a run all of whose
    checkpoints are damaged starts again from step 0.
    """
    target = Path(folder)
    if resume is not None and (target / RUN_FILE).exists():
        refuse_other_options(target, options)
        if restart:
            remove_damaged_checkpoints(target)
        config = read_run_file(target).config
        print(f"resuming {target} ({config.steps:,} steps, depth {config.model.depth})", flush=True)
        return
    if restart:
        raise ValueError(f"--restart belongs to --resume auto and the folder of a run; there is no {target / RUN_FILE}")
    if list_checkpoints(target):
        raise FileExistsError(describe_existing_run(target))
    name, lang = options.preset or "laptop", options.lang or "en"
    preset = override_preset(
        name, depth=options.depth, seq_len=options.seq_len, device_batch=options.device_batch,
        total_batch=options.total_batch, minutes=options.minutes, cast=options.cast, plots=options.plots,
    )  # fmt: skip
    if options.total_batch is None:
        preset = fit_batch_to_ranks(preset, world_size)
    corpus = find_corpus(target, preset, lang, options.data, options.tokenizer)
    config, plan = make_plan(preset, corpus, steps=options.steps, world_size=world_size)
    if config.dtype == "auto":  # measured once: a resumed run or another rank might measure differently
        dtype = pick_dtype(pick_device(config.device))
        config = replace(config, dtype="bfloat16" if dtype == torch.bfloat16 else "float32")
    minutes = preset.minutes if options.steps is None else None
    stories = StoryOptions(lang, preset.cast, preset.plots) if options.data is None else None
    write_run(target, config, corpus, stories, preset=name, minutes=minutes)
    print(f"{name}: {plan}", flush=True)
    if minutes is not None and (warning := too_few_steps_warning(config.steps, minutes)):
        print(f"storybot: warning: {warning}", file=sys.stderr, flush=True)


def run_training(
    folder: FilePath,
    strategy: Strategy = SINGLE_PROCESS,
    *,
    resume: str | Path | None = None,
    evaluate_every: int | None = None,
    checkpoint_every: int | None = None,
    sample_every: int = 0,
    keep: int | None = None,
    compile: bool = False,
) -> None:
    """Train what `prepare_run` has written down. Every process calls it; only rank 0 prints."""
    run, (config, corpus) = read_run_file(folder), read_run(folder)
    config = replace(
        config,
        compile=compile,
        evaluate_every=config.evaluate_every if evaluate_every is None else evaluate_every,
        checkpoint_every=config.checkpoint_every if checkpoint_every is None else checkpoint_every,
        keep=config.keep if keep is None else keep,
    )
    rows, seq_len = config.device_batch, config.model.seq_len
    held_out = corpus.loader(rows, seq_len, "validation")
    evaluators = {"validation": ValidationLoss(held_out, strategy=strategy)}
    held_out.close()
    callbacks: list[Callback] = []
    if strategy.rank == 0:
        sample = SampleCallback(corpus.tokenizer, corpus.sample_prompts(1)[0])
        callbacks = [ProgressBar(), every_n_steps(sample_every, sample)]
    loader = corpus.micro_step_loader(rows, seq_len, config.accumulation, strategy.rank, strategy.size)
    max_seconds = None if run.minutes is None else CLOCK_TOLERANCE * 60 * run.minutes
    try:
        result = train(
            config, loader, folder=folder, resume=resume, evaluators=evaluators, callbacks=callbacks,
            strategy=strategy, max_seconds=max_seconds,
        )  # fmt: skip
    finally:
        loader.close()
    if strategy.rank != 0:
        return
    if result.interrupted:
        go_on = f"go on with: python -m storybot train --out {folder} --resume auto"
        print(f"\nstopped after step {result.steps} of {config.steps}; {go_on}")
        return
    if not result.losses:
        print(finished_message(Path(folder), config.steps))
        return
    if result.scores:
        print(f"{folder}: validation loss {result.scores[-1]['validation']:.3f} after {result.steps} steps")
    for prompt in corpus.sample_prompts():
        print("---\n" + sample_text(result.model, corpus.tokenizer, prompt, max_tokens=500)[0])


def find_corpus(folder: Path, preset: Preset, lang: str, data: Path | None, tokenizer: Path | None) -> Corpus:
    """The reader's shards and tokenizer, or the course's stories."""
    if data is not None and tokenizer is not None:
        return Corpus(data, FastTokenizer.load(tokenizer))
    if not preset.stories:
        raise ValueError("this preset needs more text than the course makes: give shards (--data) and a --tokenizer")
    return story_corpus(
        lang, folder / "data", preset.stories, preset.vocab_size,
        cast=preset.cast, plots=preset.plots, packing=preset.packing,
    )  # fmt: skip


def refuse_other_options(folder: Path, options: RunOptions) -> None:
    """Raise a ValueError that names both sides if an option is not what the run in the folder was started with."""
    run = read_run_file(folder)
    config, stories = run.config, run.stories
    pairs: dict[str, tuple[object, object]] = {
        "preset": (run.preset, options.preset),
        "lang": (stories.lang if stories else None, options.lang),
        "data": (None if stories else run.shards, options.data.resolve() if options.data else None),
        "tokenizer": (run.tokenizer, _fingerprint(options.tokenizer)),
        "depth": (config.model.depth, options.depth),
        "seq-len": (config.model.seq_len, options.seq_len),
        "device-batch": (config.device_batch, options.device_batch),
        "total-batch": (config.tokens_per_step, options.total_batch),
        "minutes": (run.minutes, options.minutes),
        "steps": (config.steps, options.steps),
        "cast": (stories.cast if stories else None, options.cast),
        "plots": (stories.plots if stories else None, options.plots),
    }
    other = [
        f"--{name} is {'not set' if there is None else there} there and {here} here"
        for name, (there, here) in pairs.items()
        if here is not None and here != there
    ]
    if other:
        raise ValueError(
            f"{folder} holds a run with other options: {'; '.join(other)}. "
            "Leave them out to resume it, or start another run with another --out"
        )


def _fingerprint(path: Path | None) -> str | None:
    return None if path is None else tokenizer_fingerprint(FastTokenizer.load(path))


def remove_damaged_checkpoints(folder: Path) -> None:
    """Remove the checkpoints of a run if all of them are damaged; refuse if one is not."""
    checkpoint, problems = latest_valid_checkpoint(folder)
    if checkpoint is not None:
        raise ValueError(f"{checkpoint.path} is valid: resume it without --restart, or give another --out")
    for problem in problems:
        print(f"storybot: starting again from step 0: {problem}", file=sys.stderr, flush=True)
    for path in list_checkpoints(folder):
        remove_checkpoint(path)


def describe_existing_run(folder: Path) -> str:
    """Why a new run cannot be started in this folder, and what to do instead."""
    newest = list_checkpoints(folder)[-1].name
    if (folder / RUN_FILE).exists():
        steps = read_run_file(folder).config.steps
        if newest == f"step_{steps:06d}":
            return f"{finished_message(folder, steps)}; to train another one, give another --out"
    return f"{folder} holds a run already (at {newest}); go on with --resume auto, or give another --out"


def finished_message(folder: Path, steps: int) -> str:
    """What is said of a run that has nothing left to do."""
    return f"{folder} is finished: all {steps:,} steps are done; read its stories with: storybot sample {folder}"
