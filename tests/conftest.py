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

# Some virtual machines report AMX but do not have it: a product in bfloat16 then kills the process. Tests, and the
# processes they start, do without; `storybot.training_loop.precision` finds out by itself.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16")

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("STORYBOT_DATA", ROOT.parent / "shared" / "data"))

# `make quick` leaves these out: they start processes, train models, build pages or read large corpora
SLOW = [
    "tests/book/test_build.py",
    "tests/book/test_fifth_language.py",
    "tests/book/test_fresh.py",
    "tests/learn/",
    "tests/book/test_parity.py",
    "tests/book/test_skip_report.py",
    "tests/book/test_translations.py",
    "tests/bpe_basics/test_peers.py",
    "tests/bpe_basics/test_tokenizer.py",
    "tests/check/test_exercises.py",
    "tests/data_pipeline/test_doctor.py",
    "tests/data_pipeline/test_download.py",
    "tests/ddp/",
    "tests/evaluation/test_commands.py",
    "tests/evaluation/test_generate.py",
    "tests/evaluation/test_ranks.py",
    "tests/evaluation/test_report.py",
    "tests/optimized_merges/test_commands.py",
    "tests/optimized_merges/test_count.py",
    "tests/optimized_merges/test_encode.py",
    "tests/optimized_merges/test_fallback.py",
    "tests/optimized_merges/test_ladder.py",
    "tests/optimized_merges/test_scan.py",
    "tests/parallel_pretokenization/test_failures.py",
    "tests/training_loop/test_commands.py",
    "tests/training_loop/test_kill.py",
    "tests/training_loop/test_loop.py",
    "tests/training_loop/test_start.py",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(ROOT) and item.path.relative_to(ROOT).as_posix().startswith(tuple(SLOW)):
            item.add_marker(pytest.mark.slow)


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
