"""What a report consists of, independent of its format: sections of paragraphs, tables, figures and more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Table:
    """Cells as they are shown; a column of numbers is set flush right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Figure:
    """An `<svg>` element and its text alternative."""

    svg: str
    about: str


@dataclass(frozen=True)
class Stats:
    """A few key numbers, each with its label."""

    numbers: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Story:
    """A story that the model wrote; line breaks are kept."""

    text: str


@dataclass(frozen=True)
class Command:
    """A command line, set in a typewriter font."""

    text: str


Part = Paragraph | Table | Figure | Stats | Story | Command


@dataclass(frozen=True)
class Section:
    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Report:
    title: str
    sections: Sequence[Section]
