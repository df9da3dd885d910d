"""The training loop: a function that one can call, stop, resume and test.

    batch → loss → gradients → clip → optimizers → evaluate → log → checkpoint

The order within a step is fixed. A checkpoint therefore holds everything up to its step, and a run
that goes on from it repeats nothing and misses nothing: on a CPU it has the same losses, to the bit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch

from storybot.files import FilePath
from storybot.model.gpt import GPT
from storybot.training_loop.checkpoint import checkpoints
from storybot.training_loop.run_log import RunLog
from storybot.training_loop.signals import stop_on_signals
from storybot.training_loop.stopped import TrainingStoppedError
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy
from storybot.training_loop.train_config import TrainConfig
from storybot.training_loop.train_state import Data, Run

SMOOTH = 0.9  # a running mean keeps so much of itself at each step
SETTLED = 20  # steps before the running mean says what is usual; until then it is ln V
Evaluator = Callable[[GPT], float]


@dataclass
class Progress:
    """Where the run stands after a step; callbacks get it."""

    step: int  # steps done
    steps: int
    loss: float
    mean_loss: float  # a running mean
    norm: float  # of the gradient, before it was clipped
    lr: float  # the multiplier
    seconds: float  # that the step took
    tokens_per_second: float
    model: GPT
    scores: dict[str, float]  # of the evaluators, if they ran at this step


Callback = Callable[[Progress], None]


@dataclass
class Result:
    """What a run gives back. Losses and scores are of the steps that this call has done."""

    model: GPT
    steps: int = 0
    losses: list[float] = field(default_factory=list)
    scores: list[dict[str, float]] = field(default_factory=list)  # each with its "step"
    tokens: int = 0
    seconds: float = 0.0  # in the steps themselves
    interrupted: bool = False
    state_bytes: int = 0  # that this process's optimizers remember


def train(
    config: TrainConfig,
    data: Data,
    *,
    folder: FilePath | None = None,
    resume: str | Path | None = None,
    evaluators: Mapping[str, Evaluator] | None = None,
    callbacks: Sequence[Callback] = (),
    world: Strategy = SINGLE_PROCESS,
) -> Result:
    """Train a model.

    `folder` is where log and checkpoints go (nowhere if None). `resume` is a checkpoint, or "auto": the
    newest good one of the folder, or the beginning. `evaluators` give a number for the model, on the
    config's schedule and at both ends; `callbacks` are called after every step.
    """
    run = Run(config, data, None if folder is None else Path(folder), world)
    run.resume(resume)
    evaluators, result = evaluators or {}, Result(run.model, run.step)
    with RunLog(run.folder if world.rank == 0 else None, run.step) as log, stop_on_signals() as stop:
        if run.step == 0 and evaluators:
            score(run, evaluators, result, log)
        while run.step < config.steps and not result.interrupted:
            progress = train_step(run)
            result.steps = run.step
            result.losses.append(progress.loss)
            result.tokens += config.tokens_per_step
            result.seconds += progress.seconds
            log.write({name: value for name, value in vars(progress).items() if name not in ("model", "scores")})
            last = run.step == config.steps
            if evaluators and (last or is_due(run.step, config.evaluate_every)):
                progress.scores = score(run, evaluators, result, log)
            result.interrupted = world.any(bool(stop)) and not last
            if last or result.interrupted or is_due(run.step, config.checkpoint_every):
                log.sync()
                run.save()
            for callback in callbacks:
                callback(progress)
    result.state_bytes = run.optimizers.state_bytes()
    return result


def train_step(run: Run) -> Progress:
    """One step: the gradients of all micro-steps, clipped, and the optimizers."""
    config, start = run.config, time.perf_counter()
    multiplier = run.optimizers.schedule(run.step)
    loss = torch.zeros((), device=run.device)
    for micro in range(run.micro_steps):
        inputs, targets = next_batch(run)
        with run.world.micro_step(run.forward, last=micro == run.micro_steps - 1):
            with torch.autocast(run.device.type, run.dtype, enabled=run.dtype != torch.float32):
                part = run.forward(inputs, targets) / run.micro_steps
            part.backward()
        loss += part.detach()
    value = run.world.sum(loss).item() / run.world.size
    check_loss(run, value)
    norm = torch.nn.utils.clip_grad_norm_(run.model.parameters(), config.clip).item()
    run.optimizers.step()
    run.model.zero_grad(set_to_none=True)
    run.step += 1
    run.mean_loss = SMOOTH * run.mean_loss + (1 - SMOOTH) * value
    seconds = time.perf_counter() - start
    speed = config.tokens_per_step / seconds
    return Progress(run.step, config.steps, value, smooth(run), norm, multiplier, seconds, speed, run.model, {})


def next_batch(run: Run) -> tuple[torch.Tensor, torch.Tensor]:
    """The next micro-step's inputs and targets, on the device; the first one is looked at closely."""
    inputs, targets = next(run.data)
    wanted = (run.config.device_batch, run.config.model.seq_len)
    if tuple(inputs.shape) != wanted:
        raise ValueError(f"the data gives batches of shape {tuple(inputs.shape)}, the run wants {wanted}")
    if run.step == 0 and getattr(run.data, "epoch", 0) > 0:
        raise ValueError(f"the corpus is shorter than one batch of {wanted[0]} × {wanted[1]} tokens; give more text")
    return inputs.to(run.device), targets.to(run.device)


def check_loss(run: Run, loss: float) -> None:
    """Stop before a bad step is taken: the parameters are still the good ones."""
    usual = smooth(run) if run.step >= SETTLED else math.log(run.config.model.vocab_size)
    if math.isfinite(loss) and loss <= usual + run.config.spike:
        return
    good = checkpoints(run.folder) if run.folder is not None else []
    last = f"the last good checkpoint is {good[-1]}" if good else "there is no checkpoint yet"
    what = f"is {loss}" if not math.isfinite(loss) else f"jumped from {usual:.2f} to {loss:.2f}"
    raise TrainingStoppedError(
        f"at step {run.step} the loss {what}; {last}. Try a lower learning rate or a longer warm-up"
    )


def smooth(run: Run) -> float:
    """The running mean of the loss. It began at 0, so it is divided by what it has seen."""
    return run.mean_loss / (1 - SMOOTH**run.step) if run.step else math.nan


def score(run: Run, evaluators: Mapping[str, Evaluator], result: Result, log: RunLog) -> dict[str, float]:
    """Ask every evaluator, and note the answers."""
    with torch.no_grad(), torch.autocast(run.device.type, run.dtype, enabled=run.dtype != torch.float32):
        scores = {name: float(evaluator(run.model)) for name, evaluator in evaluators.items()}
    result.scores.append({"step": run.step, **scores})
    log.write({"step": run.step, **scores})
    return scores


def is_due(step: int, every: int) -> bool:
    """Whether something that happens every so many steps happens after this one; 0 is never.

    >>> [step for step in range(1, 10) if is_due(step, 4)], is_due(4, 0)
    ([4, 8], False)
    """
    return every > 0 and step % every == 0
