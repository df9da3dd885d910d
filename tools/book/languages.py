"""The same page in the other languages, and the interface words that the theme lacks."""

from __future__ import annotations

import posixpath
from typing import Any

from sphinx.application import Sphinx
from sphinx.locale import translators

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.chapters import chapter_paths


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Sphinx's `html-page-context`: what our templates need to know of a page."""
    here = app.config.course_language
    up = posixpath.relpath(".", posixpath.dirname(pagename) or ".")
    same_page = f"{pagename if pagename in app.env.found_docs or pagename == 'search' else 'index'}.html"
    context["course_words"] = load_ui_strings(here)["book"]
    context["course_search"] = load_ui_strings(here)["search_page"]
    context["course_language"] = LANGUAGES[here]
    context["course_progress"] = f"{up}/../progress/{here}.json"
    context["course_alternates"] = [
        {"language": language, "current": code == here, "href": f"{up}/../{code}/{same_page}"}
        for code, language in LANGUAGES.items()
    ]
    chapters = {path.stem for path in chapter_paths(ROOT, here)}
    context["course_work"] = f"{up}/../work/{here}/{pagename}.html" if pagename in chapters else ""


def add_words(app: Sphinx) -> None:
    """Words that the catalogues of the theme lack (pydata 0.17.1, sphinx-book-theme 1.3.0)."""
    for translator in translators.values():
        if hasattr(translator, "_catalog"):
            translator._catalog.update(load_ui_strings(app.config.course_language)["theme"])


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", add_words)
    app.connect("html-page-context", page_context)
