"""Which known mistake does a wrong answer behave like? The one that does the same on every input that was tried."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from storybot.check.exercise import Arguments, Exercise
from storybot.check.outcome import Outcome, observe, same_outcome

SECONDS = 4.0  # for the whole search
SECONDS_PER_MISTAKE_CALL = 1.0
MOST = 60  # inputs that are compared: all that failed come first


@dataclass(frozen=True)
class Tried:
    """An input, and what the learner's function did with it."""

    arguments: Arguments
    outcome: Outcome
    failed: bool
    must_raise: bool = False  # whether the reference raises on it


def recognize_mistake(exercise: Exercise, tried: Sequence[Tried]) -> str | None:
    """The name of the known mistake that gives the same results as the learner's function, or None.

    Inputs that must be refused are compared as well; if no mistake fits, they are left out, since an answer may
    refuse them and still make the mistake.
    """
    return _same_mistake(exercise, tried) or _same_mistake(exercise, [one for one in tried if not one.must_raise])


def _same_mistake(exercise: Exercise, tried: Sequence[Tried]) -> str | None:
    failed = [one for one in tried if one.failed]
    if not failed:
        return None
    endless = any(one.outcome.endless for one in failed)
    ordered = [*failed, *(one for one in tried if not one.failed)][:MOST]
    end = time.monotonic() + SECONDS
    for name, mistake in exercise.mistakes.items():
        if mistake.slow or mistake.endless != endless:
            continue
        if time.monotonic() > end:
            return None
        if all(
            same_outcome(
                observe(exercise, mistake.function, one.arguments, SECONDS_PER_MISTAKE_CALL),
                one.outcome,
                exercise.tolerance,
            )
            for one in ordered
        ):
            return name
    return None


def slow_mistake(exercise: Exercise) -> str | None:
    """The known mistake of an answer that is right but too slow."""
    return next((name for name, mistake in exercise.mistakes.items() if mistake.slow), None)
