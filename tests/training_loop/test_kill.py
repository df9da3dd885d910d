"""Real processes, really killed: a run goes on with the losses of one that nobody disturbed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storybot.training_loop.data import Corpus
from storybot.training_loop.runs.checkpoint import list_checkpoints, load_checkpoint
from storybot.training_loop.runs.run_log import LOG_FILE
from tests.helpers import logged_losses, wait_until

STEPS = 60


@pytest.fixture(scope="module")
def own_data(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    tokenizer = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    corpus.tokenizer.save(tokenizer)
    return ["--data", str(corpus.shards), "--tokenizer", str(tokenizer)]


def command(own_data: list[str], folder: Path, steps: int = STEPS, resume: bool = True) -> list[str]:
    sizes = ["--depth", "1", "--seq-len", "32", "--device-batch", "4", "--total-batch", "256", "--steps", str(steps)]
    resumed = ["--resume", "auto"] if resume else []
    return [sys.executable, "-m", "storybot", "train", *sizes, *own_data, "--out", str(folder), *resumed]


def log_lines(folder: Path) -> int:
    path = folder / LOG_FILE
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.fixture(scope="module")
def undisturbed(own_data: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    subprocess.run(command(own_data, folder, resume=False), check=True, capture_output=True)
    losses = logged_losses(folder)
    assert len(losses) == STEPS
    return losses


def kill_during_training(own_data: list[str], folder: Path, rng: random.Random) -> None:
    """Start or resume the run, and kill it when it has logged a random number of further steps."""
    saved = list_checkpoints(folder)
    done = int(saved[-1].name.removeprefix("step_")) if saved else 0  # later records are dropped when it resumes
    goal = rng.randint(done + 1, STEPS - 1)
    process = subprocess.Popen(command(own_data, folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if log_lines(folder) > 0:
            before = (folder / LOG_FILE).stat().st_ino  # replaced, without what came after the checkpoint
            wait_until(lambda: process.poll() is not None or (folder / LOG_FILE).stat().st_ino != before)
        wait_until(lambda: process.poll() is not None or log_lines(folder) > goal)
    finally:
        process.kill()
        process.wait(timeout=60)


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_sigkill_at_random_moments_changes_nothing(
    own_data: list[str], undisturbed: list[float], run: Path, kills: int
) -> None:
    rng = random.Random(kills)
    for _ in range(kills):
        kill_during_training(own_data, run, rng)
        for path in list_checkpoints(run):
            load_checkpoint(path)
    subprocess.run(command(own_data, run), check=True, capture_output=True)
    assert logged_losses(run) == undisturbed


def test_ctrl_c_says_how_to_go_on(own_data: list[str], run: Path) -> None:
    process = subprocess.Popen(
        command(own_data, run, steps=100_000, resume=False),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    wait_until(lambda: process.poll() is not None or log_lines(run) > 5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert f"go on with: python -m storybot train --out {run} --resume auto" in out
    assert len(logged_losses(run)) == int(list_checkpoints(run)[-1].name.removeprefix("step_"))
