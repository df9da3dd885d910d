"""The examples in an exercise's docstring, run with the learner's function: the first that fails is shown first."""

from __future__ import annotations

import contextlib
import doctest
import inspect
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from storybot.check.compare import same
from storybot.check.exercise import Exercise, PerRank
from storybot.check.outcome import SECONDS_PER_CALL, observe
from storybot.check.timeout import TimeLimitError, call_with_limit


@dataclass(frozen=True)
class Result:
    """What an example gave: a value, something printed, or an error."""

    value: Any = None
    printed: str = ""
    error: BaseException | None = None


@dataclass(frozen=True)
class FailedExample:
    """An example whose result differs from the reference's."""

    source: str
    expected: Result
    got: Result | None  # None: it did not end


def first_failing_example(exercise: Exercise, name: str, function: Callable[..., Any]) -> FailedExample | None:
    """The first `>>>` example of the reference's docstring that fails with the learner's function.

    A function that several ranks call at once is left to the worked examples, whose messages go rank by rank.
    """
    if isinstance(observe(exercise, exercise.reference, exercise.examples[0]).value, PerRank):
        return None
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(exercise.reference) or "")
    module = vars(sys.modules[exercise.reference.__module__])
    ours, theirs = {**module, name: function}, {**module, name: exercise.reference}
    lines: list[str] = []
    for example in examples:
        source = example.source.rstrip("\n")
        expected = run(example.source, theirs)
        got: Result | None
        try:
            got = call_with_limit(run, (example.source, ours), SECONDS_PER_CALL)
        except TimeLimitError:
            got = None
        if got is None or not same_result(got, expected, exercise):
            return FailedExample("\n".join([*lines, source]), expected, got)
        if not example.want:  # a line that prepares the ones after it
            lines.append(source)
    return None


def run(source: str, namespace: dict[str, Any]) -> Result:
    """Run one example."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            try:
                code = compile(source.strip(), "<example>", "eval")
            except SyntaxError:
                exec(compile(source, "<example>", "exec"), namespace)
                return Result(printed=out.getvalue())
            return Result(eval(code, namespace), out.getvalue())
        except (Exception, SystemExit) as error:
            return Result(printed=out.getvalue(), error=error)


def same_result(got: Result, expected: Result, exercise: Exercise) -> bool:
    """Whether an example gave what it should."""
    if expected.error is not None:
        return isinstance(got.error, type(expected.error))
    if got.error is not None or not got.printed.endswith(expected.printed):  # learners print while they search
        return False
    if same(got.value, expected.value, exercise.tolerance):
        return True
    try:
        return same(exercise.normalize(got.value), exercise.normalize(expected.value), exercise.tolerance)
    except Exception:
        return False
