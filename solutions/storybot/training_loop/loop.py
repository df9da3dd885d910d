"""The training loop: a function that one can call, stop, resume and test.

    batch → loss → gradients → clip → optimizers → evaluate → log → checkpoint

The order within a step is fixed. A checkpoint therefore holds everything up to its step, and a run
that goes on from it repeats nothing and misses nothing: on a CPU it has the same losses, to the bit.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import torch

from storybot.errors import ReadableError
from storybot.files import FilePath
from storybot.model.gpt import GPT
from storybot.training_loop.runs.checkpoint import list_checkpoints
from storybot.training_loop.runs.run_log import RunLog
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy
from storybot.training_loop.train_config import TrainConfig
from storybot.training_loop.train_state import BatchSource, TrainState

EMA_DECAY = 0.9  # of the running mean of the loss: new mean = 0.9 old mean + 0.1 loss
EMA_WARMUP_STEPS = 20  # for so long ln V, not the running mean, says which loss is normal
Evaluator = Callable[[GPT], float]


class TrainingStoppedError(ReadableError):
    """The loss is not a finite number any more, or far above what it was."""


@dataclass
class StepReport:
    """Where the run stands after a step; callbacks get it, and the log has all of it but `model` and `scores`."""

    step: int  # steps done
    steps: int  # of the whole run
    loss: float
    mean_loss: float  # a running mean
    grad_norm: float  # before clipping
    lr_multiplier: float  # of all learning rates, by the schedule
    seconds: float  # that this step took
    tokens_per_second: float
    model: GPT
    scores: dict[str, float]  # of the evaluators, if they ran at this step


Callback = Callable[[StepReport], None]


@dataclass
class TrainResult:
    """What `train` returns. Losses and scores are of the steps that this call has done."""

    model: GPT
    steps: int = 0  # done so far, with those before this call
    losses: list[float] = field(default_factory=list)
    scores: list[dict[str, float]] = field(default_factory=list)  # each with its "step"
    tokens: int = 0
    seconds: float = 0.0  # in the steps themselves
    interrupted: bool = False  # by a signal or the clock, before the last step
    state_bytes: int = 0  # memory of this process's optimizer state


def train(
    config: TrainConfig,
    data: BatchSource,
    *,
    folder: FilePath | None = None,
    resume: str | Path | None = None,
    evaluators: Mapping[str, Evaluator] | None = None,
    callbacks: Sequence[Callback] = (),
    strategy: Strategy = SINGLE_PROCESS,
    max_seconds: float | None = None,
) -> TrainResult:
    """Train a model.

    `folder` is where log and checkpoints go (nowhere if None). `resume` is a checkpoint, or "auto": the
    newest valid one of the folder, or step 0 if it has none. `evaluators` give a number for the model, on the
    config's schedule and at both ends; `callbacks` are called after every step. After `max_seconds` the run
    stops as after Ctrl-C: the step is finished, a checkpoint is written.
    """
    started = time.perf_counter()
    state = TrainState(config, data, None if folder is None else Path(folder), strategy)
    state.resume(resume)
    evaluators, result = evaluators or {}, TrainResult(state.model, state.step)
    with RunLog(state.folder if strategy.rank == 0 else None, state.step) as log, stop_on_signals() as stop:
        if state.step == 0 and evaluators:
            run_evaluators(state, evaluators, result, log)
        while state.step < config.steps and not result.interrupted:
            report = train_step(state)
            result.steps = state.step
            result.losses.append(report.loss)
            result.tokens += config.tokens_per_step
            result.seconds += report.seconds
            log.write({name: value for name, value in vars(report).items() if name not in ("model", "scores")})
            last = state.step == config.steps
            if evaluators and (last or is_due(state.step, config.evaluate_every)):
                report.scores = run_evaluators(state, evaluators, result, log)
            out_of_time = max_seconds is not None and time.perf_counter() - started >= max_seconds
            result.interrupted = strategy.any_rank(bool(stop) or out_of_time) and not last
            if last or result.interrupted or is_due(state.step, config.checkpoint_every):
                log.sync()
                state.save()
            for callback in callbacks:
                callback(report)
    result.state_bytes = state.optimizers.state_bytes()
    return result


def train_step(state: TrainState) -> StepReport:
    """One step: the gradients of all micro-steps, clipped, and the optimizers."""
    config, start = state.config, time.perf_counter()
    multiplier = state.optimizers.schedule(state.step)
    loss = torch.zeros((), device=state.device)
    for micro in range(state.micro_steps):
        inputs, targets = next_batch(state)  # (B, T), (B, T)
        with state.strategy.micro_step(state.forward, last=micro == state.micro_steps - 1):
            with torch.autocast(state.device.type, state.dtype, enabled=state.dtype != torch.float32):
                part = state.forward(inputs, targets) / state.micro_steps  # ()
            part.backward()
        loss += part.detach()
    value = state.strategy.all_reduce_sum(loss).item() / state.strategy.size
    check_loss(state, value)
    grad_norm = torch.nn.utils.clip_grad_norm_(state.model.parameters(), config.clip).item()
    state.optimizers.step()
    state.model.zero_grad(set_to_none=True)
    state.step += 1
    state.mean_loss = EMA_DECAY * state.mean_loss + (1 - EMA_DECAY) * value
    seconds = time.perf_counter() - start
    speed, mean = config.tokens_per_step / seconds, debiased_mean_loss(state)
    return StepReport(state.step, config.steps, value, mean, grad_norm, multiplier, seconds, speed, state.model, {})


def next_batch(state: TrainState) -> tuple[torch.Tensor, torch.Tensor]:
    """The next micro-step's inputs and targets, (B, T) each, on the device; a wrong shape is refused."""
    inputs, targets = next(state.data)
    wanted = (state.config.device_batch, state.config.model.seq_len)
    if tuple(inputs.shape) != wanted:
        raise ValueError(f"the data has batches of shape {tuple(inputs.shape)}, the run needs {wanted}")
    if state.step == 0 and state.data.epoch > 0:
        raise ValueError(f"the corpus is shorter than one batch of {wanted[0]} × {wanted[1]} tokens; give more text")
    return inputs.to(state.device), targets.to(state.device)


