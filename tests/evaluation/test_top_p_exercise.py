"""The inputs of `top_p_filter`'s check: on none of them does rounding decide, so that every right answer agrees."""

from __future__ import annotations

import pytest
import torch

from storybot.check.exercise import Arguments
from storybot.evaluation.exercises.top_p_filter import EXERCISE, clear


@pytest.mark.parametrize("arguments", [*EXERCISE.examples, EXERCISE.large() if EXERCISE.large else ()])
def test_no_example_is_decided_by_rounding(arguments: Arguments) -> None:
    assert clear(arguments)


def test_a_sum_on_p_is_not_clear() -> None:
    assert not clear((torch.zeros(100), 0.02))  # six of nine right answers were refused because of this one
    assert clear((torch.zeros(100), 0.025))
