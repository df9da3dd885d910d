"""The pages of one language, taken from the built book, without what only a screen needs.

Figures are taken out first, because an HTML parser would write `viewBox` in small letters: in the tree each is an
`<img data-svg="3">`, and `Page.svgs[3]` is its source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

import yaml
from lxml import html
from lxml.html import HtmlElement

from storybot.languages import LANGUAGES, Language
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT

ARTICLE = re.compile(r'<article class="bd-article">(.*?)</article>', re.S)
SVG = re.compile(r"<svg\b.*?</svg>", re.S)
LABEL = re.compile(r'<svg\b[^>]*\saria-label="([^"]*)"')
SCREEN_ONLY = (
    "self::script or self::style or self::button"
    " or contains(@class, 'headerlink') or contains(@class, 'toctree-wrapper')"
    " or @aria-hidden = 'true' or contains(@class, 'state-marker')"
    " or (@class = 'narrow' and parent::nav)"  # the picture of the course, as a phone shows it
)


@dataclass
class Page:
    """One file of the EPUB, one chapter of the PDF."""

    name: str
    body: HtmlElement
    svgs: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return heading_text(self.body)

    @property
    def ids(self) -> set[str]:
        return {str(name) for name in self.body.xpath(".//@id")}


@dataclass
class Book:
    language: Language
    pages: list[Page]

    @property
    def words(self) -> dict[str, str]:
        return load_ui_strings(self.language.code)["print"]

    @property
    def title(self) -> str:
        return load_ui_strings(self.language.code)["book"]["title"]


def read_book(folder: Path, language: str) -> Book:
    """The pages in `folder`, in the order of the table of contents."""
    toc = yaml.safe_load((ROOT / "chapters" / language / "_toc.yml").read_text(encoding="utf-8"))
    names = [toc["root"], *(chapter["file"] for chapter in toc["chapters"])]
    return Book(LANGUAGES[language], [read_page(folder / f"{name}.html") for name in names])


def read_page(path: Path) -> Page:
    article = ARTICLE.search(path.read_text(encoding="utf-8"))
    if article is None:
        raise ValueError(f"{path} has no article: build the book again")
    svgs: list[str] = []

    def take_out(match: re.Match[str]) -> str:
        if 'aria-hidden="true"' in match[0].split(">", 1)[0]:  # an ornament
            return ""
        svgs.append(match[0])
        label = LABEL.match(match[0])
        return f'<img data-svg="{len(svgs) - 1}" alt="{label[1] if label else ""}">'

    body = html.fragment_fromstring(SVG.sub(take_out, article[1]), create_parent="div")
    for element in body.xpath(f".//*[{SCREEN_ONLY}]"):
        element.drop_tree()
    for element in body.xpath(".//div[contains(@class, 'pst-scrollable')] | .//code/span"):
        element.drop_tag()
    for picture in body.xpath(".//nav[@aria-label]//img[@alt = '']"):
        picture.set("alt", unescape(picture.xpath("ancestor::nav/@aria-label")[0]))
    for image in body.iter("img"):
        image.attrib.pop("style", None)
        if (image.get("src") or "").startswith("_images/"):  # a plot, see tools/book/plot_files.py
            image.set("src", (path.parent / image.get("src")).resolve().as_uri())
    return Page(path.stem, body, svgs)


def heading_text(element: HtmlElement) -> str:
    """The words of the first heading in an element."""
    headings = element.xpath(".//h1 | .//h2 | .//h3")
    return " ".join(headings[0].text_content().split()) if headings else ""


def to_html(words: str) -> str:
    """A text of the UI strings, where code stands between backquotes.

    >>> to_html("`make` & go")
    '<code>make</code> &amp; go'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(words))
