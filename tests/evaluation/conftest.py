"""Models whose every weight is drawn: a new model's head is all zero, and its logits say nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from storybot.cli import main
from storybot.data_pipeline import make_stories
from storybot.languages import LANGUAGES
from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT, init_model
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.training_loop.data import END, story_corpus

Make = Callable[..., GPT]


@pytest.fixture(scope="session")
def random_model() -> Make:
    """`random_model(seed=…, vocab=…, seq_len=…, depth=…, width=…, heads=…, kv_heads=…)`."""

    def make(
        seed: int = 0,
        vocab: int = 260,
        seq_len: int = 32,
        depth: int = 2,
        width: int = 32,
        heads: int = 4,
        kv_heads: int | None = None,
    ) -> GPT:
        model = init_model(ModelConfig(vocab, seq_len, depth, width, heads, kv_heads or heads), seed=seed)
        rng = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for weight in model.parameters():
                weight.normal_(std=1.5 * width**-0.5, generator=rng)
        return model.requires_grad_(False)

    return make


@pytest.fixture(scope="session")
def story_tokenizer(tmp_path_factory: pytest.TempPathFactory) -> FastTokenizer:
    """One tokenizer for stories in four languages: 600 tokens, so that many characters are in pieces."""
    path = tmp_path_factory.mktemp("tokenizer") / "stories.txt"
    path.write_text("\n".join(text for language in LANGUAGES for text in make_stories(language, 60)), encoding="utf-8")
    tokenizer = path.with_name("tokenizer.json")
    train_bpe(path, 600, special_tokens=[END], progress=False).save(tokenizer)
    return FastTokenizer.load(tokenizer)


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small run of six steps. Tests that write into it work on a copy."""
    place = tmp_path_factory.mktemp("finished")
    corpus = story_corpus("ko", place / "data", n=200, vocab_size=300)
    small = ["--depth", "1", "--seq-len", "64", "--device-batch", "2", "--total-batch", "256", "--steps", "6"]
    data = ["--data", str(corpus.shards), "--tokenizer", str(place / "data" / "tokenizer.json")]
    assert main(["train", *small, *data, "--out", str(place / "run")]) == 0
    return place / "run"
