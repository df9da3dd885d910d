"""Numbers for readers: chapters and sections in their headings, figures in their captions.

The texts are written without numbers; page and notebook get the same ones from here. Those of an interlude begin with
its letter, "I.1", and its title has none. A plot has its number in its cell, `show(fig, "1.5", …)`; `plot_problems`
holds it to the place where it stands.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from storybot.check.registry import entry_named
from storybot.notebook.plots import figure_name
from tools.chapters import Chapter

HEADING = re.compile(r"^(#{1,2}) (.*)$")
FIGURE = re.compile(r"^`{3,}\{figure\} ")
FENCE = re.compile(r"^(`{3,}|:{3,})")


def numbered(chapter: Chapter) -> Chapter:
    """The chapter with numbers in its headings and captions; a page that is not a chapter is left as it is."""
    entry = entry_named(chapter.slug)
    if entry is None:
        return chapter
    sections, figures = 0, 0
    cells = []
    for cell in chapter.cells:
        if cell.kind == "code":
            figures += len(list(plot_numbers(cell.source)))
            cells.append(cell)
            continue
        lines, in_figure, fence = cell.source.split("\n"), False, ""
        for i, line in enumerate(lines):
            if fence:
                if line == fence:
                    in_figure, fence = False, ""
                elif in_figure and line and not line.startswith(":"):
                    figures += 1
                    lines[i] = f"**{figure_name(f'{entry.label}.{figures}', chapter.language)}** {line}"
                    in_figure = False
            elif match := FENCE.match(line):
                fence, in_figure = match[1], bool(FIGURE.match(line))
            elif match := HEADING.match(line):
                if match[1] == "##":
                    sections += 1
                    lines[i] = f"## {entry.label}.{sections} {match[2]}"
                elif entry.numbered:
                    lines[i] = f"# {entry.label}. {match[2]}"
        cells.append(replace(cell, source="\n".join(lines)))
    return Chapter(chapter.path, cells)


def as_shown(chapter: Chapter) -> Chapter:
    """The chapter as page and notebook show it: with its numbers, and under its title the picture of the course."""
    first, *others = numbered(chapter).cells
    if entry_named(chapter.slug):
        opening = "\n\n```{course-pipeline}\n```"
        first = replace(first, source=re.sub(r"^# .*$", rf"\g<0>{opening}", first.source, count=1, flags=re.M))
    return Chapter(chapter.path, [first, *others])


def headings(chapter: Chapter) -> dict[str, str]:
    """Anchor -> the heading of its section, as the reader sees it."""
    found: dict[str, str] = {}
    for cell in numbered(chapter).cells:
        match = re.search(r"^#+ (.*)$", cell.source, re.M) if cell.kind == "prose" else None
        if match:
            found.setdefault(cell.anchor, match[1])
    return found


def plot_numbers(source: str) -> Iterator[str]:
    """The numbers of the plots that a cell shows: the second argument of `show`."""
    if "show(" not in source:
        return
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for node in calls:
        if getattr(node.func, "id", "") == "show" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield str(node.args[1].value)


def plot_problems(chapter: Chapter) -> list[str]:
    """Plots whose number is not the one of their place, and plots without number and alt text."""
    entry = entry_named(chapter.slug)
    label = entry.label if entry else "?"
    found, figures = [], 0
    for cell in chapter.cells:
        if cell.kind == "prose":
            figures += len(re.findall(r"^`{3,}\{figure\} ", cell.source, re.M))
            continue
        if "plt.show()" in cell.source:
            found.append(f"section {cell.anchor}: write show(fig, number, alt) instead of plt.show()")
        for given in plot_numbers(cell.source):
            figures += 1
            if given != f"{label}.{figures}":
                found.append(f"section {cell.anchor}: the plot {given} is number {label}.{figures} of its chapter")
    return found
