"""A chapter's text, taken apart: its sections by anchor, and in them prose and code cells.

A chapter is a MyST text notebook. A section begins at a line `(anchor)=` and goes to the
next; the anchors are the same in every language. Everything else here builds on this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jupytext

from storybot.check.registry import COURSE
from storybot.languages import LANGUAGES

ANCHOR = re.compile(r"^\(([a-z0-9-]+)\)=$")
RECORD = re.compile(r"^% en ([0-9a-f]{10})$")  # in a translation: the English section it was made from


@dataclass
class Cell:
    """A piece of prose or a code cell. `anchor` is the section it stands in."""

    kind: str  # "prose" or "code"
    source: str
    anchor: str
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def tags(self) -> list[str]:
        return list(self.metadata.get("tags", []))

    @property
    def solution(self) -> tuple[str, str] | None:
        """(module, name) of the reference, if this is an exercise."""
        if "solution" not in self.metadata:
            return None
        module, _, name = str(self.metadata["solution"]).partition(":")
        return module, name


@dataclass
class Chapter:
    """One chapter in one language."""

    path: Path
    cells: list[Cell]

    @property
    def language(self) -> str:
        return self.path.parent.name

    @property
    def slug(self) -> str:
        return self.path.stem

    @property
    def anchors(self) -> list[str]:
        return list(dict.fromkeys(cell.anchor for cell in self.cells))

    @property
    def code(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.kind == "code"]

    def section(self, anchor: str) -> list[Cell]:
        return [cell for cell in self.cells if cell.anchor == anchor]


def read_chapter(path: Path) -> Chapter:
    """Read a chapter. Prose before the first anchor is an error: every section needs a name."""
    notebook = jupytext.reads(path.read_text(encoding="utf-8"), fmt="md:myst")
    cells: list[Cell] = []
    anchor = ""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cells.append(Cell("code", cell.source, anchor, dict(cell.metadata)))
            continue
        for name, prose in _by_section(cell.source, anchor):
            if not name:
                raise ValueError(f"{path}: the text must begin with an anchor, a line such as (bpe-basics)=")
            cells.append(Cell("prose", prose, name))
            anchor = name
    return Chapter(path, cells)


def _by_section(prose: str, anchor: str) -> list[tuple[str, str]]:
    """Cut prose at its anchors. The record line of a translation stands before its anchor and belongs to it."""
    parts: list[tuple[str, list[str]]] = [(anchor, [])]
    held: list[str] = []
    for line in prose.split("\n"):
        if RECORD.match(line):
            held = [line]
        elif match := ANCHOR.match(line):
            parts.append((match[1], [*held, line]))
            held = []
        else:
            parts[-1][1].append(line)
    texts = [(name, "\n".join(lines).strip("\n")) for name, lines in parts]
    return [(name, text) for name, text in texts if text]


def chapter_paths(root: Path, language: str) -> list[Path]:
    """The chapters in one language that are written, in the order of the course."""
    paths = [root / "chapters" / language / f"{entry.slug}.md" for entry in COURSE]
    return [path for path in paths if path.exists()]


def is_chosen(slug: str, names: list[str]) -> bool:
    """Whether one of the names that a person gave means this chapter: its slug, or how that begins.

    >>> is_chosen("05-training-loop", ["05"]), is_chosen("interlude-model", ["interlude", "05"])
    (True, True)
    >>> is_chosen("05-training-loop", ["0"])
    False
    """
    return any(slug == name or slug.startswith(f"{name}-") for name in names)


def all_chapters(root: Path) -> list[Chapter]:
    return [read_chapter(path) for language in LANGUAGES for path in chapter_paths(root, language)]
