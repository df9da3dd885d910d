"""The loop: it learns, it keeps its schedules, and it goes on exactly where it was."""

from __future__ import annotations

import json
import math
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest
import torch

from storybot.training_loop.data import Corpus
from storybot.training_loop.loop import StepReport, TrainingStoppedError, TrainResult, train
from storybot.training_loop.optim.optimizers import lr_multiplier
from storybot.training_loop.runs.checkpoint import list_checkpoints
from storybot.training_loop.runs.run_log import LOG_FILE, read_log
from storybot.training_loop.sample import sample_text
from storybot.training_loop.train_config import OptimizerConfig
from storybot.training_loop.validation import ValidationLoss
from tests.helpers import logged_losses
from tests.training_loop.conftest import TINY, tiny


class StopHereError(Exception):
    """As if the power had failed."""


def stop_at(step: int) -> Any:
    def callback(report: StepReport) -> None:
        if report.step == step:
            raise StopHereError

    return callback


@pytest.fixture(scope="module")
def whole(corpus: Corpus) -> TrainResult:
    """A run that nobody disturbs."""
    return train(TINY, corpus.loader(4, 32))


@pytest.mark.parametrize("kind", ["muon", "adamw"])
def test_the_loss_begins_at_ln_v_and_falls(corpus: Corpus, kind: str) -> None:
    validation = ValidationLoss(corpus.loader(4, 32, "validation"), 4)
    config = tiny(steps=60, optimizer=OptimizerConfig(kind, warmup=3))
    result = train(config, corpus.loader(4, 32), evaluators={"validation": validation})
    assert result.losses[0] == pytest.approx(math.log(300), abs=1e-4)
    assert [score["step"] for score in result.scores] == [0, 60]
    assert result.scores[0]["validation"] == pytest.approx(math.log(300), abs=1e-4)
    assert result.scores[1]["validation"] < 4.2
    assert result.tokens == 60 * 2 * 4 * 32


def test_micro_steps_add_up_to_one_step(corpus: Corpus) -> None:
    """Two micro-steps of four rows are one step of eight: the loader gives the same tokens in the same order."""
    two = train(tiny(steps=5), corpus.loader(4, 32))
    one = train(tiny(steps=5, device_batch=8, accumulation=1), corpus.loader(8, 32))
    assert two.losses == pytest.approx(one.losses, rel=1e-5)


def test_stopped_at_twenty_random_steps_it_goes_on_to_the_bit(corpus: Corpus, whole: TrainResult, run: Path) -> None:
    """One run, stopped twenty times: the losses, and the parameters, are those of the undisturbed one."""
    moments = sorted(random.Random(5).sample(range(1, TINY.steps), 20))
    config = tiny(checkpoint_every=2)
    for moment in moments:
        with pytest.raises(StopHereError):
            train(config, corpus.loader(4, 32), folder=run, resume="auto", callbacks=[stop_at(moment)])
    result = train(config, corpus.loader(4, 32), folder=run, resume="auto")
    assert logged_losses(run) == whole.losses
    assert [record["step"] for record in read_log(run) if "loss" in record] == list(range(1, 31))
    for a, b in zip(result.model.parameters(), whole.model.parameters(), strict=True):
        assert torch.equal(a, b)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_and_ends_cleanly(corpus: Corpus, whole: TrainResult, run: Path, number: int) -> None:
    def press(report: StepReport) -> None:
        if report.step == 7:
            os.kill(os.getpid(), number)

    before = signal.getsignal(number)
    result = train(TINY, corpus.loader(4, 32), folder=run, callbacks=[press])
    assert (result.steps, result.interrupted) == (8, True)
    assert [path.name for path in list_checkpoints(run)] == ["step_000008"]
    assert signal.getsignal(number) == before
    rest = train(TINY, corpus.loader(4, 32), folder=run, resume="auto")
    assert not rest.interrupted
    assert result.losses + rest.losses == whole.losses


