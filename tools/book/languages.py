"""The same page in the other languages, and the interface words that the theme lacks."""

from __future__ import annotations

import posixpath
from typing import Any

from sphinx.application import Sphinx
from sphinx.locale import translators

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.chapters import chapter_paths
from tools.words import INTERFACE, WORDS

TAGS = {"en": "en", "ja": "ja", "ko": "ko", "zh": "zh-Hans"}


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Sphinx's `html-page-context`: what our templates need to know of a page."""
    here = app.config.course_language
    up = posixpath.relpath(".", posixpath.dirname(pagename) or ".")
    same_page = f"{pagename if pagename in app.env.found_docs or pagename == 'search' else 'index'}.html"
    context["course_words"] = WORDS[here]
    context["course_language_name"] = LANGUAGES[here]
    context["course_alternates"] = [
        {"code": code, "tag": TAGS[code], "name": name, "current": code == here, "href": f"{up}/../{code}/{same_page}"}
        for code, name in LANGUAGES.items()
    ]
    chapters = {path.stem for path in chapter_paths(ROOT, here)}
    context["course_work"] = f"{up}/../work/{here}/{pagename}.html" if pagename in chapters else ""


def add_words(app: Sphinx) -> None:
    """Words that the catalogues of the theme lack (pydata 0.17.1, sphinx-book-theme 1.3.0)."""
    for translator in translators.values():
        if hasattr(translator, "_catalog"):
            translator._catalog.update(INTERFACE.get(app.config.course_language, {}))


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", add_words)
    app.connect("html-page-context", page_context)
