"""Real processes, really killed: a run goes on with the losses of one that nobody disturbed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from storybot.training_loop.checkpoint import checkpoints, load_checkpoint
from storybot.training_loop.data import Corpus
from storybot.training_loop.run_log import LOG, read_log

STEPS = 60


@pytest.fixture(scope="module")
def command(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    tokenizer = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    corpus.tokenizer.save(tokenizer)
    sizes = ["--depth", "1", "--seq-len", "32", "--device-batch", "4", "--total-batch", "256", "--steps", str(STEPS)]
    own = ["--data", str(corpus.shards), "--tokenizer", str(tokenizer)]
    return [sys.executable, "-m", "storybot", "train", *sizes, *own]


def losses(folder: Path) -> list[float]:
    return [record["loss"] for record in read_log(folder) if "loss" in record]


@pytest.fixture(scope="module")
def undisturbed(command: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    subprocess.run([*command, "--out", str(folder)], check=True, capture_output=True)
    found = losses(folder)
    assert len(found) == STEPS
    return found


def killed(command: list[str], folder: Path, number: int, rng: random.Random) -> None:
    """Start or resume the run, and end it at a random moment of its training."""
    process = subprocess.Popen([*command, "--out", str(folder), "--resume", "auto"], stderr=subprocess.DEVNULL)
    before = (folder / LOG).stat().st_mtime_ns if (folder / LOG).exists() else 0
    while process.poll() is None and not ((folder / LOG).exists() and (folder / LOG).stat().st_mtime_ns > before):
        time.sleep(0.01)
    time.sleep(rng.random() * 0.5)
    process.send_signal(number)
    process.wait(timeout=60)


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_sigkill_at_random_moments_changes_nothing(
    command: list[str], undisturbed: list[float], run: Path, kills: int
) -> None:
    rng = random.Random(kills)
    for _ in range(kills):
        killed(command, run, signal.SIGKILL, rng)
        for path in checkpoints(run):
            load_checkpoint(path)
    subprocess.run([*command, "--out", str(run), "--resume", "auto"], check=True, capture_output=True)
    assert losses(run) == undisturbed


def test_ctrl_c_says_how_to_go_on(command: list[str], undisturbed: list[float], run: Path) -> None:
    many = [*command[:-5], "100000", *command[-4:]]
    assert many.count("100000") == 1
    process = subprocess.Popen([*many, "--out", str(run)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while not (run / LOG).exists() or len(losses(run)) < 5:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert f"go on with: python -m storybot train --out {run} --resume auto" in out
    assert len(losses(run)) == int(checkpoints(run)[-1].name.removeprefix("step_"))
