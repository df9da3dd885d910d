"""`check(f)`: does the learner's function do what the reference does?

The examples of the docstring come first, then worked examples, generated inputs (hypothesis, always
the same ones) and one larger input. On a difference the learner sees the smallest input found that
shows it, in the language of the notebook; which known mistake it looks like, if it does; and how to
go on without solving the exercise.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisException

from storybot.check.compare import same, same_value, type_difference, value_difference
from storybot.check.docstring_examples import Result, first_failing_example
from storybot.check.exercise import Arguments, Exercise, InWords
from storybot.check.judging import judge
from storybot.check.learner import Learner, is_stub
from storybot.check.messages import load_messages
from storybot.check.outcome import SECONDS_PER_CALL, Outcome, observe
from storybot.check.recognize import Tried, recognize_mistake, slow_mistake
from storybot.check.registry import exercise_names, find_exercise
from storybot.check.report import CheckFailed, Report
from storybot.notebook.progress import record_solved, record_tried

SECONDS = 20.0  # for a whole check
ENOUGH_INPUTS = 20  # a check that runs out of time before this many proves nothing
GENERATE = settings(
    max_examples=200,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


def check(function: Callable[..., Any], seconds: float = SECONDS) -> None:
    """Print a tick if `function` agrees with the reference of the same name; else raise CheckFailed.

    >>> from storybot.bpe_basics import merge_pair
    >>> check(merge_pair)
    ◇ merge_pair: the course's solution, not yours yet
    """
    set_hypothesis_home_dir(Path.home() / ".cache" / "storybot" / "hypothesis")  # not into the learner's folder
    words = load_messages()
    if not callable(function):
        raise CheckFailed(words["not_a_function"].format(name=str(function)))
    name = getattr(function, "__name__", repr(function))
    try:
        chapter, exercise = find_exercise(name)
    except KeyError:
        names = [one for names in exercise_names().values() for one in names]
        known = ", ".join(get_close_matches(name, names) or names)
        raise CheckFailed(words["unknown"].format(name=name, known=known)) from None
    report = Report(name, chapter, exercise)
    learner = Learner(function)
    if is_stub(function):
        raise CheckFailed(report.message("unwritten"))
    try:
        result = (
            judge(learner, exercise, report) if exercise.judges else Checker(learner, exercise, report, seconds).run()
        )
    except CheckFailed:
        record_tried(name)
        raise
    if function is exercise.reference:
        print(words["reference"].format(name=name))
        return
    print(f"✓ {name}{result}")
    problem = record_solved(name, function, exercise)
    if problem:
        print(words["not_kept"].format(name=name, problem=problem))


class Checker:
    """One check: what was tried, and the failures that were found."""

    def __init__(self, learner: Learner, exercise: Exercise, report: Report, seconds: float = SECONDS) -> None:
        self.learner, self.exercise, self.report = learner, exercise, report
        self.seconds, self.end = seconds, time.monotonic() + seconds
        self.tried: list[Tried] = []
        self.failures: list[tuple[bool, int, str]] = []  # must it raise, size of the input, message

    def run(self) -> str:
        """Try everything; raise CheckFailed with the failure that teaches most. What to add to the tick."""
        shown = self.docstring_failure()
        for arguments in self.exercise.examples:
            self.fails(arguments)
        if self.exercise.inputs is not None:
            with contextlib.suppress(HypothesisException):  # none found, or one that comes and goes
                find(self.exercise.inputs, self.fails, settings=GENERATE, random=Random(0))
        if self.learner.remembers():
            raise CheckFailed(self.report.message("remembers"))
        if self.failures or shown:
            self.refuse(shown or min(self.failures)[2])
        enough = ENOUGH_INPUTS if self.exercise.inputs is not None else len(self.exercise.examples)
        if len(self.tried) < enough:
            raise CheckFailed(self.report.message("slow", done=len(self.tried), seconds=self.seconds))
        self.try_large()
        return ""

    def refuse(self, message: str) -> None:
        """Raise CheckFailed: what happened, which known mistake it looks like, how to go on."""
        mistake = recognize_mistake(self.exercise, self.tried)
        if mistake is None and self.learner.shares():
            raise CheckFailed(self.report.message("shares"))
        if mistake and mistake == self.exercise.given:
            raise CheckFailed(self.report.with_mistake(self.report.body("as_given") + "\n" + message, None), mistake)
        raise CheckFailed(self.report.with_mistake(message, mistake), mistake)

    def docstring_failure(self) -> str:
        """What the first failing example of the docstring shows, or nothing."""
        failed = first_failing_example(self.exercise, self.report.name, self.learner.function)
        if failed is None:
            return ""
        rows = {"call": failed.source, "expected": self.format_result(failed.expected)}
        if failed.got is None:
            return self.report.body("endless", rows, seconds=SECONDS_PER_CALL)
        if failed.got.error is not None:
            return self.report.body("raised", rows | {"error": self.learner.describe(failed.got.error)})
        if failed.got.value is None and failed.expected.value is not None:
            rows |= {"got": "None"} | ({"printed": failed.got.printed.rstrip("\n")} if failed.got.printed else {})
            return self.report.body("nothing", rows)
        rows |= {"got": self.format_result(failed.got)}
        return self.explain_difference(failed.got.value, failed.expected.value, rows, "wrong_example")

    def format_result(self, result: Result) -> str:
        """What an example shows: what it printed, its error or its value."""
        if result.error is not None:
            return type(result.error).__name__
        if result.value is None and result.printed:
            return result.printed.rstrip("\n")
        return self.report.format_value(result.value)

    def fails(self, arguments: Arguments) -> bool:
        """Whether the learner's function differs from the reference on this input."""
        if time.monotonic() > self.end:
            return False
        expected = observe(self.exercise, self.exercise.reference, arguments, seconds=60)
        if expected.error and not isinstance(expected.error, self.exercise.errors):
            raise expected.error  # the exercise is broken, not the answer
        got = observe(self.exercise, self.learner.function, arguments)
        message = self.compare(arguments, got, expected)
        self.tried.append(Tried(arguments, got, bool(message), expected.error is not None))
        if message:
            self.failures.append((expected.error is not None, len(repr(arguments)), message))
        if got.endless:
            self.refuse(message)
        return bool(message)

    def compare(self, arguments: Arguments, got: Outcome, expected: Outcome) -> str:
        """What went wrong on this input, or nothing."""
        report = self.report
        wanted = type(expected.error).__name__ if expected.error else report.format_value(expected.value)
        rows = {"call": report.format_call(arguments), "expected": wanted}
        if got.endless:
            return report.body("endless", rows, seconds=SECONDS_PER_CALL)
        if expected.error:
            if isinstance(got.error, type(expected.error)):
                return ""
            if got.error is None:
                return report.body("no_error", rows | {"got": report.format_value(got.value)}, error=wanted)
        if got.error is not None:
            return report.body("raised", rows | {"error": self.learner.describe(got.error)})
        rows |= {"got": report.format_value(got.value)}
        if self.exercise.mutated is None and got.returned_nothing and not expected.returned_nothing:
            return report.body("nothing", rows)
        if not same(got.value, expected.value, self.exercise.tolerance):
            return self.explain_difference(got.value, expected.value, rows)
        if self.exercise.mutated is None and not same(got.after, arguments, self.exercise.tolerance):
            after = ", ".join(map(report.format_value, got.after))
            return report.body("changed", {"call": rows["call"], "after": after})
        return report.body("gave_back", {"call": rows["call"]}) if got.gave_back else ""

    def explain_difference(self, got: Any, expected: Any, rows: dict[str, str], wrong: str = "wrong") -> str:
        """A right value of a wrong type is said so; of a long value, where the difference is."""
        tolerance, report = self.exercise.tolerance, self.report
        found = type_difference(got, expected) if same_value(got, expected, tolerance) else None
        if found:
            where = f"{report.name}(…){found.path}"
            return report.body("wrong_type", rows, where=where, got=found.got, expected=found.expected)
        first = value_difference(got, expected, tolerance)
        long = "…" in rows["got"] or len(rows["got"]) > 60
        if first and long and not isinstance(expected, InWords):  # say where to look
            values = {"got": repr(first.got), "expected": repr(first.expected)}
            rows |= {"differs": report.words["differs_at"].format(path=first.path.lstrip("."), **values)}
        return report.body(wrong, rows)

    def try_large(self) -> None:
        """One larger input, against answers that are right but need a time that grows too fast."""
        if self.exercise.large is None:
            return
        arguments = self.exercise.large()
        got = observe(self.exercise, self.learner.function, arguments)
        if got.endless:
            message = self.report.body("too_slow", seconds=SECONDS_PER_CALL)
            mistake = slow_mistake(self.exercise)
            raise CheckFailed(self.report.with_mistake(message, mistake), mistake)
        expected = observe(self.exercise, self.exercise.reference, arguments, seconds=60)
        if message := self.compare(arguments, got, expected):
            self.tried.append(Tried(arguments, got, True))
            self.refuse(message)
