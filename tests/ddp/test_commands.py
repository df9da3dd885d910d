"""The command line: `storybot train --nproc 2` and the same under torchrun."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from storybot.cli import main
from storybot.ddp import launcher
from storybot.ddp.launcher import launch
from storybot.training_loop.runs.checkpoint import list_checkpoints
from tests.ddp.processes import processes_naming
from tests.helpers import logged_losses, wait_until

SIZES = ["--depth", "1", "--seq-len", "32", "--device-batch", "2", "--total-batch", "128", "--steps", "8"]


def options(corpus: Path, run: Path) -> list[str]:
    return [*SIZES, "--data", str(corpus / "shards"), "--tokenizer", str(corpus / "tokenizer.json"), "--out", str(run)]


def train(*arguments: str, cores: Collection[int] = ()) -> subprocess.CompletedProcess[str]:
    """Run the command, on these cores only if any are given."""
    return subprocess.run(
        [sys.executable, "-m", "storybot", "train", *arguments], capture_output=True, text=True, check=False,
        preexec_fn=(lambda: os.sched_setaffinity(0, cores)) if cores else None,
    )  # fmt: skip


def test_two_processes_and_torchrun_itself_do_the_same(tiny_corpus: Path, tmp_path: Path) -> None:
    done = train(*options(tiny_corpus, tmp_path / "nproc"), "--nproc", "2")
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.count("validation loss") == 1, "one rank talks"
    launch("storybot.ddp", options(tiny_corpus, tmp_path / "torchrun"), 2)
    assert main(["train", *options(tiny_corpus, tmp_path / "one")]) == 0
    assert logged_losses(tmp_path / "nproc") == logged_losses(tmp_path / "torchrun")
    assert len(logged_losses(tmp_path / "nproc")) == 8
    assert logged_losses(tmp_path / "one") == pytest.approx(logged_losses(tmp_path / "nproc"), rel=1e-5)
    written = json.loads((tmp_path / "nproc/run.json").read_text())
    assert written["config"]["accumulation"] == 2, "of both ranks together"
    assert list_checkpoints(tmp_path / "nproc")


def test_the_chapters_command_needs_no_sizes(tmp_path: Path) -> None:
    """The preset's batch is too small to be shared by two; it grows as far as it must."""
    done = train("--lang", "en", "--nproc", "2", "--steps", "2", "--out", str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr + done.stdout
    config = json.loads((tmp_path / "run/run.json").read_text())["config"]
    assert (config["device_batch"], config["accumulation"], config["model"]["seq_len"]) == (5, 2, 320)
    assert done.stdout.count("---") == 3, "rank 0 tells three stories"


def test_train_nproc_3_on_two_cores_warns(tiny_corpus: Path, tmp_path: Path) -> None:
    own = options(tiny_corpus, tmp_path / "run")
    own[own.index("--total-batch") + 1], own[own.index("--steps") + 1] = "192", "1"
    cores = sorted(os.sched_getaffinity(0))[:2]
    done = train(*own, "--nproc", "3", cores=cores)
    assert done.returncode == 0, done.stderr + done.stdout
    assert f"3 processes share {len(cores)} core" in done.stderr
    assert done.stderr.count("warning:") == 1


def test_as_many_processes_as_cores_give_no_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launcher, "available_cores", lambda: 2)
    assert [launcher.warn_if_oversubscribed(nproc) for nproc in (1, 2, 3)] == [False, False, True]
    assert capsys.readouterr().err.count("3 processes share 2 cores") == 1


def test_what_rank_0_refuses_ends_all_ranks(tiny_corpus: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    own = options(tiny_corpus, tmp_path / "run")
    own[own.index("--total-batch") + 1] = "100"
    with pytest.raises(RuntimeError):
        launch("storybot.ddp", own, 2, on_line=lines.append)
    errors = [line for line in lines if line.startswith("storybot: ")]
    assert len(errors) == 1, lines
    assert "100 tokens is not a multiple of 128" in errors[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_rank_outlives_the_command(tiny_corpus: Path, tmp_path: Path, number: signal.Signals) -> None:
    run = tmp_path / "run"
    own = options(tiny_corpus, run)
    own[own.index("--steps") + 1] = "100000"
    command = [sys.executable, "-m", "storybot", "train", *own, "--nproc", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: (run / "log.jsonl").exists())
        process.send_signal(number)
        process.wait(60)
    wait_until(lambda: not processes_naming(run), 60)
    if number == signal.SIGTERM:
        assert list_checkpoints(run), "told to end, it saved what it had"


def test_bad_input_is_one_line_before_any_process_starts(
    tiny_corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = options(tiny_corpus, tmp_path / "run")
    assert main(["train", *own, "--nproc", "0"]) == 2
    assert "--nproc must be at least 1, not 0" in capsys.readouterr().err
    assert main(["train", *own, "--nproc", "3"]) == 2
    assert "128 tokens is not a multiple of 192, which 3 devices with 2 rows of 32 tokens" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
