"""`storybot eval`, `sample` and `report` on the command line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from storybot.cli import main
from storybot.evaluation.core.bundle import OUR_BUNDLE
from storybot.training_loop.data import story_corpus


def run(*arguments: object) -> None:
    assert main([str(argument) for argument in arguments]) == 0


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What a refused command prints: one line."""
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    return said.err


def test_bits_per_byte(finished_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("eval", "bpb", finished_run, "--batches", "2")
    first = capsys.readouterr().out
    assert re.fullmatch(r"\d\.\d{4} bits per byte\n", first)
    shards = finished_run.parent / "data" / "shards"
    run("eval", "bpb", finished_run, "--batches", "2", "--data", shards)
    assert capsys.readouterr().out == first
    assert "--batches must be at least 1, not 0" in refused(capsys, "eval", "bpb", finished_run, "--batches", "0")
    assert "nowhere" in refused(capsys, "eval", "bpb", finished_run, "--data", "nowhere")
    assert "no run.json in nowhere" in refused(capsys, "eval", "core", "nowhere")


def test_stories(finished_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--prompt", "어느 날", "--max-tokens", "12", "--top-k", "40", "--top-p", "0.95", "--seed", "3"]
    run("sample", finished_run, *options, "--temperature", "1")
    whole = capsys.readouterr().out
    assert whole.startswith("어느 날")
    run("sample", finished_run, *options, "--temperature", "1", "--stream")
    assert capsys.readouterr().out == whole
    run("sample", finished_run, *options, "--temperature", "1", "--n", "2")
    both = capsys.readouterr().out
    assert both.startswith("---\n" + whole.rstrip("\n"))
    assert both.count("---\n어느 날") == 2


def test_options_that_cannot_be_met(finished_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "but the model sees 64 at most" in refused(capsys, "sample", finished_run, "--max-tokens", "100")
    run("sample", finished_run, "--max-tokens", "100", "--sliding")
    assert "1 with --stream" in refused(capsys, "sample", finished_run, "--n", "2", "--stream")
    run("sample", finished_run)  # as many as the model sees


def test_a_report(finished_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("report", finished_run, "--out", tmp_path / "card.html")
    assert capsys.readouterr().out == f"{tmp_path / 'card.html'}\n{tmp_path / 'card.md'}\n"
    assert (tmp_path / "card.html").stat().st_size > 10_000
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["card.html", "card.md"]


def test_core(
    finished_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished_run, folder)
    options = ["--config", "core_ko.yaml", "--max-per-task", "4"]
    run("eval", "core", folder, *options)
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["task", "shots", "n", "accuracy", "chance", "centred"]
    assert [line.split()[:3] for line in table[1:4]] == [
        ["next_sentence_ko", "0", "4"], ["which_story_ko", "0", "4"], ["last_words_ko", "2", "4"],
    ]  # fmt: skip
    assert "truncated" in table[1]  # the model sees 64 tokens
    scores = json.loads((folder / "core.json").read_text())
    assert table[4] == f"story score (baselines v1) {scores['score']:.4f}"
    assert "start again with --fresh" in refused(capsys, "eval", "core", folder, "--max-per-task", "5", *options[:2])
    run("eval", "core", folder, "--bundle", OUR_BUNDLE, *options)  # the same bundle by its path: nothing is left to do
    assert capsys.readouterr().out.splitlines() == table
    monkeypatch.setattr("storybot.evaluation.core.evaluate.evaluate_task", interrupt)
    assert main(["eval", "core", str(folder), *options, "--fresh"]) == 130
    assert "the same command continues after the last one" in capsys.readouterr().err


def interrupt(*_arguments: object, **_options: object) -> None:
    raise KeyboardInterrupt


def test_the_commands_are_listed_without_torch() -> None:
    code = "import sys; import storybot.cli; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_tokenizer_of_another_run_is_refused(
    finished_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has as many tokens, so that nothing but its fingerprint tells."""
    folder = tmp_path / "run"
    shutil.copytree(finished_run, folder)
    story_corpus("zh", tmp_path / "zh", n=200, vocab_size=300).tokenizer.save(folder / "tokenizer.json")
    for command in (["eval", "bpb"], ["eval", "core"], ["report"], ["sample"]):
        assert "tokenizer.json is not the tokenizer that the run was started with" in refused(capsys, *command, folder)
