"""From a preset and a few wishes to a run: corpus, plan, config. What was decided is written down beside the run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from storybot.atomic import write_atomically
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.model.config import config_for_depth
from storybot.model.gpt import GPT, init_model
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.checkpoint import latest_valid_checkpoint, load_checkpoint
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.loop import train
from storybot.training_loop.optim.optimizers import OptimizerConfig
from storybot.training_loop.plans import Plan, plan
from storybot.training_loop.presets import PRESETS, Preset
from storybot.training_loop.train_config import TrainConfig

RUN = "run.json"


def find_corpus(folder: Path, preset: Preset, language: str, shards: Path | None, tokenizer: Path | None) -> Corpus:
    """The reader's shards and tokenizer, or the course's stories."""
    if (shards is None) != (tokenizer is None):
        raise ValueError("give shards and tokenizer together, or neither")
    if shards is not None and tokenizer is not None:
        return Corpus(shards, FastTokenizer.load(tokenizer))
    if not preset.stories:
        raise ValueError("this preset needs more text than the course makes: give shards (--data) and a --tokenizer")
    return story_corpus(
        language, folder / "data", preset.stories, preset.vocab_size, cast=preset.cast, plots=preset.plots
    )


def make_plan(
    preset: Preset, corpus: Corpus, *, steps: int | None = None, world_size: int = 1
) -> tuple[TrainConfig, Plan]:
    """The config of a run and what it amounts to. For so many minutes the speed is measured first."""
    model = config_for_depth(preset.depth, max(corpus.tokenizer.vocab) + 1, preset.seq_len)
    sizes: dict[str, Any] = {
        "total_batch": preset.total_batch, "device_batch": preset.device_batch, "world_size": world_size,
    }  # fmt: skip
    if steps is not None:
        made = plan(model, tokens=steps * preset.total_batch, **sizes)
    elif preset.minutes is not None:
        trial = TrainConfig(model, 1, preset.device_batch)
        speed = measure_speed(trial, corpus) * world_size
        made = plan(model, tokens=max(preset.total_batch, int(speed * 60 * preset.minutes)), **sizes)
    else:
        made = plan(model, ratio=preset.ratio, **sizes)
    every = max(1, made.steps // 10)
    config = TrainConfig(
        model, made.steps, preset.device_batch, made.accumulation * world_size,
        optimizer=OptimizerConfig(warmup=min(20, made.steps // 10)),
        evaluate_every=every, checkpoint_every=every,
    )  # fmt: skip
    return config, made


def measure_speed(config: TrainConfig, corpus: Corpus, seconds: float = 3.0) -> float:
    """Tokens per second of this model on this machine, from a short trial."""
    loader = corpus.loader(config.device_batch, config.model.seq_len)
    try:
        warm = train(replace(config, steps=3), loader)
        steps = max(3, int(seconds * warm.steps / warm.seconds))
        trial = train(replace(config, steps=steps), loader)
    finally:
        loader.close()
    return trial.tokens / trial.seconds


def override_preset(name: str, **wishes: Any) -> Preset:
    """A preset, with what was asked for in place of what it says; None is no wish."""
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}; there are {', '.join(PRESETS)}")
    return replace(PRESETS[name], **{key: value for key, value in wishes.items() if value is not None})


def fit_batch_to_ranks(preset: Preset, processes: int) -> Preset:
    """The preset with a batch that so many processes can share: at least its own, and as little more as possible.

    >>> fit_batch_to_ranks(PRESETS["laptop"], 2).total_batch, PRESETS["laptop"].total_batch
    (3840, 1920)
    """
    at_once = preset.device_batch * preset.seq_len * processes
    return replace(preset, total_batch=-(-preset.total_batch // at_once) * at_once)


def write_run(folder: FilePath, config: TrainConfig, corpus: Corpus, stories: dict[str, Any] | None = None) -> None:
    """Write down what was decided, and the tokenizer: a run can be resumed and sampled from its folder alone.

    `stories` says how the course's stories were made, if they are the corpus: options of `train`, by name.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    corpus.tokenizer.save(target / "tokenizer.json")
    mark = tokenizer_fingerprint(corpus.tokenizer)
    body = {
        "config": config.as_dict(), "shards": str(corpus.shards.resolve()), "tokenizer": mark, "stories": stories,
    }  # fmt: skip
    write_atomically(target / RUN, json.dumps(body, indent=1) + "\n")


def read_run(folder: FilePath) -> tuple[TrainConfig, Corpus]:
    """What `write_run` has written."""
    path = Path(folder) / RUN
    if not path.exists():
        raise FileNotFoundError(f"there is no {RUN} in {folder}: give the folder of a run")
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        config, shards, mark = TrainConfig.from_dict(body["config"]), Path(body["shards"]), body["tokenizer"]
    except (ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"{path} is no run of storybot: {problem}") from None
    tokenizer = FastTokenizer.load(Path(folder) / "tokenizer.json")
    if tokenizer_fingerprint(tokenizer) != mark:
        raise ValueError(
            f"{folder}: tokenizer.json is another one than the run was begun with; they do not belong together"
        )
    return config, Corpus(shards, tokenizer)


def read_story_options(folder: FilePath) -> dict[str, Any] | None:
    """How the stories of a run were made; None if its corpus is something else."""
    body: dict[str, Any] = json.loads((Path(folder) / RUN).read_text(encoding="utf-8"))
    return body.get("stories")


def load_model(folder: FilePath) -> tuple[GPT, FastTokenizer]:
    """The model of the newest good checkpoint of a run, and its tokenizer."""
    config, corpus = read_run(folder)
    path, problems = latest_valid_checkpoint(folder)
    if path is None:
        raise FileNotFoundError(f"there is no good checkpoint in {folder}" + "".join(f"; {p}" for p in problems))
    model = init_model(config.model)
    model.load_state_dict(load_checkpoint(path)[0])
    return model, corpus.tokenizer
