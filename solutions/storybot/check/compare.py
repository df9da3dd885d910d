"""Comparing a learner's result with the expected one: equal, equal but of another type, or where they differ first."""

from __future__ import annotations

import dataclasses
import math
import numbers
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from storybot.check.exercise import PerRank

LOOSE = 1e-6  # how far numbers of different types (float32 and float64, say) may be apart and still be the same number


class Difference(NamedTuple):
    """Where two results differ first; `path` is an index expression such as `[0][2]`, empty for the whole result."""

    path: str
    got: Any
    expected: Any


def same(got: Any, expected: Any, tolerance: float = 0.0) -> bool:
    """Equal, and of the same type, but a number is a number: 1 is 1.0 and numpy's 1, not `True`.

    Numbers may be off by the tolerance. A tuple is not a list, and a tensor keeps its dtype.

    >>> same([1.0], [1.0 + 1e-9]), same([1.0], [1.0 + 1e-9], 1e-6), same((1.0,), [1.0], 1e-6), same([1], [1.0])
    (False, True, False, True)
    """
    try:
        if type(got) is int and type(expected) is int:  # the usual case, in long lists above all
            return got == expected
        if is_number(got) and is_number(expected):
            return same_number(got, expected, tolerance)
        if type(got) is not type(expected):
            return False
        if is_tensor(got):
            return got.dtype == expected.dtype and same(got.tolist(), expected.tolist(), tolerance)
        if isinstance(got, PerRank) and got.details != expected.details:
            return False
        if isinstance(got, (list, tuple)):
            return len(got) == len(expected) and all(map(partial(same, tolerance=tolerance), got, expected))
        if isinstance(got, Mapping):
            return got.keys() == expected.keys() and all(same(got[key], expected[key], tolerance) for key in expected)
        if dataclasses.is_dataclass(got) and not isinstance(got, type):
            return all(same(ours, theirs, tolerance) for _, ours, theirs in _parts(got, expected))
        return bool(got == expected)
    except Exception:
        return False


def is_number(value: Any) -> bool:
    """Whether a value is a number: Python's or numpy's, but neither a bool nor a tensor."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool) and not is_tensor(value)


def same_number(got: Any, expected: Any, tolerance: float) -> bool:
    """Equal within the tolerance; whole numbers exactly."""
    if isinstance(got, numbers.Integral) and isinstance(expected, numbers.Integral):
        return int(got) == int(expected)
    if math.isnan(got) or math.isnan(expected):
        return math.isnan(got) and math.isnan(expected)
    return math.isclose(got, expected, rel_tol=tolerance, abs_tol=tolerance)


def same_value(got: Any, expected: Any, tolerance: float = 0.0) -> bool:
    """Equal, whatever the types: a tuple for a list, a tensor for numbers, a dict for a Counter, 1.0 for 1.

    >>> import numpy as np
    >>> same_value((1, 2), [1, 2]), same_value(np.array([1, 2]), [1.0, 2.0]), same_value(True, 1), same_value("1", 1)
    (True, True, True, False)
    """
    try:
        got, expected = _as_python(got), _as_python(expected)
        if isinstance(got, Mapping) and isinstance(expected, Mapping):
            return got.keys() == expected.keys() and all(same_value(got[k], expected[k], tolerance) for k in got)
        if isinstance(got, list) and isinstance(expected, list):
            details = [value.details for value in (got, expected) if isinstance(value, PerRank)]
            equal = len(got) == len(expected) and all(map(partial(same_value, tolerance=tolerance), got, expected))
            return equal and all(detail == details[0] for detail in details)
        if isinstance(got, (int, float)) and isinstance(expected, (int, float)):
            loose = max(tolerance, LOOSE) if isinstance(got, float) or isinstance(expected, float) else 0.0
            return same_number(got, expected, loose)
        return bool(got == expected)
    except Exception:
        return False


def type_difference(got: Any, expected: Any, path: str = "") -> Difference | None:
    """The first part of two results of the same value that differs in its type; None if there is none.

    >>> type_difference([(1, 2)], [[1, 2]])
    Difference(path='[0]', got='tuple', expected='list')
    """
    if type_name(got) != type_name(expected) and not (is_number(got) and is_number(expected)):
        return Difference(path, type_name(got), type_name(expected))
    for step, ours, theirs in _parts(got, expected):
        if found := type_difference(ours, theirs, path + step):
            return found
    return None


def value_difference(got: Any, expected: Any, tolerance: float = 0.0, path: str = "") -> Difference | None:
    """The first element that differs in its value; where one of two lists is shorter, the first that it lacks.

    >>> value_difference([1, [2, 3]], [1, [2, 4]])
    Difference(path='[1][1]', got=3, expected=4)
    """
    if is_tensor(got) and is_tensor(expected):
        got, expected = got.tolist(), expected.tolist()
    if same(got, expected, tolerance):
        return None
    for step, ours, theirs in _parts(got, expected):
        if is_leaf(theirs) and not same(ours, theirs, tolerance):
            return Difference(path + step, ours, theirs)
        if found := value_difference(ours, theirs, tolerance, path + step):
            return found
    return Difference(path, got, expected) if path else None


MISSING = type("Missing", (), {"__repr__": lambda self: "—"})()  # where one of two lists has ended


def is_leaf(value: Any) -> bool:
    """Whether a value is shown whole in a difference: not a container, or a short pair or record such as a merge."""
    if isinstance(value, tuple) or (dataclasses.is_dataclass(value) and not isinstance(value, type)):
        return len(repr(value)) < 60
    return not isinstance(value, (list, Mapping))


def _parts(got: Any, expected: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two containers side by side, each with the index that leads to it."""
    if isinstance(got, Mapping) and isinstance(expected, Mapping):
        yield from ((f"[{key!r}]", got.get(key, MISSING), expected[key]) for key in expected)
    elif isinstance(got, (list, tuple)) and isinstance(expected, (list, tuple)):
        for i in range(max(len(got), len(expected))):
            ours, theirs = (value[i] if i < len(value) else MISSING for value in (got, expected))
            yield (f" (rank {i})" if isinstance(expected, PerRank) else f"[{i}]"), ours, theirs
    elif dataclasses.is_dataclass(expected) and type(got) is type(expected):
        for one in dataclasses.fields(expected):
            yield f".{one.name}", getattr(got, one.name), getattr(expected, one.name)


def _as_python(value: Any) -> Any:
    """Tensors, arrays and their numbers as Python's own; all kinds of sequences as lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return list(value) if isinstance(value, (tuple, range, bytes, bytearray)) else value


def type_name(value: Any) -> str:
    """What a message calls the type of a value.

    >>> type_name((1,)), type_name(True)
    ('tuple', 'bool')
    """
    return f"{value.dtype} tensor" if is_tensor(value) else type(value).__name__


def is_tensor(value: Any) -> bool:
    """Whether this is a tensor, without importing torch for it."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)
