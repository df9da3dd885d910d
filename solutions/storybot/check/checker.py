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
import math
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisException

from storybot.check.exercise import Arguments, Exercise
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
ENOUGH_INPUTS = 20  # a check that runs out of time before this many is no proof
GENERATE = settings(
    max_examples=200,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


set_hypothesis_home_dir(Path.home() / ".cache" / "storybot" / "hypothesis")  # not into the learner's folder


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
    name = getattr(function, "__name__", repr(function))
    Checker(function, name, find_exercise(name), seconds).run()
    print(f"✓ {name}")


def find_exercise(name: str) -> Exercise:
    """The exercise called `name`."""
    known: dict[str, Exercise] = {}
    for chapter in CHAPTERS:
        known |= importlib.import_module(f"storybot.{chapter}.exercises").EXERCISES
    if name not in known:
        raise CheckFailed(load_messages()["unknown"].format(name=name, known=", ".join(known)))
    return known[name]


class Checker:
    """One check: what was tried, and the failures that were found."""

    def __init__(self, function: Callable[..., Any], name: str, exercise: Exercise, seconds: float) -> None:
        self.function, self.name, self.exercise = function, name, exercise
        self.seconds, self.end = seconds, time.monotonic() + seconds
        self.words = load_messages()
        self.failures: list[tuple[int, str]] = []  # size of the input, message
        self.tried = 0

    def run(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):  # 200 calls must not print 200 times
            for arguments in self.exercise.examples:
                if self.fails(arguments):
                    break
            with contextlib.suppress(HypothesisException):  # none found, or one that comes and goes
                find(self.exercise.inputs, self.fails, settings=GENERATE, random=Random(0))
        if self.failures:
            raise CheckFailed(min(self.failures)[1])
        if self.tried < ENOUGH_INPUTS:
            raise CheckFailed(self.say("slow", done=self.tried))

    def fails(self, arguments: Arguments) -> bool:
        """Whether the learner's function differs from the reference on this input."""
        if time.monotonic() > self.end:
            return False
        self.tried += 1
        given = copy.deepcopy(arguments)
        expected = self.with_changes(self.exercise.view(self.exercise.call(self.exercise.reference, *given)), given)
        message = self.compare(arguments, expected)
        if message:
            self.failures.append((len(repr(arguments)), message))
        return bool(message)

    def compare(self, arguments: Arguments, expected: Any) -> str:
        """What went wrong on this input, or nothing."""
        given = copy.deepcopy(arguments)
        rows = {"call": self.told(arguments), "expected": self.shown(expected)}
        try:
            result = call_with_limit(self.exercise.call, (self.function, *given), SECONDS_PER_CALL)
        except NotImplementedError:
            raise CheckFailed(self.say("unwritten")) from None
        except TimeLimitError:
            raise CheckFailed(self.say("endless", rows, seconds=SECONDS_PER_CALL)) from None
        except (Exception, SystemExit) as error:
            return self.say("raised", rows | {"error": self.describe(error)})
        if result is None and self.exercise.after is None:
            return self.say("nothing", rows | {"got": "None"})
        got = self.with_changes(self.seen(result), given)
        if not same(got, expected, self.exercise.tolerance):
            return self.say("wrong", rows | {"got": self.shown(got)})
        if self.exercise.after is None and not same(given, arguments):
            return self.say("changed", {"call": rows["call"], "after": ", ".join(map(self.shown, given))})
        return ""

    def with_changes(self, result: Any, arguments: Arguments) -> Any:
        """The result; beside it what became of the arguments, where changing them is the task."""
        return result if self.exercise.after is None else (result, self.exercise.after(arguments))

    def told(self, arguments: Arguments) -> str:
        """The call, as the learner would write it."""
        if self.exercise.told is not None:
            return self.exercise.told(self.name, arguments)
        return f"{self.name}({', '.join(map(self.shown, arguments))})"

    def shown(self, value: Any, limit: int = 300) -> str:
        """A value as Python writes it: known constants by their names, cut when long."""
        text = repr(value)
        for name, constant in self.exercise.constants.items():
            text = text.replace(repr(constant), name)
        return text if len(text) <= limit else text[: limit - 1] + "…"

    def seen(self, result: Any) -> Any:
        """What of the learner's result is compared; a result of a wholly wrong kind is taken as it is."""
        try:
            return self.exercise.view(result)
        except Exception:
            return result

    def describe(self, error: BaseException) -> str:
        """The error and the line of the learner's code it came from."""
        text = f"{type(error).__name__}: {error}"
        code = getattr(self.function, "__code__", None)
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if code and f.filename == code.co_filename]
        return text + (self.words["line"].format(line=lines[-1]) if lines else "")

    def say(self, what: str, rows: dict[str, str] | None = None, **values: Any) -> str:
        """A message: what happened, the rows that show it, and how to go on."""
        head = self.words[what].format(name=self.name, **{"seconds": self.seconds, **values})
        body = [self.words[row].format(text=text) for row, text in (rows or {}).items()]
        module = self.exercise.reference.__module__.rpartition(".")[0]
        return "\n".join([head, *body, self.words["go_on"].format(module=module, name=self.name)])


def same(got: Any, expected: Any, tolerance: float = 0.0) -> bool:
    """Equal, and of the same kind: `True` is not 1 and a tuple is not a list. Floats may be off by the tolerance.

    >>> same([1.0], [1.0 + 1e-9]), same([1.0], [1.0 + 1e-9], 1e-6), same((1.0,), [1.0], 1e-6)
    (False, True, False)
    """
    if type(got) is not type(expected):
        return False
    try:
        if is_tensor(got):
            return got.dtype == expected.dtype and same(got.tolist(), expected.tolist(), tolerance)
        if isinstance(got, float) and tolerance:
            return math.isclose(got, expected, rel_tol=tolerance, abs_tol=tolerance)
        if type(got) in (list, tuple):
            return len(got) == len(expected) and all(map(partial(same, tolerance=tolerance), got, expected))
        return bool(got == expected) and repr(got) == repr(expected)
    except Exception:
        return False


def is_tensor(value: Any) -> bool:
    """Whether this is a tensor, without importing torch for it."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)
