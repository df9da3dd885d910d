"""Starting and resuming a run: contradictions are refused, damage is mentioned, a plan is measured with care."""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from storybot.json_file import DamagedFileError, WrongFormatError
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.data import Corpus
from storybot.training_loop.runs import checkpoint as checkpoint_module
from storybot.training_loop.runs import planning
from storybot.training_loop.runs.checkpoint import CorruptCheckpointError, list_checkpoints
from storybot.training_loop.runs.planning import make_plan, measure_speed
from storybot.training_loop.runs.presets import override_preset
from storybot.training_loop.runs.run_folder import RUN_FILE, load_model, load_run, read_run_file, write_run
from storybot.training_loop.runs.start import CLOCK_TOLERANCE, RunOptions, prepare_run, run_training
from storybot.training_loop.train_config import TrainConfig
from tests.helpers import damage_file, logged_losses
from tests.training_loop.conftest import tiny

SMALL = {"depth": 1, "seq_len": 32, "device_batch": 4, "total_batch": 128, "steps": 6}


@pytest.fixture(scope="module")
def own_data(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    tokenizer = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    corpus.tokenizer.save(tokenizer)
    return {"data": corpus.shards, "tokenizer": tokenizer}


@pytest.fixture
def options(own_data: dict[str, Path]) -> dict[str, Any]:
    return SMALL | own_data


@pytest.fixture(scope="module")
def finished_once(own_data: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    prepare_run(folder, RunOptions(**SMALL, **own_data))
    run_training(folder, checkpoint_every=3)
    assert [path.name for path in list_checkpoints(folder)] == ["step_000003", "step_000006"]
    return folder


@pytest.fixture
def finished(finished_once: Path, run: Path) -> Path:
    shutil.copytree(finished_once, run)
    return run


# Options


@pytest.mark.parametrize("minutes", [-1, 0, math.nan, math.inf])
def test_minutes_of_0_or_less_are_refused(minutes: float, run: Path) -> None:
    """They trained one step and printed what came out."""
    with pytest.raises(ValueError, match=f"--minutes must be greater than 0, not {minutes:g}"):
        prepare_run(run, RunOptions(minutes=minutes))
    assert not run.exists()


@pytest.mark.parametrize("name", ["steps", "depth", "seq_len", "device_batch", "total_batch", "cast", "plots"])
def test_counts_below_1_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"--{name.replace('_', '-')} must be at least 1, not 0"):
        RunOptions(**{name: 0})


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"minutes": 1, "steps": 5}, "give --minutes or --steps, not both"),
        ({"data": Path("x")}, r"give --data \(shards\) and --tokenizer together, or neither"),
        ({"data": Path("x"), "tokenizer": Path("y"), "lang": "ko"}, "leave them out with --data"),
    ],
)
def test_options_that_contradict_each_other_are_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        RunOptions(**values)


# Plans


class ScriptedTraining:
    """Stands for `train`: its steps take the given seconds, one after another."""

    def __init__(self, step_seconds: Iterable[float]) -> None:
        self.step_seconds = iter(step_seconds)

    def __call__(
        self, config: TrainConfig, data: Any, *, callbacks: Sequence[Any] = (), max_seconds: float | None = None
    ) -> SimpleNamespace:
        taken = list(islice(self.step_seconds, config.steps))
        for seconds in taken:
            for callback in callbacks:
                callback(SimpleNamespace(seconds=seconds))
        return SimpleNamespace(steps=len(taken), seconds=sum(taken))


