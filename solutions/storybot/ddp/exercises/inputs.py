"""What several exercises of chapter 6 share."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any

from storybot.check.exercise import Arguments
from storybot.check.formatting import format_value


def describe_per_rank(arguments: str) -> Callable[[str, Arguments], str]:
    """Write a call on all ranks out, one line for each; `arguments` is a template for the call's arguments."""

    def describe(name: str, per_rank: Arguments) -> str:
        size, own = len(per_rank), map(format_value, per_rank)
        calls = (name + arguments.format(own=text, rank=rank, size=size) for rank, text in enumerate(own))
        return "\n".join(f"rank {rank}: {call}" for rank, call in enumerate(calls))

    return describe


def for_numbers(all_reduce: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The simulator's `all_reduce`, but for one number: it would chain lists, and so tell every rank everything."""

    def all_reduce_number(x: Any) -> Any:
        if not isinstance(x, numbers.Real):
            raise TypeError(f"all_reduce takes one number, not a {type(x).__name__}")
        return all_reduce(x)

    return all_reduce_number
