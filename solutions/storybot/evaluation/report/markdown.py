"""A report as Markdown. Pictures are left out: their numbers stand in the tables."""

from __future__ import annotations

import re

from storybot.evaluation.report.document import Command, Paragraph, Part, Report, Stats, Story, Table

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$&])")


def markdown(report: Report) -> str:
    """The report as one Markdown text."""
    lines = [f"# {plain(report.title)}"]
    for section in report.sections:
        lines.append(f"## {plain(section.title)}")
        lines += [text for part in section.parts if (text := markdown_part(part))]
    return "\n\n".join(lines) + "\n"


def markdown_part(part: Part) -> str:
    if isinstance(part, Paragraph):
        return plain(part.text)
    if isinstance(part, Story | Command):
        return fenced(part.text)
    if isinstance(part, Stats):
        return "\n".join(f"- **{plain(number)}** {plain(what)}" for number, what in part.numbers)
    if isinstance(part, Table):
        rule = ["---" if i == 0 else "---:" for i in range(len(part.head))]
        rows = [[plain(cell) for cell in row] for row in [part.head, *part.rows]]
        return "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], rule, *rows[1:]])
    return ""


def plain(text: str) -> str:
    r"""Text that Markdown shows as it is, on one line.

    >>> plain("a|b *c*")
    'a\\|b \\*c\\*'
    """
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def fenced(text: str) -> str:
    """A block of text as it is, within more backticks than any row of them in it."""
    fence = "`" * max(3, 1 + max((len(row) for row in re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"
