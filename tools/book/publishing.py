"""What a page says to the world outside: description, card, alternates, and its links to the repository."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from storybot.languages import LANGUAGES, Language
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.address import Address, launch_links, read_address
from tools.chapters import chapter_paths

DESCRIPTION_LENGTH = {False: 200, True: 110}  # by Language.cjk: what a page of results shows
SENTENCE_END = re.compile(r"(?<=[。！？])|(?<=[.!?])\s+")
CARD_SIZE = (1200, 630)


def description(page: str, doctree: nodes.document | None, language: Language) -> str:
    """The site's own words for the first page, and for others the first sentences of their text, as many as fit."""
    if page == "index":
        return load_ui_strings(language.code)["site"]["description"]
    first = next(doctree.findall(nodes.paragraph), None) if doctree is not None else None
    return first_sentences(first.astext(), DESCRIPTION_LENGTH[language.cjk]) if first is not None else ""


def first_sentences(text: str, length: int) -> str:
    """Whole sentences up to `length` characters; of a longer first sentence its beginning.

    >>> first_sentences("One. Two\\nand three. Four.", 19)
    'One. Two and three.'
    >>> first_sentences("一。二二二。三。", 4)
    '一。'
    >>> first_sentences("A long sentence without an end", 12)
    'A long sent…'
    """
    text = " ".join(text.split())
    ends = [match.start() for match in SENTENCE_END.finditer(text)] + [len(text)]
    end = max((position for position in ends if position <= length), default=0)
    return text[:end].strip() if end else text[: length - 1].rstrip() + "…"


def alternates(address: Address, language: str, page: str) -> list[tuple[str, str]]:
    """`hreflang` and address of the same page in each language; absolute when the address of the site is known.

    Who has no language of ours gets English, and above the languages the page that chooses.
    """
    up = posixpath.relpath(".", posixpath.dirname(f"{language}/{page}"))
    top = address.site or up
    links = [(other.bcp47, f"{top}/{other.code}/{page}.html") for other in LANGUAGES.values()]
    return [*links, ("x-default", f"{top}/index.html" if page == "index" else f"{top}/en/{page}.html")]


def social_tags(address: Address, language: Language, page: str, title: str, text: str) -> list[tuple[str, str]]:
    """Open Graph's tags and Twitter's. A card's picture needs an absolute address, so it waits for one."""
    words = load_ui_strings(language.code)
    tags = [
        ("og:type", "website" if page == "index" else "article"),
        ("og:title", title),
        ("og:site_name", words["book"]["title"]),
        *([("og:description", text)] if text else []),
    ]
    if address.site:
        tags += [
            ("og:url", f"{address.site}/{language.code}/{page}.html"),
            ("og:image", f"{address.site}/social/{language.code}.png"),
            ("og:image:width", str(CARD_SIZE[0])),
            ("og:image:height", str(CARD_SIZE[1])),
            ("og:image:alt", f"{words['book']['title']}: {words['site']['tagline']}"),
            ("twitter:card", "summary_large_image"),
        ]
    return tags


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Sphinx's `html-page-context`: what layout.html and launch-menu.html need."""
    code, address = app.config.course_language, read_address(ROOT)
    language, is_text = LANGUAGES[code], pagename in app.env.found_docs
    chapters = {path.stem for path in chapter_paths(ROOT, code)}
    text = description(pagename, doctree, language) if is_text else ""
    title = nodes.Text(re.sub(r"<[^>]+>", "", context.get("title") or context["project"])).astext()
    context["launch_words"] = load_ui_strings(code)["launch"]
    context["launch_links"] = launch_links(address, code, pagename, pagename in chapters) if is_text else {}
    context["course_description"] = text
    context["course_hreflang"] = alternates(address, code, pagename) if is_text or pagename == "search" else []
    context["course_social"] = social_tags(address, language, pagename, title, text) if is_text else []


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", page_context)
