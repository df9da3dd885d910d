"""Fixtures of chapter 3: OpenAI's vocabularies as tokenizers of ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from storybot.optimized_merges import FastTokenizer

VOCABULARIES = {"r50k": "gpt2", "cl100k": "gpt4", "o200k": "o200k"}


@pytest.fixture(scope="session")
def openai(rank_file: Callable[[str], Path]) -> Callable[[str], FastTokenizer]:
    """`openai("cl100k")`: the tokenizer, loaded once."""
    return lru_cache(lambda name: FastTokenizer.from_tiktoken(rank_file(name), VOCABULARIES[name]))
