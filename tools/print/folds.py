"""What is folded on the screen stands at the end of the book: all hints, then all solutions.

Each exercise links to both, and both link back. `data-at` on a link is the sentence that the PDF shows instead,
with the number of the page that it leads to.
"""

from __future__ import annotations

from html import escape

from lxml import html
from lxml.html import HtmlElement

from tools.print.reading import Book, Page, heading_text

HINTS, SOLUTIONS = "hints", "solutions"  # the names of the two pages
FOLD = "self::details[contains(@class, '{kind}')]"


def move_folds(book: Book) -> None:
    """Take hints and solutions out of the chapters, and add the two pages that hold them."""
    words = book.words
    parts = {kind: new_part(kind, words[kind]) for kind in (HINTS, SOLUTIONS)}
    for page in list(book.pages):
        chapters = {kind: new_section(f"{kind}-{page.name}", 2, page.title) for kind in parts}
        levels = page.body.xpath(".//p[@data-exercise]")
        for level in levels:
            move_exercise(page, level, chapters, words)
        if levels:
            for kind, part in parts.items():
                part.body[0].append(chapters[kind])
        for fold in page.body.xpath(".//details"):  # any other fold is simply open
            for summary in fold.xpath("./summary"):
                summary.tag = "p"
                summary.set("class", "summary")
            fold.tag = "div"
    book.pages += parts.values()


def move_exercise(page: Page, level: HtmlElement, chapters: dict[str, HtmlElement], words: dict[str, str]) -> None:
    name = level.get("data-exercise")
    here = f"exercise-{name}"
    level.set("id", here)
    heading = heading_text(level.xpath("ancestor::section[1]")[0])
    links = []
    for kind, selector in ((HINTS, "hint"), (SOLUTIONS, "solution")):
        is_fold = FOLD.format(kind=selector)
        folds = level.xpath(
            f"following-sibling::details[{is_fold}][preceding-sibling::p[@data-exercise][1]/@data-exercise = '{name}']"
        )
        if not folds:
            continue
        there = f"{kind}-{name}"
        section = new_section(there, 3, heading)
        back = f"{page.name}.html#{here}"
        section.append(link_line([(back, words["back"], words["back_page"])]))
        section.append(fold_contents(folds, numbered=kind == HINTS))
        chapters[kind].append(section)
        links.append((f"{kind}.html#{there}", words[f"{kind}_link"], words[f"{kind}_page"]))
    stub = level.getnext()
    stub.addnext(link_line(links))


def fold_contents(folds: list[HtmlElement], numbered: bool) -> HtmlElement:
    """What was behind the folds: a list of hints, or the solution as it is."""
    contents = html.fragment_fromstring("<ol></ol>" if numbered else "<div></div>")
    for fold in folds:
        place = html.fragment_fromstring("<li></li>") if numbered else contents
        for child in fold.xpath("./div[contains(@class, 'sd-summary-content')]/*"):
            place.append(child)
        if numbered:
            contents.append(place)
        fold.drop_tree()
    return contents


def link_line(links: list[tuple[str, str, str]]) -> HtmlElement:
    """A line of links, each given as target, words, and words with a page number."""
    anchors = (f'<a href="{href}" data-at="{escape(at)}">{escape(words)}</a>' for href, words, at in links)
    return html.fragment_fromstring(f'<p class="exercise-links">{" · ".join(anchors)}</p>')


def new_part(name: str, title: str) -> Page:
    body = html.fragment_fromstring("<div></div>")
    body.append(new_section(f"{name}-all", 1, title))
    return Page(name, body)


def new_section(anchor: str, level: int, title: str) -> HtmlElement:
    heading = f"<h{level}>{escape(title)}</h{level}>"
    return html.fragment_fromstring(f'<section id="{anchor}" class="back-matter">{heading}</section>')
