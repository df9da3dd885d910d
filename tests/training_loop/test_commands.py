"""`storybot train`, `sample` and `plot` on the command line, and what a run shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from storybot.cli import main
from storybot.languages import LANGUAGES
from storybot.model.gpt import GPT
from storybot.training_loop import precision
from storybot.training_loop.callbacks import LivePlot, ProgressBar, every_n_steps
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.loop import train
from storybot.training_loop.runs.checkpoint import list_checkpoints
from storybot.training_loop.runs.planning import make_plan
from storybot.training_loop.runs.presets import PRESETS, override_preset
from tests.training_loop.conftest import TINY, tiny

SMALL = ["--depth", "1", "--seq-len", "64", "--device-batch", "2", "--total-batch", "256", "--steps", "6"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "run"
    assert main(["train", *SMALL, "--out", str(folder), "--lang", "ko"]) == 0
    return folder


def test_a_run_prints_its_plan_and_tells_three_stories(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schedules = ["--sample-every", "4", "--checkpoint-every", "5"]
    assert main(["train", *SMALL, "--out", str(tmp_path / "run"), *schedules]) == 0
    out = capsys.readouterr().out
    assert [line.split(":")[0] for line in out.splitlines() if line.startswith(("4: ", "8: "))] == ["4"]
    assert [path.name for path in list_checkpoints(tmp_path / "run")] == ["step_000005", "step_000006"]
    assert out.startswith("laptop: 311,296 parameters, 1,536 tokens in 6 steps of 256 (2 micro-steps each)")
    assert out.count("---\n") == 3


def test_sample_and_plot(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", str(finished), "--prompt", "어느 날", "--n", "2", "--max-tokens", "5"]) == 0
    out = capsys.readouterr().out
    assert out.count("---\n어느 날") == 2
    assert main(["plot", str(finished)]) == 0
    assert (finished / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_finished_run_is_not_overwritten(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(path.stat().st_mtime_ns for path in finished.rglob("*"))
    assert main(["train", *SMALL, "--out", str(finished)]) == 2
    assert "is finished: all 6 steps are done" in capsys.readouterr().err
    assert sorted(path.stat().st_mtime_ns for path in finished.rglob("*")) == before


def test_resume_with_another_depth_or_language_is_refused(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--out", str(finished), "--resume", "auto", "--depth", "3", "--lang", "ja"]) == 2
    assert "--lang is ko there and ja here; --depth is 1 there and 3 here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train", "--preset", "moon"], "there is no preset 'moon'; there are laptop, hour, evening, gpu"),
        (["train", "--preset", "gpu"], "this preset needs more text than the course makes"),
        (["train", "--data", "x"], "give --data (shards) and --tokenizer together"),
        (["train", "--total-batch", "1000"], "1,000 tokens is not a multiple of 1,600"),
        (["sample", "nowhere"], "there is no run.json in nowhere"),
        (["plot", "nowhere"], "there is no log.jsonl in nowhere"),
    ],
)
def test_options_that_cannot_be_met(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, *(["--steps", "5"] if arguments[0] == "train" else [])]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("minutes", ["-1", "0"])
def test_minutes_of_0_or_less_are_one_clear_line(
    minutes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--minutes", minutes, "--out", str(tmp_path / "run")]) == 2
    assert capsys.readouterr().err == f"storybot: --minutes must be greater than 0, not {minutes}\n"


def test_minutes_are_turned_into_steps(corpus: Corpus) -> None:
    preset = override_preset("laptop", depth=1, seq_len=32, device_batch=4, total_batch=128, minutes=0.05)
    config, plan = make_plan(preset, corpus)
    assert config.steps == plan.steps > 20


def test_every_preset_divides() -> None:
    for preset in PRESETS.values():
        assert preset.total_batch % (preset.device_batch * preset.seq_len) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_corpus_in_every_language_with_prompts(language: str, tmp_path: Path) -> None:
    corpus = story_corpus(language, tmp_path, n=60, vocab_size=400, cast=1, plots=2)
    prompts = corpus.sample_prompts(3, tokens=20)
    assert len(set(prompts)) == 3
    assert all(prompts)
    assert "�" not in "".join(prompts)


def test_progress_bar_live_plot_and_every_n_steps(corpus: Corpus, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []
    live = LivePlot(10, translate=str.upper)
    callbacks = [ProgressBar(), live, every_n_steps(7, lambda report: seen.append(report.step))]
    train(TINY, corpus.loader(4, 32), callbacks=callbacks)
    assert seen == [7, 14, 21, 28]
    captured = capsys.readouterr()
    assert "30/30" in captured.err
    assert "tokens/s" in captured.err
    assert captured.out.count("Figure") == 2, "drawn anew; in a notebook, in the same place"
    (ax,) = live.figure().axes
    assert (ax.get_xlabel(), ax.get_xlim()) == ("STEP", (0, 30))
    assert len(ax.lines[0].get_xdata()) == 30, "all losses, also those after the last picture"


def test_bfloat16_is_taken_only_where_it_is_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(slow: torch.dtype) -> object:
        return lambda model, dtype: 1.0 if dtype == slow else 0.1

    device = torch.device("cpu")
    for slow, chosen in ((torch.bfloat16, torch.float32), (torch.float32, torch.bfloat16)):
        precision.pick_dtype.cache_clear()
        monkeypatch.setattr(precision, "_step_seconds", measured(slow))
        assert precision.pick_dtype(device) == chosen
    precision.pick_dtype.cache_clear()


def test_a_cpu_that_lacks_the_instructions_it_reports_computes_in_float32(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking it in this process would end the process."""

    def killed(model: GPT, dtype: torch.dtype) -> float:
        raise AssertionError("the step must not be tried here")

    monkeypatch.delenv(precision.ISA_LIMIT, raising=False)
    monkeypatch.setattr(precision, "_reports_amx", lambda: True)
    monkeypatch.setattr(precision, "BFLOAT16_PRODUCT", "import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    monkeypatch.setattr(precision, "_step_seconds", killed)
    precision.pick_dtype.cache_clear()
    assert precision.pick_dtype(torch.device("cpu")) == torch.float32
    precision.pick_dtype.cache_clear()


def test_the_probe_for_bfloat16_never_ends_the_process() -> None:
    """On a virtual machine that reports AMX without having it, `storybot train` died of an illegal instruction."""
    environment = {name: value for name, value in os.environ.items() if name != precision.ISA_LIMIT}
    code = "import torch; from storybot.training_loop.precision import pick_dtype; pick_dtype(torch.device('cpu'))"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_a_bfloat16_run_learns_as_well(corpus: Corpus) -> None:
    plain = train(tiny(steps=8), corpus.loader(4, 32)).losses
    half = train(tiny(steps=8, dtype="bfloat16"), corpus.loader(4, 32)).losses
    assert half == pytest.approx(plain, abs=0.1)


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")  # of torch, about itself
def test_a_compiled_run_has_the_same_losses(corpus: Corpus) -> None:
    plain = train(tiny(steps=8), corpus.loader(4, 32)).losses
    compiled = train(tiny(steps=8, compile=True), corpus.loader(4, 32)).losses
    assert compiled == pytest.approx(plain, abs=1e-3)
