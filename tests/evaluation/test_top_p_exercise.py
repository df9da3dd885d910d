"""The check of `top_p_filter` accepts every right answer, however it sums."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch

from storybot.check import check
from storybot.evaluation.exercises import EXERCISES, clear

Filter = Callable[[torch.Tensor, float], torch.Tensor]
RIGHT: list[Filter] = []


def right(function: Filter) -> Filter:
    RIGHT.append(function)
    return function


def keep(logits: torch.Tensor, order: torch.Tensor, n: int) -> torch.Tensor:
    filtered = torch.full_like(logits, -math.inf)
    filtered[order[:n]] = logits[order[:n]]
    return filtered


def ordered(logits: torch.Tensor, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    values, order = torch.sort(logits, descending=True, stable=True)
    return torch.softmax(values.to(dtype), 0), order


@right
def count_of_sums_float32(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float32)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) < p).sum()) + 1)


@right
def count_of_sums_float64(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float64)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) < p).sum()) + 1)


@right
def sum_before_float32(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float32)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) - chances < p).sum()))


@right
def sum_before_float64(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float64)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) - chances < p).sum()))


@right
def searchsorted(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float32)
    return logits.clone() if p == 1 else keep(logits, order, int(torch.searchsorted(chances.cumsum(0), p)) + 1)


@right
def loop_over_python_floats(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float32)
    total, n = 0.0, 0
    for chance in chances.tolist():
        if n and p < 1 and total >= p:
            break
        total, n = total + chance, n + 1
    return keep(logits, order, n)


@right
def loop_over_tensors(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float32)
    total, n = torch.tensor(0.0), 0
    while n < len(logits) and (p == 1 or total < p):
        total = total + chances[n]
        n += 1
    return keep(logits, order, n)


@right
def loop_with_fsum(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float64)
    n = 1
    while n < len(logits) and (p == 1 or math.fsum(chances[:n].tolist()) < p):
        n += 1
    return keep(logits, order, n)


@right
def p_minus_each_probability(logits: torch.Tensor, p: float) -> torch.Tensor:
    chances, order = ordered(logits, torch.float32)
    rest, n = p, 0
    while n < len(logits) and (p == 1 or rest > 0):
        rest -= float(chances[n])
        n += 1
    return keep(logits, order, n)


@right
def in_log_space(logits: torch.Tensor, p: float) -> torch.Tensor:
    values, order = torch.sort(logits, descending=True, stable=True)
    sums = torch.log_softmax(values, 0).logcumsumexp(0)
    return logits.clone() if p == 1 else keep(logits, order, int((sums < math.log(p)).sum()) + 1)


@right
def python_from_beginning_to_end(logits: torch.Tensor, p: float) -> torch.Tensor:
    values = logits.tolist()
    largest = max(values)
    weights = [math.exp(value - largest) for value in values]
    kept, total = set(), 0.0
    for i in sorted(range(len(values)), key=lambda i: (-values[i], i)):
        kept.add(i)
        total += weights[i] / sum(weights)
        if p < 1 and total >= p:
            break
    return torch.tensor([value if i in kept else -math.inf for i, value in enumerate(values)])


@pytest.mark.parametrize("function", RIGHT, ids=lambda function: function.__name__)
def test_right_top_p_filters_were_refused(function: Filter, capsys: pytest.CaptureFixture[str]) -> None:
    function.__name__, name = "top_p_filter", function.__name__
    try:
        check(function)
    finally:
        function.__name__ = name
    assert "✓" in capsys.readouterr().out


def test_no_example_is_decided_by_rounding() -> None:
    """Except one whose probabilities, 1/4, are exact in binary: all sums of them are exact as well."""
    unclear = [example for example in EXERCISES["top_p_filter"].examples if example[1] < 1 and not clear(example)]
    assert [(logits.tolist(), p) for logits, p in unclear] == [([0.0] * 4, 0.5)]
