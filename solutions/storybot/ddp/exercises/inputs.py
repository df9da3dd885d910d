"""Inputs that several exercises of chapter 6 share."""

from __future__ import annotations

from collections.abc import Callable

from storybot.check.exercise import Arguments


def describe_per_rank(arguments: str) -> Callable[[str, Arguments], str]:
    """Write a call on all ranks out, one line for each; `arguments` is a template for the call's arguments."""

    def describe(name: str, per_rank: Arguments) -> str:
        size = len(per_rank)
        calls = (name + arguments.format(own=own, rank=rank, size=size) for rank, own in enumerate(per_rank))
        return "\n".join(f"rank {rank}: {call}" for rank, call in enumerate(calls))

    return describe