def test_evaluations_and_checkpoints_have_their_own_schedules(corpus: Corpus, run: Path) -> None:
    seen: list[tuple[int, dict[str, float]]] = []
    config = tiny(steps=10, evaluate_every=4, checkpoint_every=3, keep=2)
    train(
        config,
        corpus.loader(4, 32),
        folder=run,
        evaluators={"one": lambda model: 1.0},
        callbacks=[lambda report: seen.append((report.step, report.scores))],
    )
    assert [record["step"] for record in read_log(run) if "one" in record] == [0, 4, 8, 10]
    assert [step for step, scores in seen if scores] == [4, 8, 10]
    assert [path.name for path in list_checkpoints(run)] == ["step_000009", "step_000010"]
    first = next(record for record in read_log(run) if "loss" in record)
    assert set(first) == {
        "step", "steps", "loss", "mean_loss", "grad_norm", "lr_multiplier", "seconds", "tokens_per_second",
    }  # fmt: skip


def test_the_log_has_the_multiplier_of_the_learning_rates(corpus: Corpus, run: Path) -> None:
    train(tiny(steps=10, optimizer=OptimizerConfig(warmup=2)), corpus.loader(4, 32), folder=run)
    multipliers = [record["lr_multiplier"] for record in read_log(run)]
    assert multipliers == [lr_multiplier(step, 10, 2, 4) for step in range(10)]


def test_out_of_time_it_saves_and_goes_on_to_the_bit(corpus: Corpus, whole: TrainResult, run: Path) -> None:
    first = train(TINY, corpus.loader(4, 32), folder=run, max_seconds=0)
    assert (first.steps, first.interrupted) == (1, True)
    assert [path.name for path in list_checkpoints(run)] == ["step_000001"]
    rest = train(TINY, corpus.loader(4, 32), folder=run, resume="auto", max_seconds=1e6)
    assert not rest.interrupted
    assert first.losses + rest.losses == whole.losses


def test_a_loss_that_is_not_a_number_stops_with_the_last_good_checkpoint(corpus: Corpus, run: Path) -> None:
    def spoil(report: StepReport) -> None:
        if report.step == 5:
            with torch.no_grad():
                report.model.head.weight.fill_(math.nan)

    config = tiny(checkpoint_every=4)
    with pytest.raises(
        TrainingStoppedError, match=r"at step 5 the loss is nan; the last good checkpoint is .*step_000004"
    ):
        train(config, corpus.loader(4, 32), folder=run, callbacks=[spoil])
    assert len(train(config, corpus.loader(4, 32), folder=run, resume="auto").losses) == 26


@pytest.mark.parametrize("moment", [5, 25])
def test_a_spike_stops(corpus: Corpus, moment: int) -> None:
    def spoil(report: StepReport) -> None:
        if report.step == moment:
            with torch.no_grad():
                report.model.head.weight.mul_(-400)

    with pytest.raises(
        TrainingStoppedError, match=rf"at step {moment} the loss jumped from \d\.\d\d to \d+\.\d\d; there is no"
    ):
        train(TINY, corpus.loader(4, 32), callbacks=[spoil])


def test_a_long_gradient_is_clipped(corpus: Corpus) -> None:
    norms: list[float] = []

    def look(report: StepReport) -> None:
        norms.append(report.grad_norm)

    free = train(tiny(steps=3, clip=1e9), corpus.loader(4, 32), callbacks=[look])
    tight = train(tiny(steps=3, clip=1e-3), corpus.loader(4, 32))
    assert max(norms) > 0.01
    assert free.losses[0] == tight.losses[0]
    assert free.losses[1:] != tight.losses[1:]


def test_a_last_line_that_was_cut_short_is_left_out(run: Path) -> None:
    run.mkdir()
    (run / LOG_FILE).write_text(json.dumps({"step": 1}) + '\n{"step": 2, "lo', encoding="utf-8")
    assert read_log(run) == [{"step": 1}]
    (run / LOG_FILE).write_text('{"step": 2, "lo\n' + json.dumps({"step": 1}) + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1 is not valid JSON"):
        read_log(run)


def test_stories_are_told_with_a_seed(corpus: Corpus, whole: TrainResult) -> None:
    first, second = sample_text(whole.model, corpus.tokenizer, "Once", n=2, max_tokens=20)
    assert first.startswith("Once")
    assert first != second
    assert sample_text(whole.model, corpus.tokenizer, "Once", n=2, max_tokens=20) == [first, second]
    cold = sample_text(whole.model, corpus.tokenizer, "Once", n=2, max_tokens=20, temperature=0)
    assert cold[0] == cold[1]
