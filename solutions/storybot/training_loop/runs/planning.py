"""From a preset to the config of a run; if it is planned by minutes, this machine's speed is measured first."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any

from storybot.model.config import config_for_depth
from storybot.training_loop.budget import Plan, plan
from storybot.training_loop.data import Corpus
from storybot.training_loop.loop import StepReport, train
from storybot.training_loop.runs.presets import Preset
from storybot.training_loop.train_config import OptimizerConfig, TrainConfig

USEFUL_STEPS = 100  # with fewer steps even the smallest model learns hardly anything
MEASUREMENTS = 3  # at most; more than one only if the first gives fewer than USEFUL_STEPS
WARMUP_STEPS = 3  # before measuring: the first steps allocate memory and start threads
LEAST_MEASURED_STEPS = 11
MEASURED_SECONDS = 5.0
MOST_SECONDS = 30.0  # if the machine becomes slow while it is measured


def make_plan(
    preset: Preset, corpus: Corpus, *, steps: int | None = None, world_size: int = 1
) -> tuple[TrainConfig, Plan]:
    """The config of a run and what it amounts to: for this many `steps`, or the preset's steps, minutes or ratio."""
    steps = preset.steps if steps is None else steps
    model = config_for_depth(preset.depth, max(corpus.tokenizer.vocab) + 1, preset.seq_len)
    batch: dict[str, Any] = {
        "total_batch": preset.total_batch, "device_batch": preset.device_batch, "world_size": world_size,
    }  # fmt: skip
    if steps is not None:
        made = plan(model, tokens=steps * preset.total_batch, **batch)
    elif preset.minutes is not None:
        plan(model, tokens=preset.total_batch, **batch)  # a batch that does not divide is an error before measuring
        trial = TrainConfig(model, 1, preset.device_batch)
        tokens = tokens_in_minutes(trial, corpus, preset.minutes, preset.total_batch, world_size)
        made = plan(model, tokens=max(preset.total_batch, tokens), **batch)
    else:
        made = plan(model, ratio=preset.ratio, **batch)
    every = max(1, made.steps // 10)
    config = TrainConfig(
        model, made.steps, preset.device_batch, made.accumulation * world_size,
        optimizer=OptimizerConfig(warmup=min(20, made.steps // 10)),
        evaluate_every=every, checkpoint_every=every,
    )  # fmt: skip
    return config, made


def tokens_in_minutes(trial: TrainConfig, corpus: Corpus, minutes: float, total_batch: int, world_size: int) -> int:
    """How many tokens fit into the minutes, by the fastest of up to three measurements.

    A machine that is busy with something else for some seconds can look ten times slower than it is. So a
    measurement that gives too few steps to learn from is not believed at once.
    """
    speed, seconds = 0.0, min(MEASURED_SECONDS, 60 * minutes / 4)  # measuring takes a fraction of the run
    for _ in range(MEASUREMENTS):
        speed = max(speed, measure_speed(trial, corpus, seconds) * world_size)
        if speed * 60 * minutes >= USEFUL_STEPS * total_batch:
            break
    return int(speed * 60 * minutes)


def measure_speed(config: TrainConfig, corpus: Corpus, seconds: float = MEASURED_SECONDS) -> float:
    """Tokens per second of this model on this machine, from a short trial.

    The median step counts: a few that something else has interrupted do not change it.
    """
    step_seconds: list[float] = []

    def record(report: StepReport) -> None:
        step_seconds.append(report.seconds)

    loader = corpus.loader(config.device_batch, config.model.seq_len)
    try:
        warm = train(replace(config, steps=WARMUP_STEPS), loader)
        steps = max(LEAST_MEASURED_STEPS, int(seconds * warm.steps / warm.seconds))
        train(replace(config, steps=steps), loader, callbacks=[record], max_seconds=MOST_SECONDS)
    finally:
        loader.close()
    return config.tokens_per_step / statistics.median(step_seconds)


def too_few_steps_warning(steps: int, minutes: float) -> str | None:
    """What to say if a plan by minutes has too few steps to learn from; None if it has enough.

    >>> too_few_steps_warning(23, 1.0)
    'only 23 steps fit into 1 minute(s) here; a model learns hardly anything in fewer than 100: give more --minutes, \
or a smaller --total-batch, --seq-len or --depth'
    >>> too_few_steps_warning(500, 1.0)
    """
    if steps >= USEFUL_STEPS:
        return None
    return (
        f"only {steps} steps fit into {minutes:g} minute(s) here; a model learns hardly anything in fewer than "
        f"{USEFUL_STEPS}: give more --minutes, or a smaller --total-batch, --seq-len or --depth"
    )
