"""train_step: find the bugs. Gradient accumulation, clipping and the optimizer, in the wrong order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.step import train_step


class Line(torch.nn.Module):
    """A model with two parameters, slope and offset; its loss is the mean squared error of slope * x + offset."""

    def __init__(self, slope: float, offset: float) -> None:
        super().__init__()
        self.slope = torch.nn.Parameter(torch.tensor(slope))
        self.offset = torch.nn.Parameter(torch.tensor(offset))

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        return ((self.slope * inputs + self.offset - targets) ** 2).mean()  # ()


@dataclass(frozen=True)
class Step:
    """What one step returned, and the parameters after it."""

    loss: Any
    slope: float
    offset: float

    def __repr__(self) -> str:
        return f"loss={self.loss!r}, slope={self.slope:.4f}, offset={self.offset:.4f}"


def two_steps(
    function: Callable[..., Any], start: tuple[float, float], batches: list[Any], max_norm: float, stale: float
) -> Any:
    """Train a line for two steps on the same batches. `stale` is a gradient that is there before the first."""
    model = Line(*start)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.125)
    if stale:
        for weight in model.parameters():
            weight.grad = torch.full_like(weight, stale)
    tensors = [(torch.tensor(inputs), torch.tensor(targets)) for inputs, targets in batches]
    steps: list[Any] = []
    for _ in range(2):
        loss = function(model, tensors, optimizer, max_norm)
        steps.append(None if loss is None else Step(loss, model.slope.item(), model.offset.item()))
    return steps


def describe(name: str, arguments: Arguments) -> str:
    """The call as code, which needs no words of any language."""
    (slope, offset), batches, max_norm, stale = arguments
    lines = [f"slope, offset = {slope}, {offset}", "loss = ((slope * inputs + offset - targets) ** 2).mean()"]
    lines += [f"slope.grad = offset.grad = {stale}"] if stale else []
    lines += [f"batches = {batches}", "optimizer = SGD([slope, offset], lr=0.125)"]
    lines += ["for _ in range(2):", f"    {name}(model, batches, optimizer, {max_norm})"]
    return "\n".join(lines)


NUMBER = st.sampled_from([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0])


@st.composite
def lines(draw: st.DrawFn) -> Arguments:
    rows = st.lists(NUMBER, min_size=2, max_size=2)
    batches = draw(st.lists(st.tuples(rows, rows), min_size=1, max_size=3))
    return draw(st.tuples(NUMBER, NUMBER)), batches, draw(st.sampled_from([0.5, 1.0, 100.0])), 0.0


ONE, OTHER = ([1.0, 2.0], [2.0, 4.0]), ([2.0, -1.0], [-1.0, 3.0])

EXERCISE = Exercise(
    train_step,
    [
        ((0.0, 0.0), [ONE], 100.0, 0.0),
        ((0.0, 0.0), [ONE, OTHER], 100.0, 0.0),
        ((0.0, 0.0), [ONE, OTHER], 0.5, 0.0),
        ((1.0, 0.0), [OTHER, ONE, ONE], 1.0, 0.0),
        ((1.5, 0.0), [([1.0, 2.0], [2.0, 3.0])], 100.0, 0.0),
        ((0.0, 0.0), [ONE, OTHER], 1.0, 3.0),
        ((0.0, 0.0), [], 1.0, 0.0),
    ],
    lines(),
    tolerance=1e-4,
    invoke=two_steps,
    describe_call=describe,
    errors=(ValueError,),
    given="as_given",
)


@EXERCISE.mistake
def as_given(model, batches, optimizer, max_norm):
    """Three bugs: old gradients stay, the losses are not divided, and each micro-step is clipped."""
    if not batches:
        raise ValueError("a step needs at least one batch")
    total = 0.0
    for inputs, targets in batches:
        loss = model(inputs, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        total += loss.item()
    optimizer.step()
    return total / len(batches)


def accumulate(model, batches, scale):
    """The mean loss; the gradients of all batches, each divided by `scale`, are added to what is there."""
    if not batches:
        raise ValueError("a step needs at least one batch")
    total = 0.0
    for inputs, targets in batches:
        loss = model(inputs, targets)
        (loss / scale).backward()
        total += loss.item()
    return total / len(batches)


def clip(model, max_norm):
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)


@EXERCISE.mistake
def old_gradients_stay(model, batches, optimizer, max_norm):
    mean = accumulate(model, batches, len(batches))
    clip(model, max_norm)
    optimizer.step()
    return mean


@EXERCISE.mistake
def zeroed_at_the_end(model, batches, optimizer, max_norm):
    mean = accumulate(model, batches, len(batches))
    clip(model, max_norm)
    optimizer.step()
    optimizer.zero_grad()
    return mean


@EXERCISE.mistake
def not_divided(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, 1)
    clip(model, max_norm)
    optimizer.step()
    return mean


@EXERCISE.mistake
def each_micro_step_clipped(model, batches, optimizer, max_norm):
    if not batches:
        raise ValueError("a step needs at least one batch")
    optimizer.zero_grad()
    mean = 0.0
    for inputs, targets in batches:
        loss = model(inputs, targets) / len(batches)
        loss.backward()
        clip(model, max_norm)
        mean += loss.item()
    optimizer.step()
    return mean


@EXERCISE.mistake
def zeroed_before_each_micro_step(model, batches, optimizer, max_norm):
    if not batches:
        raise ValueError("a step needs at least one batch")
    mean = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = model(inputs, targets) / len(batches)
        loss.backward()
        mean += loss.item()
    clip(model, max_norm)
    optimizer.step()
    return mean


@EXERCISE.mistake
def a_step_for_each_batch(model, batches, optimizer, max_norm):
    if not batches:
        raise ValueError("a step needs at least one batch")
    mean = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = model(inputs, targets) / len(batches)
        loss.backward()
        clip(model, max_norm)
        optimizer.step()
        mean += loss.item()
    return mean


@EXERCISE.mistake
def clipped_after_the_step(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, len(batches))
    optimizer.step()
    clip(model, max_norm)
    return mean


@EXERCISE.mistake
def divided_after_clipping(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, 1)
    clip(model, max_norm)
    for weight in model.parameters():
        weight.grad /= len(batches)
    optimizer.step()
    return mean


@EXERCISE.mistake
def each_parameter_clipped(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, len(batches))
    for weight in model.parameters():
        torch.nn.utils.clip_grad_norm_([weight], max_norm)
    optimizer.step()
    return mean


@EXERCISE.mistake
def scaled_up_as_well(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, len(batches))
    norm = torch.stack([weight.grad.norm() for weight in model.parameters()]).norm() + 1e-6
    for weight in model.parameters():
        weight.grad *= max_norm / norm
    optimizer.step()
    return mean


@EXERCISE.mistake
def the_last_loss(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    accumulate(model, batches, len(batches))
    with torch.no_grad():
        last = model(*batches[-1]).item()
    clip(model, max_norm)
    optimizer.step()
    return last


@EXERCISE.mistake
def the_sum_of_the_losses(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, len(batches))
    clip(model, max_norm)
    optimizer.step()
    return mean * len(batches)


@EXERCISE.mistake
def mean_divided_twice(model, batches, optimizer, max_norm):
    optimizer.zero_grad()
    mean = accumulate(model, batches, len(batches))
    clip(model, max_norm)
    optimizer.step()
    return mean / len(batches)
