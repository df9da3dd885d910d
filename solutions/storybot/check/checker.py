"""`check(f)`: does the learner's function do what the reference does?

Worked examples come first, then generated inputs (hypothesis, always the same ones). On a
difference the learner sees the smallest input found that shows it, in the language of the
notebook, and how to go on without solving the exercise.
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import io
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisException

from storybot.check.compare import same, same_value, type_difference, value_difference
from storybot.check.exercise import Arguments, Exercise, PerRank
from storybot.check.formatting import format_value, indent_lines
from storybot.check.messages import load_messages
from storybot.check.timeout import TimeLimitError, call_with_limit

CHAPTERS = [
    "bpe_basics",
    "parallel_pretokenization",
    "optimized_merges",
    "data_pipeline",
    "training_loop",
    "ddp",
    "evaluation",
]
SECONDS = 20.0  # for a whole check
SECONDS_PER_CALL = 3.0  # inputs are tiny: a right answer takes milliseconds
ENOUGH_INPUTS = 20  # a check that runs out of time before this many proves nothing
GENERATE = settings(
    max_examples=200,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


class CheckFailed(AssertionError):  # noqa: N818 - the learner reads this name
    """Shown in a notebook as its message alone, without a traceback through our code."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def check(function: Callable[..., Any], seconds: float = SECONDS) -> None:
    """Print a tick if `function` agrees with the reference of the same name; else raise CheckFailed.

    >>> from storybot.bpe_basics import merge_pair
    >>> check(merge_pair)
    ✓ merge_pair
    """
    set_hypothesis_home_dir(Path.home() / ".cache" / "storybot" / "hypothesis")  # not into the learner's folder
    name = getattr(function, "__name__", repr(function))
    chapter, exercise = find_exercise(name)
    Checker(function, name, chapter, exercise, seconds).run()
    print(f"✓ {name}")


def find_exercise(name: str) -> tuple[str, Exercise]:
    """The chapter and the exercise called `name`.

    The chapters are searched in order, and only as far as needed: a check in chapter 1 must not wait for torch.
    No two exercises have the same name (a test sees to it).

    >>> find_exercise("merge_pair")[0]
    'bpe_basics'
    """
    known: list[str] = []
    for chapter in CHAPTERS:
        exercises: dict[str, Exercise] = importlib.import_module(f"storybot.{chapter}.exercises").EXERCISES
        if name in exercises:
            return chapter, exercises[name]
        known += exercises
    raise CheckFailed(load_messages()["unknown"].format(name=name, known=", ".join(known)))


