"""Two directives for the whole course: its picture, which every chapter opens with, and its map on the first page.

What they say comes from `COURSE`, from the exercises of each chapter and from the UI strings. The map is an ordered
list, so it is read aloud in order, found by the search, and shown where there is no style sheet; course.js adds what
the learner has done.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from storybot.check.cards import load_card, section_title
from storybot.check.registry import COURSE, ChapterEntry, entry_named, exercise_names
from storybot.languages.ui_strings import load_ui_strings
from tools.figures.pipeline import alt_text, course_pipeline
from tools.figures.words import Words


class CoursePipeline(SphinxDirective):
    """`{course-pipeline}`: the picture of the course with links; in a chapter its own part is lit, elsewhere all."""

    def run(self) -> list[nodes.Node]:
        here = self.config.course_language
        entry = entry_named(self.env.docname)
        lit = entry.package if entry else None
        links = {other.package: (self._address(other), section_title(other.anchor, here)) for other in COURSE}
        pictures = [
            f'<div class="{form}">\n{course_pipeline(Words(here), form == "narrow", lit, links).svg(here)}</div>'
            for form in ("wide", "narrow")
        ]
        label = escape(alt_text(here, lit))
        html = f'<nav class="course-pipeline" aria-label="{label}">\n{"".join(pictures)}</nav>'
        return [nodes.raw("", html, format="html")]

    def _address(self, entry: ChapterEntry) -> str:
        return str(self.env.app.builder.get_relative_uri(self.env.docname, entry.slug))


class CourseMap(SphinxDirective):
    """`{course-map}`: a card for each chapter with what its reader builds, its hours, its needs and its exercises."""

    def run(self) -> list[nodes.Node]:
        here = self.config.course_language
        words, count = load_ui_strings(here)["course_map"], exercise_names()
        hours = [sum(entry.hours[end] for entry in COURSE) for end in (0, 1)]
        total = words["total"].format(
            chapters=sum(entry.numbered for entry in COURSE),
            exercises=sum(map(len, count.values())),
            hours=words["hours"].format(hours=span(*hours)),
        )
        cards = nodes.enumerated_list("", *(self._card(entry, words, here) for entry in COURSE), classes=["course-map"])
        return [nodes.paragraph("", total, classes=["course-total"]), cards]

    def _card(self, entry: ChapterEntry, words: dict[str, str], here: str) -> nodes.list_item:
        target = {"refdomain": "std", "reftype": "doc", "reftarget": f"/{entry.slug}", "refexplicit": True}
        title = addnodes.pending_xref(
            "", nodes.inline("", section_title(entry.anchor, here)), **target, refdoc=self.env.docname, refwarn=True
        )
        names = exercise_names()[entry.package]
        facts = " · ".join(
            [
                words["hours"].format(hours=span(*entry.hours)),
                words["needs"].format(chapters=ranges(entry.needs)) if entry.needs else words["needs_nothing"],
                words["exercises"].format(n=len(names)),
            ]
        )
        ticks = "".join(
            f'<span data-exercise="{name}" title="{escape(load_card(entry.package, name, here).title)}"></span>'
            for name in names
        )
        return nodes.list_item(
            "",
            nodes.paragraph("", "", title, classes=["course-title"]),
            nodes.paragraph("", words[f"builds_{entry.package}"]),
            nodes.paragraph("", facts, classes=["course-facts"]),
            nodes.raw("", f'<p class="course-ticks" aria-hidden="true">{ticks}</p>', format="html"),
        )


def span(low: int, high: int) -> str:
    """Hours, from and to.

    >>> span(3, 4), span(3, 3)
    ('3–4', '3')
    """
    return f"{low}–{high}" if low != high else str(low)


def ranges(labels: Iterable[str]) -> str:
    """Labels of chapters, neighbours joined.

    >>> ranges(["1", "2", "3", "4", "I"]), ranges(["1", "4", "5"]), ranges(["1", "2"])
    ('1–4, I', '1, 4, 5', '1, 2')
    """
    groups: list[list[str]] = []
    for label in labels:
        if groups and label.isdigit() and groups[-1][-1].isdigit() and int(label) == int(groups[-1][-1]) + 1:
            groups[-1].append(label)
        else:
            groups.append([label])
    return ", ".join(f"{group[0]}–{group[-1]}" if len(group) > 2 else ", ".join(group) for group in groups)


def setup(app: Sphinx) -> None:
    app.add_directive("course-pipeline", CoursePipeline)
    app.add_directive("course-map", CourseMap)
