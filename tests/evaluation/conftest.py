"""What chapter 7's tests share: a tokenizer for four languages, and the folder of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from storybot.cli import main
from storybot.languages import LANGUAGES
from storybot.model.gpt import GPT
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END
from storybot.stories import make_stories
from storybot.training_loop.data import story_corpus

Make = Callable[..., GPT]


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
    folder = tmp_path_factory.mktemp("finished")
    corpus = story_corpus("ko", folder / "data", n=200, vocab_size=300)
    small = ["--depth", "1", "--seq-len", "64", "--device-batch", "2", "--total-batch", "256", "--steps", "6"]
    data = ["--data", str(corpus.shards), "--tokenizer", str(folder / "data" / "tokenizer.json")]
    assert main(["train", *small, *data, "--out", str(folder / "run")]) == 0
    return folder / "run"
