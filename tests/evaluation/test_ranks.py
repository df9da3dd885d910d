"""Two real processes find what one finds."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from storybot.cli import main
from storybot.ddp.launcher import launch
from storybot.evaluation.core.results_file import read_scores
from storybot.training_loop.strategy import SINGLE_PROCESS
from tests.evaluation.workers import BATCHES, evaluate

pytestmark = pytest.mark.xdist_group("groups")  # no other test of many processes at the same time


def test_two_ranks_find_what_one_finds(finished_run: Path, tmp_path: Path) -> None:
    launch("tests.evaluation.workers", [str(finished_run), str(tmp_path)], 2)
    one = evaluate(finished_run, tmp_path / "one", SINGLE_PROCESS)
    for rank in (0, 1):
        found = json.loads((tmp_path / f"answer_{rank}.json").read_text())
        assert (found["rank"], found["size"]) == (rank, 2)
        assert found["batches"] == (BATCHES + 1 - rank) // 2, "each has its share"
        assert found["bpb"] == pytest.approx(one["bpb"], rel=1e-12)
        assert found["core"] == one["core"]
    written = read_scores(tmp_path / "0/core.json")
    assert written is not None
    assert asdict(written) == one["core"]
    assert not (tmp_path / "1").exists(), "one rank writes"


def test_the_command_under_torchrun(finished_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        shutil.copytree(finished_run, folder)
    options = ["--config", "core_ko.yaml", "--max-per-task", "5"]
    assert main(["eval", "core", str(folders[0]), *options]) == 0
    expected = capsys.readouterr().out.splitlines()
    lines = launch("storybot", ["eval", "core", str(folders[1]), *options], 2)
    assert [line for line in lines if line in expected] == expected, "the same table, printed once"
    one, two = (json.loads((folder / "core.json").read_text()) for folder in folders)
    assert one == two
