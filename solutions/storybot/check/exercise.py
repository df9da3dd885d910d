"""What `check` needs to know of an exercise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis.strategies import SearchStrategy

Arguments = tuple[Any, ...]


def identity(result: Any) -> Any:
    return result


def apply(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def sorted_counter(counts: Any) -> Any:
    """A Counter whose keys stand in order, so that equal ones look equal; anything else as it is.

    >>> sorted_counter(Counter({b"b": 1, b"a": 1}))
    Counter({b'a': 1, b'b': 1})
    """
    if not isinstance(counts, Counter):
        return counts
    return Counter(dict(sorted((key, n) for key, n in counts.items() if n)))


@dataclass(frozen=True)
class Exercise:
    """The reference and the inputs on which the learner's function must agree with it."""

    reference: Callable[..., Any]
    examples: list[Arguments]  # tried first, from simple to tricky
    inputs: SearchStrategy[Arguments]  # then generated ones
    view: Callable[[Any], Any] = identity  # what of the result is compared and shown
    after: Callable[[Arguments], Any] | None = None  # what of changed arguments is compared; None: they must not change
    tolerance: float = 0.0  # how far a computed number may be off, in itself or in its size
    constants: Mapping[str, Any] = field(default_factory=dict)  # long values that a message calls by name
    call: Callable[..., Any] = apply  # how the function is called: `call(function, *arguments)`
    told: Callable[[str, Arguments], str] | None = None  # how a message tells the call, from name and arguments
