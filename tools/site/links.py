"""Does every link within the site lead somewhere? Files and anchors are looked up; other hosts are not asked."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {("a", "href"), ("link", "href"), ("area", "href"), ("form", "action"), ("image", "href"), ("use", "href")}
SOURCES = {"src", "poster", "data-src"}


@dataclass
class Page:
    """What a page has and asks for."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)  # addresses on other hosts


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.page.anchors.add(value)
            elif (tag, name) in LINKS or name in SOURCES:
                target = self.page.outside if urlsplit(value).scheme or value.startswith("//") else self.page.links
                target.append(value)
            elif name == "srcset":
                self.page.links += [part.split()[0] for part in value.split(",") if part.strip()]


def read_page(path: Path) -> Page:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader.page


def broken_links(site: Path) -> list[str]:
    """Every link of every page that leads nowhere, or that would leave the folder in which the site is served.

    A folder stands for its `index.html`. An address that begins with a slash is broken by definition,
    because nobody knows below which path the site will be served; only the 404 page mends its own.
    """
    read = {path.relative_to(site).as_posix(): read_page(path) for path in sorted(site.rglob("*.html"))}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    problems = []
    for name, page in read.items():
        if name == "404.html":
            continue
        for link in dict.fromkeys(page.links):
            if problem := _problem(name, link, read, files):
                problems.append(f"{name}: {link!r} {problem}")
    return problems


def _problem(name: str, link: str, pages: dict[str, Page], files: set[str]) -> str:
    parts = urlsplit(link)
    if parts.path.startswith("/"):
        return "begins at the top of the host"
    target = name
    if parts.path:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
        if target.startswith(".."):
            return "leaves the site"
        if parts.path.endswith("/") or target == ".":
            target = posixpath.normpath(posixpath.join(target, "index.html"))
    if target not in files:
        return "is no file of the site"
    anchor = unquote(parts.fragment)
    if anchor and anchor != "top" and target in pages and anchor not in pages[target].anchors:
        return "is no anchor of that page"
    return ""
