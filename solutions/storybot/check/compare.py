"""Comparing a learner's result with the expected one: equal, equal but of another type, or where they differ first."""

from __future__ import annotations

import math
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
    """Equal, and of the same type: `True` is not 1 and a tuple is not a list. Floats may be off by the tolerance.

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
        if isinstance(got, PerRank) and got.details != expected.details:
            return False
        if type(got) in (list, tuple, PerRank):
            return len(got) == len(expected) and all(map(partial(same, tolerance=tolerance), got, expected))
        return bool(got == expected) and repr(got) == repr(expected)
    except Exception:
        return False


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
            return math.isclose(got, expected, rel_tol=loose, abs_tol=loose)
        return bool(got == expected)
    except Exception:
        return False


def type_difference(got: Any, expected: Any, path: str = "") -> Difference | None:
    """The first part of two results of the same value that differs in its type; None if there is none.

    >>> type_difference([(1, 2)], [[1, 2]])
    Difference(path='[0]', got='tuple', expected='list')
    """
    if type_name(got) != type_name(expected):
        return Difference(path, type_name(got), type_name(expected))
    for step, ours, theirs in _parts(got, expected):
        if found := type_difference(ours, theirs, path + step):
            return found
    return None


def value_difference(got: Any, expected: Any, tolerance: float = 0.0, path: str = "") -> Difference | None:
    """The first element that differs in its value, in lists, tuples and tensors of the same shape; None if not found.

    >>> value_difference([1, [2, 3]], [1, [2, 4]])
    Difference(path='[1][1]', got=3, expected=4)
    """
    if is_tensor(got) and is_tensor(expected):
        got, expected = got.tolist(), expected.tolist()
    if same(got, expected, tolerance):
        return None
    for step, ours, theirs in _parts(got, expected):
        if found := value_difference(ours, theirs, tolerance, path + step):
            return found
    return Difference(path, got, expected) if path and not isinstance(expected, (list, tuple)) else None


def _parts(got: Any, expected: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two containers side by side, each with the index that leads to it."""
    if isinstance(got, Mapping) and isinstance(expected, Mapping):
        yield from ((f"[{key!r}]", got[key], expected[key]) for key in expected if key in got)
    elif isinstance(got, (list, tuple)) and isinstance(expected, (list, tuple)) and len(got) == len(expected):
        for i, (ours, theirs) in enumerate(zip(got, expected, strict=True)):
            yield (f" (rank {i})" if isinstance(expected, PerRank) else f"[{i}]"), ours, theirs


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
