"""The learner's function: is it still the stub, where did its error come from, does it remember earlier calls?"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable
from types import CodeType
from typing import Any

from storybot.check.compare import same
from storybot.check.messages import load_messages


def is_stub(function: Callable[..., Any]) -> bool:
    """Whether a function does nothing but `raise NotImplementedError`.

    >>> def merge_pair(ids, pair, new_id):
    ...     raise NotImplementedError("merge_pair")
    >>> is_stub(merge_pair), is_stub(len)
    (True, False)
    """
    code = getattr(function, "__code__", None)
    return isinstance(code, CodeType) and code.co_names == ("NotImplementedError",) and _lines_of_code(code) == 1


def _lines_of_code(code: CodeType) -> int:
    """How many lines of the function's body do something."""
    lines = {line for _, _, line in code.co_lines() if line is not None}
    return len(lines - {code.co_firstlineno})


class Learner:
    """The function under check."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.defaults = copy.deepcopy(self._defaults())

    def _defaults(self) -> Any:
        return getattr(self.function, "__defaults__", None), getattr(self.function, "__kwdefaults__", None)

    def remembers(self) -> bool:
        """Whether a default argument has changed: a list or dict there is shared by all calls."""
        return not same(self._defaults(), self.defaults)

    def describe(self, error: BaseException) -> str:
        """The error, and the line of the learner's code it came from; which function, if it is another one."""
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        code = getattr(self.function, "__code__", None)
        if code is None:
            return text
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        own = [frame for frame in frames if _is_learners(frame.f_code, code)]
        if not own:
            return text
        last, words = own[-1], load_messages()
        line = traceback.extract_tb(error.__traceback__)[frames.index(last)].lineno
        if last.f_code.co_name in (code.co_name, "<lambda>", "<listcomp>", "<genexpr>", "<dictcomp>"):
            return text + words["line"].format(line=line)
        return text + words["line_of"].format(line=line, function=last.f_code.co_name)


def _is_learners(code: CodeType, function: CodeType) -> bool:
    """Code of the function's own file, or of another cell of the same notebook."""
    return code.co_filename == function.co_filename or "ipykernel_" in code.co_filename
