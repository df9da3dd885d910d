"""Collects the right answers of a chapter: `@collect(RIGHT, "merge_pair")` above each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Answers = dict[str, list[Callable[..., Any]]]


def collect(answers: Answers, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        answers.setdefault(name, []).append(function)
        return function

    return keep