def test_one_noisy_measurement_does_not_decide_the_speed(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something else that ran for a moment made a plan of 23 steps: the mean of all steps was taken."""
    quick, disturbed = 0.125, 8.0
    steps = [quick] * planning.WARMUP_STEPS + [quick] * 4 + [disturbed] * 5 + [quick] * 100
    monkeypatch.setattr(planning, "train", ScriptedTraining(steps))
    assert measure_speed(tiny(accumulation=1), corpus, seconds=1) == 4 * 32 / quick


@pytest.mark.parametrize(
    ("measured", "steps"),
    [
        ([0.0625, 99.0], 960),  # 60 s / 0.0625 s: enough to be believed at once
        ([8.0, 0.0625, 99.0], 960),  # 7 steps of 8 s would be too few: measured again
        ([8.0, 2.0, 4.0, 0.01], 30),  # still too few: the fastest of three
    ],
)
def test_a_measurement_with_too_few_steps_is_repeated(
    measured: list[float], steps: int, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = override_preset("laptop", depth=1, seq_len=32, device_batch=4, total_batch=128, minutes=1)
    n = [max(planning.LEAST_MEASURED_STEPS, int(5 / seconds)) + planning.WARMUP_STEPS for seconds in measured]
    script = [seconds for seconds, count in zip(measured, n, strict=True) for _ in range(count)]
    monkeypatch.setattr(planning, "train", ScriptedTraining(script))
    config, plan = make_plan(preset, corpus)
    assert config.steps == plan.steps == steps


def test_too_few_steps_to_learn_from_give_a_warning(
    options: dict[str, Any], run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare_run(run, RunOptions(**options | {"steps": None, "minutes": 1e-5}))
    captured = capsys.readouterr()
    steps = read_run_file(run).config.steps
    assert steps < planning.USEFUL_STEPS
    assert f"warning: only {steps} steps fit into 1e-05 minute(s) here" in captured.err
    assert "give more --minutes" in captured.err


def test_the_default_run_is_planned_by_its_steps(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine made a plan of 23 steps: it now takes longer, and trains the same model."""
    monkeypatch.setattr(planning, "train", ScriptedTraining([]))  # measuring would fail
    config, plan = make_plan(override_preset("laptop"), corpus)
    assert config.steps == plan.steps == override_preset("laptop").steps
    assert override_preset("laptop", minutes=1).steps is None, "minutes that are asked for are measured"


def test_short_rows_do_not_lose_the_ends_of_the_stories() -> None:
    assert override_preset("laptop", seq_len=64).packing == "stream"
    assert override_preset("laptop", seq_len=512).packing == override_preset("laptop").packing == "best_fit"


def test_rows_that_begin_with_a_story_are_resumed_exactly(run: Path) -> None:
    options = RunOptions(**SMALL | {"seq_len": 400, "total_batch": 1600}, plots=1)
    prepare_run(run, options)
    assert read_run_file(run).packing == "best_fit"
    run_training(run, checkpoint_every=3)
    whole = logged_losses(run)
    shutil.rmtree(list_checkpoints(run)[-1])
    run_training(run, resume="auto")
    assert logged_losses(run) == whole


def test_steps_that_were_asked_for_give_no_warning(
    options: dict[str, Any], run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare_run(run, RunOptions(**options))
    captured = capsys.readouterr()
    assert captured.out.startswith("laptop: ")
    assert captured.err == ""


def test_a_run_of_so_many_minutes_is_stopped_by_the_clock(
    corpus: Corpus, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Planned for a fraction of a second, but a hundred thousand steps long: the plan was wrong, the clock is not."""
    minutes = 0.2 / 60
    write_run(run, tiny(steps=100_000), corpus, preset="laptop", minutes=minutes)
    start = time.monotonic()
    run_training(run)
    assert time.monotonic() - start > CLOCK_TOLERANCE * 60 * minutes
    steps = len(logged_losses(run))
    assert [path.name for path in list_checkpoints(run)] == [f"step_{steps:06d}"]
    assert f"stopped after step {steps} of 100000; go on with:" in capsys.readouterr().out


# Resuming


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"depth": 3}, "--depth is 1 there and 3 here"),
        ({"seq_len": 64}, "--seq-len is 32 there and 64 here"),
        ({"device_batch": 2}, "--device-batch is 4 there and 2 here"),
        ({"total_batch": 256}, "--total-batch is 128 there and 256 here"),
        ({"steps": 7}, "--steps is 6 there and 7 here"),
        ({"minutes": 2}, "--minutes is not set there and 2 here"),
        ({"preset": "evening"}, "--preset is laptop there and evening here"),
        ({"lang": "ko"}, "--lang is not set there and ko here"),
        ({"depth": 3, "cast": 2}, "--depth is 1 there and 3 here; --cast is not set there and 2 here"),
    ],
)
def test_resume_with_another_option_is_refused_naming_both_sides(
    finished: Path, other: dict[str, Any], words: str
) -> None:
    """`--resume auto --depth 3` dropped the 3 without a word."""
    with pytest.raises(ValueError, match=f"holds a run with other options: {words}. Leave them out"):
        prepare_run(finished, RunOptions(**other), resume="auto")


def test_resume_with_another_language_or_data_is_refused(corpus: Corpus, run: Path, tmp_path: Path) -> None:
    small = {name: value for name, value in SMALL.items() if name != "steps"}
    prepare_run(run, RunOptions(**small, steps=2, lang="ja", plots=1))
    with pytest.raises(ValueError, match="--lang is ja there and ko here"):
        prepare_run(run, RunOptions(lang="ko"), resume="auto")
    tokenizer = tmp_path / "other.json"
    FastTokenizer([(b"a", b"b")]).save(tokenizer)
    with pytest.raises(ValueError, match=r"--data is not set there and .*; --tokenizer is [0-9a-f]{16} there and"):
        prepare_run(run, RunOptions(data=corpus.shards, tokenizer=tokenizer), resume="auto")


def test_resume_with_the_same_options_goes_on(finished: Path, options: dict[str, Any]) -> None:
    prepare_run(finished, RunOptions(**options, preset="laptop"), resume="auto")
    prepare_run(finished, RunOptions(), resume="auto")


def test_a_finished_run_says_that_it_is_finished(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"{finished} is finished: all 6 steps are done; read its stories with: storybot sample {finished}"
    prepare_run(finished, RunOptions(), resume="auto")
    run_training(finished, resume="auto")
    out = capsys.readouterr().out
    assert words in out
    assert "---" not in out, "no stories as after a training"
    with pytest.raises(FileExistsError, match=f"{words}; to train another one, give another --out"):
        prepare_run(finished, RunOptions())


def test_an_unfinished_run_is_not_overwritten(finished: Path) -> None:
    shutil.rmtree(list_checkpoints(finished)[-1])
    with pytest.raises(FileExistsError, match=r"holds a run already \(at step_000003\); go on with --resume auto"):
        prepare_run(finished, RunOptions())


def test_all_checkpoints_damaged_start_again_only_when_told_to(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = logged_losses(finished)
    for path in list_checkpoints(finished):
        damage_file(path / "model.safetensors")
    prepare_run(finished, RunOptions(), resume="auto")
    with pytest.raises(CorruptCheckpointError, match=r"no checkpoint in .* is valid: .*step_000006.*step_000003"):
        run_training(finished, resume="auto")
    assert len(list_checkpoints(finished)) == 2
    prepare_run(finished, RunOptions(), resume="auto", restart=True)
    assert capsys.readouterr().err.count("starting again from step 0: ") == 2
    run_training(finished, resume="auto")
    assert logged_losses(finished) == whole


def test_restart_does_not_throw_a_valid_checkpoint_away(finished: Path, run: Path, tmp_path: Path) -> None:
    damage_file(list_checkpoints(finished)[-1] / "model.safetensors")
    with pytest.raises(ValueError, match="step_000003 is valid: resume it without --restart"):
        prepare_run(finished, RunOptions(), resume="auto", restart=True)
    assert len(list_checkpoints(finished)) == 2
    with pytest.raises(ValueError, match="--restart belongs to --resume auto and the folder of a run"):
        prepare_run(tmp_path / "nothing", RunOptions(), resume="auto", restart=True)


# Loading


def test_an_older_checkpoint_is_not_used_without_a_word(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`sample`, `eval` and `report` all load a run with `load_run` or `load_model`."""
    assert load_run(finished).warning == ""
    assert capsys.readouterr().err == ""
    newest = list_checkpoints(finished)[-1]
    damage_file(newest / "model.safetensors")
    loaded = load_run(finished)
    assert loaded.checkpoint.path.name == "step_000003"
    warning = f"using the older checkpoint step_000003, because {newest / 'model.safetensors'} is damaged"
    assert loaded.warning.startswith(warning)
    assert f"storybot: warning: {warning}" in capsys.readouterr().err
    load_model(finished)
    assert warning in capsys.readouterr().err


def test_a_run_is_hashed_once_when_it_is_loaded(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    digest = checkpoint_module.file_digest

    def counted(path: Path) -> Any:
        hashed.append(path.name)
        return digest(path)

    monkeypatch.setattr(checkpoint_module, "file_digest", counted)
    load_run(finished)
    assert sorted(hashed) == ["model.safetensors", "optimizer.safetensors"]


def test_a_run_of_an_older_storybot_is_refused_with_what_to_do(finished: Path) -> None:
    path = finished / RUN_FILE
    fields = json.loads(path.read_text(encoding="utf-8"))
    del fields["format"], fields["version"]
    path.write_text(json.dumps(fields), encoding="utf-8")
    with pytest.raises(WrongFormatError, match=r"run\.json is not a storybot run file.*train it again"):
        load_model(finished)


def test_a_damaged_run_file_is_one_clear_sentence(finished: Path) -> None:
    path = finished / RUN_FILE
    path.write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    with pytest.raises(DamagedFileError, match=r"run\.json is not a complete JSON file"):
        read_run_file(finished)


def test_another_tokenizer_in_the_folder_is_refused(finished: Path) -> None:
    FastTokenizer([(b"a", b"b")]).save(finished / "tokenizer.json")
    with pytest.raises(ValueError, match=r"tokenizer\.json is not the tokenizer that the run was started with"):
        load_model(finished)


def test_the_dtype_is_measured_once_and_written_down(
    own_data: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resumed run that measured again might compute in another format, and its losses would be other ones."""
    monkeypatch.setattr("storybot.training_loop.runs.start.pick_dtype", lambda _device: torch.bfloat16)
    prepare_run(tmp_path / "run", RunOptions(**SMALL, **own_data))  # type: ignore[arg-type]
    monkeypatch.setattr("storybot.training_loop.runs.start.pick_dtype", lambda _device: torch.float32)
    prepare_run(tmp_path / "run", RunOptions(), resume="auto")
    assert read_run_file(tmp_path / "run").config.dtype == "bfloat16"
