"""What a report is made of: sections of paragraphs, tables, pictures and more, in no particular format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Table:
    """Cells as they are shown; a column of numbers is set flush right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Picture:
    svg: str
    about: str


@dataclass(frozen=True)
class Tiles:
    """A few numbers that say most, each with what it is."""

    numbers: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Story:
    """What the model tells."""

    text: str


@dataclass(frozen=True)
class Command:
    """What to type."""

    text: str


Part = Paragraph | Table | Picture | Tiles | Story | Command


@dataclass(frozen=True)
class Section:
    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Report:
    title: str
    sections: Sequence[Section]
