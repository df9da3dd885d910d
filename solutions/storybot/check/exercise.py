"""What `check` needs to know of an exercise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis.strategies import SearchStrategy

Arguments = tuple[Any, ...]


def identity(result: Any) -> Any:
    """The result as it is: the usual `normalize`."""
    return result


def apply(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call the function with the arguments: the usual `invoke`."""
    return function(*arguments)


def sorted_counter(counts: Any) -> Any:
    """A Counter with its keys in order, so that equal ones look equal; anything else as it is.

    >>> sorted_counter(Counter({b"b": 1, b"a": 1}))
    Counter({b'a': 1, b'b': 1})
    """
    if not isinstance(counts, Counter):
        return counts
    return Counter(dict(sorted((key, n) for key, n in counts.items() if n)))


class PerRank(list[Any]):
    """The results of a function that several ranks call at once, shown in a message as one line for each rank.

    `details` say what else is compared, for example what a rank has sent.

    >>> PerRank([[11, 22], [11, 22]], details=["sent [1, 22]", "sent [20, 11]"])
    rank 0: [11, 22], sent [1, 22]
    rank 1: [11, 22], sent [20, 11]
    """

    def __init__(self, results: Iterable[Any], details: Iterable[str] = ()) -> None:
        super().__init__(results)
        self.details = list(details)

    def __repr__(self) -> str:
        details = [f", {detail}" for detail in self.details] or [""] * len(self)
        return "\n".join(
            f"rank {i}: {result!r}{detail}" for i, (result, detail) in enumerate(zip(self, details, strict=True))
        )


@dataclass(frozen=True)
class Exercise:
    """The reference and the inputs on which the learner's function must agree with it."""

    reference: Callable[..., Any]
    examples: list[Arguments]  # tried first, from simple to tricky
    inputs: SearchStrategy[Arguments]  # then generated ones
    normalize: Callable[[Any], Any] = identity  # what of the result is compared and shown
    mutated: Callable[[Arguments], Any] | None = None  # what of changed arguments is compared; None: must not change
    tolerance: float = 0.0  # how far a computed number may be off, absolutely or relative to its size
    constants: Mapping[str, Any] = field(default_factory=dict)  # long values that a message calls by name
    invoke: Callable[..., Any] = apply  # how the function is called: `invoke(function, *arguments)`
    describe_call: Callable[[str, Arguments], str] | None = None  # how a message writes the call: (name, arguments)
