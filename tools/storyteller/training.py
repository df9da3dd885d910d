"""The model that tells the stories: the default run of chapter 5, as `python -m storybot train --lang en` makes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from safetensors.torch import load_file, save_file

from storybot.model import GPT, init_model
from storybot.training_loop import Corpus, TrainConfig, story_corpus, train
from storybot.training_loop.runs.planning import make_plan
from storybot.training_loop.runs.presets import PRESETS

PRESET = PRESETS["laptop"]


def default_corpus(language: str, folder: Path) -> Corpus:
    """The stories of the default run and their tokenizer, made in `folder` once."""
    return story_corpus(
        language, folder / language, PRESET.stories, PRESET.vocab_size,
        cast=PRESET.cast, plots=PRESET.plots, packing=PRESET.packing,
    )  # fmt: skip


def default_config(corpus: Corpus) -> TrainConfig:
    """The configuration of the default run, in float32 on the CPU whatever the machine has."""
    config, _plan = make_plan(PRESET, corpus)
    return replace(config, device="cpu", dtype="float32")


def train_model(language: str, folder: Path) -> tuple[GPT, Corpus]:
    """The model in float32 and its corpus. Both are kept in `folder` and found there again."""
    corpus = default_corpus(language, folder)
    config = default_config(corpus)
    weights = folder / language / "model.safetensors"
    if not weights.exists():
        loader = corpus.micro_step_loader(config.device_batch, config.model.seq_len, config.accumulation)
        result = train(config, loader)
        loader.close()
        if result.interrupted:
            raise KeyboardInterrupt("the training was stopped before its end; nothing was written")
        save_file(result.model.state_dict(), weights)
    model = init_model(config.model)
    model.load_state_dict(load_file(weights))
    return model.eval(), corpus
