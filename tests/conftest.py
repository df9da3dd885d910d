"""What the tests share: the root of the repository, and the optional reference data beside it."""

from __future__ import annotations

import lzma
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("STORYBOT_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def corpus():
    """`corpus("ja", 100_000)`: the first bytes of a reference corpus, cut at a whole character."""
    names = {"en": "en_wiki", "ja": "ja_aozora", "ko": "ko_wiki", "zh": "zh_wiki", "stories": "en_tinystories_train"}

    def read(name: str, n_bytes: int) -> str:
        path = DATA / f"{names[name]}.txt.xz"
        if not path.exists():
            pytest.skip(f"no reference corpus {path} (set STORYBOT_DATA to the folder that has it)")
        with lzma.open(path) as file:
            return file.read(n_bytes).decode("utf-8", errors="ignore")

    return read


@pytest.fixture(scope="session")
def rank_file():
    """`rank_file("cl100k")`: the path of one of OpenAI's vocabularies."""

    def find(name: str) -> Path:
        path = DATA / "tokenizers" / f"{name}_base.tiktoken"
        if not path.exists():
            pytest.skip(f"no reference vocabulary {path} (set STORYBOT_DATA to the folder that has it)")
        return path

    return find
