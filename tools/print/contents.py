"""Page numbers where the text asks for them: in the contents, and in the links between exercises and solutions.

Chromium cannot look up the page of a link, so the book is printed, the pages are read from the file, and it is
printed again with the numbers in place.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pikepdf

from tools.print.epub_index import sections_of
from tools.print.reading import Book

UNKNOWN = "000"  # as wide as most numbers, so that the first print has the same lines as the second
PLACE = re.compile(r'(<a\b[^>]*?href="#([^"]+)"[^>]*?) data-at="([^"]*)"([^>]*)>[^<]*</a>')


def target(page: str, anchor: str) -> str:
    """The id that an anchor of a page has in the one file that is printed.

    >>> target("05-training-loop", "loop-step"), target("05-training-loop", "")
    ('05-training-loop--loop-step', '05-training-loop--')
    """
    return f"{page}--{anchor}"


def contents(book: Book) -> str:
    """The contents of the PDF: pages and their sections, each with the number of its page."""
    lines = []
    for page in book.pages:
        lines.append(line("page", target(page.name, ""), page.title))
        lines += [line("section", target(page.name, anchor), title) for anchor, title in sections_of(page)]
    return f'<nav class="contents"><h1 id="contents">{escape(book.words["contents"])}</h1>\n{"".join(lines)}</nav>'


def line(kind: str, anchor: str, title: str) -> str:
    number = f'<a class="number" href="#{anchor}" data-at="{{page}}"></a>'
    return f'<div class="{kind}"><a href="#{anchor}">{escape(title)}</a><span class="dots"></span>{number}</div>\n'


def fill_in(document: str, pages: dict[str, int]) -> str:
    """Put page numbers in. `data-at` is the sentence, with a field `{page}`.

    >>> fill_in('<a href="#x--y" data-at="Solution on page {page}">Solution</a>', {"x--y": 7})
    '<a href="#x--y">Solution on page 7</a>'
    """

    def put(match: re.Match[str]) -> str:
        number = str(pages.get(match[2], UNKNOWN))
        return f"{match[1]}{match[4]}>{match[3].replace('{page}', number)}</a>"

    return PLACE.sub(put, document)


def read_pages(path: Path) -> dict[str, int]:
    """On which page each target of a link is, counted from 1."""
    with pikepdf.open(path) as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}
        names = pdf.Root.get("/Dests")
        places = [] if names is None else [(name, names[name][0].objgen) for name in names.keys()]  # noqa: SIM118
        return {name.lstrip("/"): numbers[place] for name, place in places}
