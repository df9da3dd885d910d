"""The learner's function or class: is it still the stub, where did its error come from, does it remember calls?"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from storybot.check.compare import same
from storybot.check.messages import load_messages


def functions_of(answer: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The functions that the learner wrote: the answer itself, or the methods of a class.

    >>> class Dog:
    ...     def bark(self): ...
    ...     @classmethod
    ...     def puppy(cls): ...
    >>> [one.__name__ for one in functions_of(Dog)], functions_of(len)
    (['bark', 'puppy'], [<built-in function len>])
    """
    if not isinstance(answer, type):
        return [answer]
    members = [getattr(one, "__func__", one) for one in vars(answer).values()]
    return [one for one in members if isinstance(one, FunctionType)]


def is_stub(answer: Callable[..., Any]) -> bool:
    """Whether a function, or every method of a class, does nothing but `raise NotImplementedError`.

    >>> def merge_pair(ids, pair, new_id):
    ...     raise NotImplementedError("merge_pair")
    >>> is_stub(merge_pair), is_stub(len)
    (True, False)
    """
    codes = [getattr(one, "__code__", None) for one in functions_of(answer)]
    return bool(codes) and all(
        isinstance(code, CodeType) and code.co_names == ("NotImplementedError",) and _lines_of_code(code) == 1
        for code in codes
    )


def _lines_of_code(code: CodeType) -> int:
    """How many lines of the function's body do something."""
    lines = {line for _, _, line in code.co_lines() if line is not None}
    return len(lines - {code.co_firstlineno})


class Learner:
    """The function or class under check."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.defaults = copy.deepcopy(self._defaults())
        self.class_data = copy.deepcopy(self._class_data())

    def _defaults(self) -> Any:
        return [
            (getattr(one, "__defaults__", None), getattr(one, "__kwdefaults__", None))
            for one in functions_of(self.function)
        ]

    def remembers(self) -> bool:
        """Whether a default argument has changed: a list or dict there is shared by all calls."""
        return not same(self._defaults(), self.defaults)

    def _class_data(self) -> dict[str, Any]:
        """The lists, dicts and sets that were made in the body of a class."""
        if not isinstance(self.function, type):
            return {}
        members = vars(self.function).items()
        return {name: value for name, value in members if isinstance(value, (dict, list, set)) and name[:2] != "__"}

    def shares(self) -> bool:
        """Whether data in the body of a class has changed: all objects of the class share it."""
        return not same(self._class_data(), self.class_data)

    def describe(self, error: BaseException) -> str:
        """The error, and the line of the learner's code it came from; which function, if it is another one."""
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        codes = [one.__code__ for one in functions_of(self.function) if hasattr(one, "__code__")]
        if not codes:
            return text
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        own = [frame for frame in frames if _is_learners(frame.f_code, codes[0])]
        if not own:
            return text
        last, words = own[-1], load_messages()
        line = traceback.extract_tb(error.__traceback__)[frames.index(last)].lineno
        inside = (codes[0].co_name, "<lambda>", "<listcomp>", "<genexpr>", "<dictcomp>")
        if not isinstance(self.function, type) and last.f_code.co_name in inside:
            return text + words["line"].format(line=line)
        return text + words["line_of"].format(line=line, function=last.f_code.co_name)


def _is_learners(code: CodeType, function: CodeType) -> bool:
    """Code of the function's own file, or of another cell of the same notebook."""
    return code.co_filename == function.co_filename or "ipykernel_" in code.co_filename
