"""How a message writes values: as Python does, but short. Of a large tensor, shape, dtype and the first values."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from storybot.check.compare import is_tensor
from storybot.check.exercise import PerRank

LINE_LIMIT = 300  # characters
WHOLE_TENSOR = 12  # a tensor of so many elements is shown whole
FIRST_VALUES = 6  # of a larger one


def format_value(value: Any, constants: Mapping[str, Any] | None = None) -> str:
    """A value as Python writes it: known constants by their names, long lines cut.

    >>> format_value([0] * 200)[-4:], format_value(["long pattern"], {"PATTERN": "long pattern"})
    (', 0…', '[PATTERN]')
    """
    text = _represent(value)
    for name, constant in (constants or {}).items():
        text = text.replace(repr(constant), name)
    return "\n".join(line if len(line) <= LINE_LIMIT else line[: LINE_LIMIT - 1] + "…" for line in text.split("\n"))


def _represent(value: Any) -> str:
    """`repr`, with short tensors at any depth of lists, tuples and dicts."""
    if is_tensor(value):
        return format_tensor(value)
    if type(value) is list:
        return f"[{', '.join(map(_represent, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(_represent, value))}{',' if len(value) == 1 else ''})"
    if type(value) is dict:
        return f"{{{', '.join(f'{key!r}: {_represent(one)}' for key, one in value.items())}}}"
    if isinstance(value, PerRank):
        return PerRank([_Text(_represent(result)) for result in value], value.details).__repr__()
    return repr(value)


class _Text(str):
    """A text that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def format_tensor(tensor: Any) -> str:
    """A small tensor as torch writes it, in one line; of a large one shape, dtype and the first values.

    >>> import torch
    >>> format_tensor(torch.zeros(2, 2))
    'tensor([[0., 0.], [0., 0.]])'
    >>> format_tensor(torch.zeros(10, 10))
    'tensor([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, …], shape=(10, 10), dtype=float32)'
    """
    if tensor.numel() <= WHOLE_TENSOR:
        return " ".join(repr(tensor).split())
    numbers = tensor.detach().flatten()[:FIRST_VALUES].tolist()
    first = ", ".join(str(round(number, 4)) if isinstance(number, float) else repr(number) for number in numbers)
    dtype = str(tensor.dtype).removeprefix("torch.")
    return f"tensor([{first}, …], shape={tuple(tensor.shape)}, dtype={dtype})"


def indent_lines(label: str, text: str) -> str:
    """Continue a text of several lines below its first one, to the right of the label.

    >>> print(indent_lines("  呼び出し  ", "rank 0\\nrank 1"))
      呼び出し  rank 0
                rank 1
    """
    width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in label)
    return label + text.replace("\n", "\n" + " " * width)
