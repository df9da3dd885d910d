"""What a function does with an input: it returns, raises, or never ends; and what becomes of its arguments."""

from __future__ import annotations

import contextlib
import copy
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from storybot.check.compare import same
from storybot.check.exercise import Arguments, Exercise
from storybot.check.timeout import TimeLimitError, call_with_limit

SECONDS_PER_CALL = 3.0  # inputs are tiny: a right answer takes milliseconds


@dataclass(frozen=True)
class Effect:
    """A result and what the call left behind, where changing an argument is the task."""

    result: Any
    name: str
    left: Any

    def __repr__(self) -> str:
        return f"{self.result!r}; {self.name}: {self.left!r}"


@dataclass(frozen=True)
class Outcome:
    """What came of one call."""

    value: Any = None  # normalized, with what was left of the arguments where that counts
    error: BaseException | None = None
    endless: bool = False
    returned_nothing: bool = False
    gave_back: bool = False  # the result is one of the arguments itself, where a new object is wanted
    after: Arguments = ()  # the arguments after the call


def observe(
    exercise: Exercise, function: Callable[..., Any], arguments: Arguments, seconds: float = SECONDS_PER_CALL
) -> Outcome:
    """Call the function with a copy of the arguments, quietly, and say what happens."""
    given = copy.deepcopy(arguments)
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # 200 calls must not print 200 times
            result = call_with_limit(exercise.invoke, (function, *given), seconds)
    except TimeLimitError:
        return Outcome(endless=True)
    except (Exception, SystemExit) as error:
        return Outcome(error=error, after=given)
    value = project(exercise, result)
    if exercise.mutated is not None:
        value = Effect(value, exercise.mutated_name, project_arguments(exercise, given))
    gave_back = exercise.new_result and any(result is argument for argument in given)
    return Outcome(value, returned_nothing=is_nothing(result), gave_back=gave_back, after=given)


def project(exercise: Exercise, result: Any) -> Any:
    """What of the result is compared; a result of a wholly wrong kind is taken as it is."""
    try:
        return exercise.normalize(result)
    except Exception:
        return result


def project_arguments(exercise: Exercise, arguments: Arguments) -> Any:
    """What of the changed arguments is compared."""
    try:
        return exercise.mutated(arguments) if exercise.mutated else None
    except Exception:
        return arguments


def same_outcome(one: Outcome, other: Outcome, tolerance: float) -> bool:
    """Whether two calls did the same: the same result or kind of error, and the same arguments left behind."""
    if one.endless or other.endless:
        return one.endless and other.endless
    if one.error or other.error:
        return type(one.error) is type(other.error)
    if one.gave_back != other.gave_back:
        return False
    return same(one.value, other.value, tolerance) and same(one.after, other.after, tolerance)


def is_nothing(result: Any) -> bool:
    """Whether a function returned nothing: None, or None on every rank."""
    return result is None or (isinstance(result, list) and bool(result) and all(one is None for one in result))
