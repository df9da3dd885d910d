"""Exercises of the kind *write the check*: the learner's test must pass right answers and catch the known mistakes."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import wraps
from types import CodeType
from typing import Any

from storybot.check.cards import load_card
from storybot.check.exercise import Arguments, Exercise
from storybot.check.learner import Learner
from storybot.check.outcome import observe
from storybot.check.recognize import Tried
from storybot.check.registry import chapter_of
from storybot.check.report import CheckFailed, Report

SECONDS_PER_JUDGEMENT = 1.0  # an implementation that never ends costs this much
NOTHING_ASSERTED = "nothing_asserted"  # the known mistake of a test that calls, and perhaps compares, but never raises


def judge(learner: Learner, exercise: Exercise, report: Report) -> str:
    """What to add to the tick, such as ": 9 / 9"; CheckFailed if a right answer is refused or a mistake passes."""
    subject = exercise.judges
    assert subject is not None
    calls = [0]
    rights = [_judge_one(learner, exercise, (counted(function, calls),)) for (function,) in exercise.examples]
    refused = next((one for one in rights if one.outcome.error or one.outcome.endless), None)
    if calls == [0] and refused is None:
        raise CheckFailed(report.message("never_called"))
    wrong = {name: one for name, one in subject.mistakes.items() if not one.slow}
    verdicts = {name: _judge_one(learner, exercise, (one.function,)) for name, one in wrong.items()}
    if refused is not None:
        error = refused.outcome.error
        text = learner.describe(error) if error else "…"
        mistake = recognize_verdicts(exercise, learner, rights, verdicts)
        _refuse(report, report.body("refuses_right", {"error": text}), mistake)
    caught = [name for name, one in verdicts.items() if one.outcome.error or one.outcome.endless]
    missed = [name for name in wrong if name not in caught]
    if missed:
        name = subject.reference.__name__
        card = load_card(chapter_of(name) or report.chapter, name, report.language)
        body = report.body("caught", n=len(caught), total=len(wrong), text=card.mistakes[missed[0]])
        _refuse(report, body, recognize_verdicts(exercise, learner, rights, verdicts))
    return f": {len(caught)} / {len(wrong)}"


def counted(function: Callable[..., Any], calls: list[int]) -> Callable[..., Any]:
    """The same function, which adds to `calls[0]` when it is called."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        return function(*args, **kwargs)

    return call


def _judge_one(learner: Learner, exercise: Exercise, arguments: Arguments) -> Tried:
    """Let the learner's test judge one implementation."""
    outcome = observe(exercise, learner.function, arguments, SECONDS_PER_JUDGEMENT)
    return Tried(arguments, outcome, bool(outcome.error or outcome.endless))


def _refuse(report: Report, body: str, mistake: str | None) -> None:
    raise CheckFailed(report.with_mistake(body, mistake), mistake)


def recognize_verdicts(
    exercise: Exercise, learner: Learner, rights: list[Tried], verdicts: dict[str, Tried]
) -> str | None:
    """The known weak test that gives the same verdict on every implementation, whatever error it says it with.

    A test that can raise nothing is known by its code. Implementations that never end are left out: each of them
    costs a second for every test that runs into it.
    """
    assert exercise.judges is not None
    asserted = any(isinstance(one.outcome.error, AssertionError) for one in verdicts.values())
    if NOTHING_ASSERTED in exercise.mistakes and not asserted and not can_raise(learner.function):
        return NOTHING_ASSERTED
    endless = {name for name, mistake in exercise.judges.mistakes.items() if mistake.endless}
    tried = [*rights, *(one for name, one in verdicts.items() if name not in endless and not one.outcome.endless)]
    wanted = [bool(one.outcome.error) for one in tried]
    for name, mistake in exercise.mistakes.items():
        if name == NOTHING_ASSERTED:
            continue
        others = [observe(exercise, mistake.function, one.arguments, SECONDS_PER_JUDGEMENT) for one in tried]
        if [bool(one.error or one.endless) for one in others] == wanted:
            return name
    return None


def can_raise(function: Callable[..., Any]) -> bool:
    """Whether there is an `assert` or a `raise` in a function, or in one that is defined inside it.

    >>> can_raise(lambda value: value == 1), can_raise(can_raise)
    (False, False)
    >>> def test(value):
    ...     assert value == 1
    >>> can_raise(test)
    True
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return True
    return any(step.opname == "RAISE_VARARGS" for one in _all_codes(code) for step in dis.get_instructions(one))


def _all_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all_codes(constant)
