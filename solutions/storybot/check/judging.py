"""Exercises of the kind *write the check*: the learner's test must pass right answers and catch the known mistakes."""

from __future__ import annotations

from storybot.check.cards import load_card
from storybot.check.exercise import Arguments, Exercise
from storybot.check.learner import Learner
from storybot.check.outcome import observe
from storybot.check.recognize import Tried
from storybot.check.registry import chapter_of
from storybot.check.report import CheckFailed, Report

SECONDS_PER_JUDGEMENT = 1.0  # an implementation that never ends costs this much


def judge(learner: Learner, exercise: Exercise, report: Report) -> str:
    """What to add to the tick, such as ": 9 / 9"; CheckFailed if a right answer is refused or a mistake passes."""
    subject = exercise.judges
    assert subject is not None
    tried = [_judge_one(learner, exercise, arguments) for arguments in exercise.examples]
    refused = next((one for one in tried if one.outcome.error or one.outcome.endless), None)
    wrong = {name: one.function for name, one in subject.mistakes.items() if not one.slow}
    verdicts = {name: _judge_one(learner, exercise, (function,)) for name, function in wrong.items()}
    tried += [Tried(one.arguments, one.outcome, True) for one in verdicts.values()]
    caught = [name for name, one in verdicts.items() if one.outcome.error or one.outcome.endless]
    if refused is not None:
        error = refused.outcome.error
        text = learner.describe(error) if error else "…"
        _refuse(exercise, report, tried, report.body("refuses_right", {"error": text}))
    missed = [name for name in wrong if name not in caught]
    if missed:
        name = subject.reference.__name__
        card = load_card(chapter_of(name) or report.chapter, name, report.language)
        body = report.body("caught", n=len(caught), total=len(wrong), text=card.mistakes[missed[0]])
        _refuse(exercise, report, tried, body)
    return f": {len(caught)} / {len(wrong)}"


def _judge_one(learner: Learner, exercise: Exercise, arguments: Arguments) -> Tried:
    """Let the learner's test judge one implementation."""
    outcome = observe(exercise, learner.function, arguments, SECONDS_PER_JUDGEMENT)
    return Tried(arguments, outcome, bool(outcome.error or outcome.endless))


def _refuse(exercise: Exercise, report: Report, tried: list[Tried], body: str) -> None:
    mistake = recognize_verdicts(exercise, tried)
    raise CheckFailed(report.with_mistake(body, mistake), mistake)


def recognize_verdicts(exercise: Exercise, tried: list[Tried]) -> str | None:
    """The known weak test that gives the same verdict on every implementation, whatever error it says it with.

    Implementations that do not end are left out: nearly every test runs into them, and each costs a second.
    """
    tried = [one for one in tried if not one.outcome.endless]
    verdicts = [bool(one.outcome.error) for one in tried]
    for name, mistake in exercise.mistakes.items():
        others = [observe(exercise, mistake.function, one.arguments, SECONDS_PER_JUDGEMENT) for one in tried]
        if [bool(one.error or one.endless) for one in others] == verdicts:
            return name
    return None
