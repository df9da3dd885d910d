"""What chapter 6's tests share: a tiny corpus, and one process of one thread to compare with."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from storybot.ddp.experiments.tiny_run import TinyRunConfig, tiny_run
from storybot.ddp.launcher import launch
from storybot.ddp.process_group import RankInfo
from storybot.training_loop.data import story_corpus


@pytest.fixture(scope="session")
def tiny_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ddp_corpus")
    story_corpus("en", folder, n=400, vocab_size=400, cast=1, plots=2)
    return folder


@pytest.fixture
def single_process(tiny_corpus: Path) -> Iterator[Callable[..., dict[str, Any]]]:
    """The same small run in this process, with one thread as the ranks have."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield lambda **fields: tiny_run(TinyRunConfig(tiny_corpus, **fields), RankInfo())
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def groups(tiny_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], list[Any]]:
    """What a worker found on each rank, by its name and the number of ranks. Many workers share one start."""
    folder = tmp_path_factory.mktemp("workers")
    (folder / "corpus").symlink_to(tiny_corpus)

    def found(name: str, ranks: int) -> list[Any]:
        return [json.loads((folder / f"{name}_{rank}_of_{ranks}.json").read_text()) for rank in range(ranks)]

    launch(
        "tests.ddp.workers", ["equal,unshared,six_micro_steps,count_all_reduces,disagree,other_call", str(folder)], 2
    )
    shutil.copytree(folder / "six_2/checkpoints/step_000006", folder / "six_3/checkpoints/step_000006")
    launch("tests.ddp.workers", ["who,ring,equal,six_micro_steps", str(folder)], 3)
    found.folder = folder  # type: ignore[attr-defined]
    return found
