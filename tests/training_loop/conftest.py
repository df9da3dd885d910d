"""What chapter 5's tests share: a tiny corpus, a tiny model, a run of seconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storybot.model.config import ModelConfig
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.train_config import OptimizerConfig, TrainConfig

TINY = TrainConfig(
    ModelConfig(vocab_size=300, seq_len=32, depth=1, width=32, heads=2, kv_heads=2),
    steps=30,
    device_batch=4,
    accumulation=2,
    optimizer=OptimizerConfig(warmup=3),
    device="cpu",
    dtype="float32",
)


def tiny(**changes: Any) -> TrainConfig:
    return replace(TINY, **changes)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return story_corpus("en", tmp_path_factory.mktemp("corpus"), n=200, vocab_size=300)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "run"
