"""What `check` needs to know of an exercise: its reference, inputs to try, and the mistakes that learners make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

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


class OneShot:
    """An argument that can be gone through only once, as a generator can: for signatures that say `Iterable`.

    >>> once = OneShot([1, 2])
    >>> list(once), list(once), once
    ([1, 2], [], iter([1, 2]))
    """

    def __init__(self, items: Iterable[Any]) -> None:
        self.items = list(items)
        self.used = False

    def __iter__(self) -> Iterator[Any]:
        items = [] if self.used else self.items
        self.used = True
        return iter(items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OneShot) and self.items == other.items

    def __repr__(self) -> str:
        return f"iter({self.items!r})"


OneShot.__name__ = OneShot.__qualname__ = "generator"  # what Python's own messages call it


class InWords:
    """A result whose `repr` says in words what is wrong with it: no first difference is shown beside it."""


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
class Mistake:
    """A plausible wrong answer. Its explanation is in the exercise's card, under the function's name."""

    function: Callable[..., Any]
    endless: bool = False  # it never returns on some input
    slow: bool = False  # its results are right, but it takes too long on the large input


@dataclass(frozen=True)
class Exercise:
    """The reference, the inputs on which the learner's function must agree with it, and the known mistakes."""

    reference: Callable[..., Any]
    examples: list[Arguments]  # tried first, from simple to tricky
    inputs: SearchStrategy[Arguments] | None = None  # then generated ones
    normalize: Callable[[Any], Any] = identity  # what of the result is compared and shown
    mutated: Callable[[Arguments], Any] | None = None  # what of changed arguments is compared; None: must not change
    mutated_name: str = ""  # what a message calls that
    tolerance: float = 1e-9  # how far a computed number may be off, absolutely or relative to its size
    constants: Mapping[str, Any] = field(default_factory=dict)  # long values that a message calls by name
    invoke: Callable[..., Any] = apply  # how the function is called: `invoke(function, *arguments)`
    describe_call: Callable[[str, Arguments], str] | None = None  # how a message writes the call: (name, arguments)
    errors: tuple[type[Exception], ...] = ()  # where the reference raises one of these, the answer must raise it too
    new_result: bool = False  # whether the result must be an object of its own, not an argument
    large: Callable[[], Arguments] | None = None  # one larger input, on which the answer must take less than 3 s
    given: str = ""  # find the bug: the mistake that the stub holds
    judges: Exercise | None = None  # write the check: the exercise whose answers are judged
    mistakes: dict[str, Mistake] = field(default_factory=dict)

    @property
    def kind(self) -> Literal["write", "debug", "test"]:
        """What the learner does: writes a function, mends one, or writes the check of one."""
        return "test" if self.judges else "debug" if self.given else "write"

    def mistake(
        self, function: Callable[..., Any] | None = None, *, endless: bool = False, slow: bool = False
    ) -> Callable[..., Any]:
        """Decorator: a known mistake of this exercise. `@EXERCISE.mistake` or `@EXERCISE.mistake(slow=True)`."""

        def keep(wrong: Callable[..., Any]) -> Callable[..., Any]:
            self.mistakes[wrong.__name__] = Mistake(wrong, endless, slow)
            return wrong

        return keep if function is None else keep(function)
