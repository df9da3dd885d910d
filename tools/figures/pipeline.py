"""The whole course in one picture, which every chapter opens with, its own part lit.

In a row where there is room, and in two rows for a phone. On a page each part leads to its chapter.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import pairwise

from storybot.check.registry import COURSE, entry_of
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tools.figures.canvas import PADDING, SMALLEST, Picture
from tools.figures.measure import text_width
from tools.figures.palette import FIRST, INK, LINE, PLAIN
from tools.figures.words import Words

# package -> what happens in it; a stroke cuts a text into its lines
PARTS = {
    "bpe_basics": "bytes,/BPE",
    "parallel_pretokenization": "parallel/counting",
    "optimized_merges": "fast/merges",
    "data_pipeline": "data/pipeline",
    "model": "the/model",
    "training_loop": "training",
    "ddp": "many/processes",
    "evaluation": "scores and/stories",
}
GAP, HEIGHT, END = 12, 56, 28  # between two boxes of a row; of a box; of the word at each end of the way


def course_pipeline(
    w: Words,
    narrow: bool = False,
    lit: str | None = None,
    links: Mapping[str, tuple[str, str]] | None = None,
) -> Picture:
    """The way from text to stories. `lit` is the package of one chapter; without it, all are lit.

    `links` has the address and the title of each chapter, by its package.
    """
    columns, width, rows_apart = (4, 77, 28) if narrow else (8, 84, 0)
    picture_width = columns * (width + GAP) - GAP + 2
    rows = len(COURSE) // columns
    p = Picture(picture_width, END + rows * HEIGHT + (rows - 1) * rows_apart + (END if narrow else 1))
    places = []
    for number, entry in enumerate(COURSE):
        row, column = divmod(number, columns)
        x, y = 1 + column * (width + GAP), END + row * (HEIGHT + rows_apart)
        places.append((x, y))
        if links:
            href, title = links[entry.package]
            current = ' aria-current="page"' if entry.package == lit else ""
            p.parts.append(f'<a href="{escape(href)}" aria-label="{escape(title)}"{current}>')
        paint = FIRST if lit in (None, entry.package) else PLAIN
        p.box(x, y, width, "", paint, h=HEIGHT)
        lines = w(PARTS[entry.package]).split("/")
        p.text(x + width / 2, y + 16, entry.label, 12, paint.ink)
        for i, line in enumerate(lines):
            size = 12 if text_width(line, 12) <= width - 2 * PADDING else SMALLEST
            p.text(x + width / 2, y + (33 + 15 * i if len(lines) > 1 else 40), line, size, paint.ink)
        if links:
            p.parts.append("</a>")
    for (x1, y1), (x2, y2) in pairwise(places):
        if y1 == y2:
            p.arrow(x1 + width, y1 + HEIGHT / 2, x2, y1 + HEIGHT / 2)
        else:  # down to the beginning of the next row
            turn, out, into = (y1 + HEIGHT + y2) / 2, x1 + width / 2, x2 + width / 2
            path = f"M{out:g} {y1 + HEIGHT:g} V{turn:g} H{into:g}"
            p.parts.append(f'<path d="{path}" stroke-width="1.6" style="fill:none;stroke:{LINE}"/>')
            p.arrow(into, turn, into, y2)
    (first, top), (last, bottom) = places[0], places[-1]
    begin, end = first + width / 2, last + width / 2
    p.text(begin, 12, w("text"), 13, INK)
    p.arrow(begin, 16, begin, top)
    if narrow:
        p.arrow(end, bottom + HEIGHT, end, bottom + HEIGHT + 12)
        p.text(end, bottom + HEIGHT + 25, w("stories"), 13, INK)
    else:
        p.arrow(end, bottom, end, 16)
        p.text(end, 12, w("stories"), 13, INK)
    return p


def alt_text(language: str, lit: str | None = None) -> str:
    """The picture in words: all parts, and which of them is lit."""
    w, words = Words(language), load_ui_strings(language)["course_map"]
    space = " " if LANGUAGES[language].spaced else ""
    parts = " → ".join(f"{entry.label} {w(PARTS[entry.package]).replace('/', space)}" for entry in COURSE)
    whole = words["picture"].format(parts=parts)
    return whole if lit is None else f"{whole}{space}{words['lit'].format(part=entry_of(lit).label)}"


FIGURES = {
    "course-pipeline": course_pipeline,
    "course-pipeline-narrow": lambda w: course_pipeline(w, narrow=True),
}