class Checker:
    """One check: what was tried, and the failures that were found."""

    def __init__(
        self, function: Callable[..., Any], name: str, chapter: str, exercise: Exercise, seconds: float = SECONDS
    ) -> None:
        self.function, self.name, self.chapter, self.exercise = function, name, chapter, exercise
        self.seconds, self.end = seconds, time.monotonic() + seconds
        self.words = load_messages()
        self.failures: list[tuple[int, str]] = []  # size of the input, message
        self.tried = 0

    def run(self) -> None:
        """Try examples and generated inputs; raise CheckFailed with the failure of the smallest input."""
        with contextlib.redirect_stdout(io.StringIO()):  # 200 calls must not print 200 times
            for arguments in self.exercise.examples:
                if self.fails(arguments):
                    break
            with contextlib.suppress(HypothesisException):  # none found, or one that comes and goes
                find(self.exercise.inputs, self.fails, settings=GENERATE, random=Random(0))
        if self.failures:
            raise CheckFailed(min(self.failures)[1])
        if self.tried < ENOUGH_INPUTS:
            raise CheckFailed(self.message("slow", done=self.tried))

    def fails(self, arguments: Arguments) -> bool:
        """Whether the learner's function differs from the reference on this input."""
        if time.monotonic() > self.end:
            return False
        self.tried += 1
        given = copy.deepcopy(arguments)
        result = self.exercise.normalize(self.exercise.invoke(self.exercise.reference, *given))
        message = self.compare(arguments, self.with_mutations(result, given))
        if message:
            self.failures.append((len(repr(arguments)), message))
        return bool(message)

    def compare(self, arguments: Arguments, expected: Any) -> str:
        """What went wrong on this input, or nothing."""
        given = copy.deepcopy(arguments)
        rows = {"call": self.format_call(arguments), "expected": self.format_value(expected)}
        try:
            result = call_with_limit(self.exercise.invoke, (self.function, *given), SECONDS_PER_CALL)
        except NotImplementedError:
            raise CheckFailed(self.message("unwritten")) from None
        except TimeLimitError:
            raise CheckFailed(self.message("endless", rows, seconds=SECONDS_PER_CALL)) from None
        except (Exception, SystemExit) as error:
            return self.message("raised", rows | {"error": self.describe(error)})
        if self.exercise.mutated is None and is_nothing(result):
            return self.message("nothing", rows | {"got": self.format_value(result)})
        got = self.with_mutations(self.project(result), given)
        if not same(got, expected, self.exercise.tolerance):
            return self.explain_difference(got, expected, rows | {"got": self.format_value(got)})
        if self.exercise.mutated is None and not same(given, arguments):
            after = ", ".join(map(self.format_value, given))
            return self.message("changed", {"call": rows["call"], "after": after})
        return ""

    def explain_difference(self, got: Any, expected: Any, rows: dict[str, str]) -> str:
        """A right value of a wrong type is said so; of a long value, where the difference is."""
        found = type_difference(got, expected) if same_value(got, expected, self.exercise.tolerance) else None
        if found:
            where = f"{self.name}(…){found.path}"
            return self.message("wrong_type", rows, where=where, got=found.got, expected=found.expected)
        first = value_difference(got, expected, self.exercise.tolerance)
        if first and "…" in rows["got"]:  # the value is not shown whole
            rows |= {"differs": f"{first.path}: {first.got!r} ≠ {first.expected!r}"}
        return self.message("wrong", rows)

    def with_mutations(self, result: Any, arguments: Arguments) -> Any:
        """The result; beside it what became of the arguments, where changing them is the task."""
        return result if self.exercise.mutated is None else (result, self.exercise.mutated(arguments))

    def format_call(self, arguments: Arguments) -> str:
        """The call, as the learner would write it."""
        if self.exercise.describe_call is not None:
            return self.exercise.describe_call(self.name, arguments)
        return f"{self.name}({', '.join(map(self.format_value, arguments))})"

    def format_value(self, value: Any) -> str:
        """A value as Python writes it, short, the exercise's constants by their names."""
        return format_value(value, self.exercise.constants)

    def project(self, result: Any) -> Any:
        """What of the learner's result is compared; a result of a wholly wrong kind is taken as it is."""
        try:
            return self.exercise.normalize(result)
        except Exception:
            return result

    def describe(self, error: BaseException) -> str:
        """The error and the line of the learner's code it came from."""
        text = f"{type(error).__name__}: {error}"
        code = getattr(self.function, "__code__", None)
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if code and f.filename == code.co_filename]
        return text + (self.words["line"].format(line=lines[-1]) if lines else "")

    def message(self, key: str, rows: dict[str, str] | None = None, **values: Any) -> str:
        """A message: what happened, the rows that show it, and how to go on."""
        head = self.words[key].format(name=self.name, **{"seconds": self.seconds, **values})
        body = [indent_lines(self.words[row].format(text=""), text) for row, text in (rows or {}).items()]
        how = self.words["go_on"].format(module=f"storybot.{self.chapter}", name=self.name)
        return "\n".join([head, *body, how])


def is_nothing(result: Any) -> bool:
    """Whether a function returned nothing: None, or None on every rank."""
    return result is None or (isinstance(result, PerRank) and all(one is None for one in result))
