"""The text format of the story grammar: from a file to its sections. The format is explained in `grammar/README.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from storybot.stories.forms import Forms, Rules

HEADING = re.compile(r"\[([^\[\]:]+)(?:: ([^\[\]]+))?\]")
SETTING = re.compile(r"(\w+) = (.+)")
REPEATED = re.compile(r"(?:(\d+)x )?(.+)")


class Line(NamedTuple):
    """A line of a file, without the spaces around it."""

    path: Path
    number: int
    text: str

    def error(self, message: str) -> ValueError:
        return ValueError(f"{self.path}:{self.number}: {message}")


@dataclass
class Section:
    """A heading, `[name: columns]`, and the lines below it."""

    name: str
    columns: str
    heading: Line
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Entry:
    """Somebody or something that can play a role."""

    forms: Forms  # with placeholders as in the file, `{hero}`
    lines: dict[str, Line]  # where each form comes from
    also: list[str]  # further kinds it belongs to

    @property
    def name(self) -> str:
        return self.forms[""]

    @property
    def line(self) -> Line:
        return self.lines[""]


def read_sections(path: Path) -> list[Section]:
    """The sections of a file, none of which is empty; without comments."""
    sections: list[Section] = []
    for number, text in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        line = Line(path, number, text.strip())
        if line.text.startswith("#"):
            continue
        if line.text.startswith("["):
            heading = HEADING.fullmatch(line.text)
            if not heading:
                raise line.error(f"{line.text!r} is not a valid heading; expected [name] or [name: column | column]")
            sections.append(Section(heading[1], heading[2] or "", line))
        elif "%" in line.text:  # the generator fills %-templates
            raise line.error("% cannot be used in stories; write the word")
        elif sections:
            sections[-1].lines.append(line)
        elif line.text:
            raise line.error(f"{line.text!r} stands before the first heading; begin the file with [name]")
    for section in sections:
        if not any(line.text for line in section.lines):
            raise section.heading.error(f"the section [{section.name}] is empty; add a line or remove the heading")
    return sections


def split_blocks(lines: list[Line]) -> list[list[Line]]:
    """The lines between blank lines."""
    blocks: list[list[Line]] = [[]]
    for line in lines:
        if line.text:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def read_settings(lines: list[Line]) -> list[tuple[str, str, Line]]:
    """Lines `name = text`."""
    settings = []
    for line in lines:
        if line.text:
            setting = SETTING.fullmatch(line.text)
            if not setting:
                raise line.error(f"{line.text!r} is not a valid setting; expected name = text")
            settings.append((setting[1], setting[2], line))
    return settings


def read_entries(section: Section, rules: Rules) -> list[Entry]:
    """The entries of a kind: one a line, with `|` between the cells, or one a block, with each cell on its own line."""
    if not section.columns:
        raise section.heading.error(f"[{section.name}] has no columns; expected [{section.name}: plain | column]")
    if "|" in section.columns and "/" in section.columns:
        raise section.heading.error("| and / cannot both divide the columns; | is for entries on one line")
    in_blocks = "/" in section.columns
    columns = [column.strip() for column in re.split(r"[|/]", section.columns)]
    first = next(
        (n for n, line in enumerate(section.lines) if line.text and not SETTING.fullmatch(line.text)),
        len(section.lines),
    )
    constant: dict[str, list[Line]] = {}
    for name, text, line in read_settings(section.lines[:first]):
        if name in columns:
            raise line.error(f"{name!r} is a column already; remove it from the heading or here")
        constant.setdefault(name, []).append(line._replace(text=text))

    lines = section.lines[first:]
    rows = split_blocks(lines) if in_blocks else [[line] for line in lines if line.text]
    entries = []
    for number, row in enumerate(rows):
        cells = row if in_blocks else [row[0]._replace(text=cell.strip()) for cell in row[0].text.split("|")]
        filled = sum(bool(cell.text) for cell in cells)
        if not filled == len(cells) == len(columns):
            expected = ("lines" if in_blocks else "cells divided by |") + f": {', '.join(columns)}"
            raise row[0].error(f"the entry has {filled} of {len(columns)} {expected}")
        in_turn = {name: texts[number % len(texts)] for name, texts in constant.items()}
        entries.append(_make_entry(row[0], dict(zip(columns, cells, strict=True)) | in_turn, rules))
    if not entries:
        raise section.heading.error(f"the section [{section.name}] has no entries; add a line or remove the heading")
    return entries


def _make_entry(first: Line, cells: dict[str, Line], rules: Rules) -> Entry:
    forms: Forms = {}
    lines: dict[str, Line] = {}
    also: list[str] = []
    for column, cell in cells.items():
        if column == "also":
            also = [kind for kind in cell.text.split() if kind != "-"]
            continue
        made = {"" if column == "plain" else column: cell.text}
        if column in rules:
            try:
                made = rules[column](cell.text)
            except (KeyError, IndexError):
                raise cell.error(f"{cell.text!r} is not a valid text for the column {column!r}") from None
        forms |= made
        lines |= dict.fromkeys(made, cell)
    if "" not in forms:
        raise first.error("the entry has no plain form; one column must be `plain` or make it, as `noun` does")
    return Entry(forms, lines, also)


def read_wordings(block: list[Line]) -> list[Line]:
    """The wordings of a sentence, each as often as it is repeated; an empty text for the one that says nothing."""
    wordings: list[Line] = []
    for line in block:
        if set(line.text) <= set("-–—_=*") and line.text != "-":
            raise line.error(f"{line.text!r} is not a valid separator; paragraphs are divided by ---")
        repeated = REPEATED.fullmatch(line.text)
        assert repeated
        text = "" if repeated[2] == "-" else repeated[2]
        if any(wording.text == text for wording in wordings):
            raise line.error(f"{line.text!r} is here twice; write 2x before a wording to make it more likely")
        wordings += [line._replace(text=text)] * int(repeated[1] or 1)
    return wordings


def read_paragraphs(section: Section) -> list[list[list[Line]]]:
    """The paragraphs of a story; each is a list of sentences, and each sentence a list of wordings."""
    paragraphs: list[list[Line]] = [[]]
    for line in section.lines:
        if line.text == "---":
            paragraphs.append([])
        else:
            paragraphs[-1].append(line)
    dividers = [line for line in section.lines if line.text == "---"]
    for number, paragraph in enumerate(paragraphs):
        if not any(line.text for line in paragraph):
            raise dividers[max(0, number - 1)].error("a paragraph beside this --- is empty; add a sentence to it")
    return [[read_wordings(block) for block in split_blocks(paragraph)] for paragraph in paragraphs]
