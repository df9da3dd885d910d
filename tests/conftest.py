"""What the tests share: the root of the repository, and the optional reference data beside it."""

from __future__ import annotations

import lzma
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from storybot.model.gpt import GPT

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


@pytest.fixture(scope="session")
def random_model() -> Callable[..., GPT]:
    """`random_model(seed=…, vocab=…, seq_len=…, depth=…, width=…, heads=…, kv_heads=…)`: every weight is random.

    A new model's head is all zero, and its logits say nothing.
    """
    import torch  # here: most test areas do without it

    from storybot.model.config import ModelConfig
    from storybot.model.gpt import init_model

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