def check_loss(state: TrainState, loss: float) -> None:
    """Stop the run before a bad step is taken, while the parameters are still good."""
    normal = debiased_mean_loss(state) if state.step >= EMA_WARMUP_STEPS else math.log(state.config.model.vocab_size)
    if math.isfinite(loss) and loss <= normal + state.config.spike:
        return
    saved = list_checkpoints(state.folder) if state.folder is not None else []
    last = f"the last good checkpoint is {saved[-1]}" if saved else "there is no checkpoint yet"
    what = f"is {loss}" if not math.isfinite(loss) else f"jumped from {normal:.2f} to {loss:.2f}"
    raise TrainingStoppedError(
        f"at step {state.step} the loss {what}; {last}. Try a lower learning rate or a longer warm-up"
    )


def debiased_mean_loss(state: TrainState) -> float:
    """The running mean of the loss. It began at 0, so it is divided by the weight of the losses in it, as in AdamW."""
    return state.mean_loss / (1 - EMA_DECAY**state.step) if state.step else math.nan


def run_evaluators(
    state: TrainState, evaluators: Mapping[str, Evaluator], result: TrainResult, log: RunLog
) -> dict[str, float]:
    """Run every evaluator, and write the scores to result and log."""
    with torch.no_grad(), torch.autocast(state.device.type, state.dtype, enabled=state.dtype != torch.float32):
        scores = {name: float(evaluator(state.model)) for name, evaluator in evaluators.items()}
    result.scores.append({"step": state.step, **scores})
    log.write({"step": state.step, **scores})
    return scores


def is_due(step: int, every: int) -> bool:
    """Whether something that happens every `every` steps happens after this one; 0 means never.

    >>> [step for step in range(1, 10) if is_due(step, 4)], is_due(4, 0)
    ([4, 8], False)
    """
    return every > 0 and step % every == 0


class StopFlag:
    """True once the run has been asked to stop."""

    def __init__(self) -> None:
        self.is_set = False

    def __bool__(self) -> bool:
        return self.is_set


@contextmanager
def stop_on_signals() -> Iterator[StopFlag]:
    """Ctrl-C stops a run cleanly: the step is finished, a checkpoint is written. A second one ends it at once.

    SIGINT and SIGTERM set the flag, once; the second one does what it did before.

    Python can handle signals in the main thread only; in another thread nothing is changed.
    """
    flag = StopFlag()
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return
    before: dict[int, Any] = {}

    def set_flag(number: int, frame: FrameType | None) -> None:
        flag.is_set = True
        signal.signal(number, before[number])

    for name in (signal.SIGINT, signal.SIGTERM):
        before[int(name)] = signal.signal(name, set_flag)
    try:
        yield flag
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
