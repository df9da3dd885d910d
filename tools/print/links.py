"""Links within the book: all of them lead somewhere, in a form that each kind of file understands."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

from lxml.html import HtmlElement

from tools.print.reading import Book, Page

OUTSIDE = ("http://", "https://", "mailto:")


def link_problems(book: Book) -> list[str]:
    """Every internal link that leads nowhere."""
    ids = {page.name: page.ids for page in book.pages}
    problems = []
    for page in book.pages:
        for _, name, anchor in internal_links(page):
            if name not in ids:
                problems.append(f"{page.name}: a link to {name}.html, which is not in the book")
            elif anchor and anchor not in ids[name]:
                problems.append(f"{page.name}: a link to {name}.html#{anchor}, which does not exist")
    return problems


def internal_links(page: Page) -> list[tuple[HtmlElement, str, str]]:
    """Each link with the name of the page and the anchor that it leads to ("" for the beginning of the page)."""
    links = []
    for link in page.body.xpath(".//a[@href]"):
        href = link.get("href")
        if not href.startswith(OUTSIDE):
            path, _, anchor = href.partition("#")
            links.append((link, path.removesuffix(".html") or page.name, unquote(anchor)))
    return links


def point_links(page: Page, address: Callable[[str, str], str]) -> None:
    """Give every internal link the address that `address` makes of page name and anchor."""
    for link, name, anchor in internal_links(page):
        link.set("href", address(name, anchor))
