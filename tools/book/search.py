"""What the search page looks through: one entry for each section and each row of the glossary, as a small script.

The page searches it by itself (assets/static/search.js): there are few hundred entries, so that it can read all of them
for every letter that is typed, and needs neither an index of words nor a dictionary. A script rather than data, because
a page opened as a file may load no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.translations.glossary import read_glossary

FOLDED = {"hint", "solution", "cell_output"}  # neither what is hidden nor what was printed
EXERCISE = re.compile(r'data-exercise="(\w+)"')
IDENTIFIER = re.compile(r"[A-Za-z_][\w.]{2,}")

Entry = dict[str, Any]


def section_entries(page: str, doctree: nodes.document, terms: dict[str, list[str]]) -> Iterator[Entry]:
    """The sections of a page: address, title, chapter, words that name it, prose, and what its code mentions."""
    chapter = ""
    for section in doctree.findall(nodes.section):
        title = next(section.findall(nodes.title)).astext()
        anchor = section["ids"][0]
        chapter = chapter or title
        prose, code, names = [], [], []
        for node in own_nodes(section):
            if isinstance(node, nodes.raw):
                names += EXERCISE.findall(node.astext())
            elif isinstance(node, nodes.literal_block):
                code.append(node.astext())
            elif not isinstance(node, nodes.title):
                prose.append(" ".join(node.astext().split()))
        text = " ".join(prose)
        mentioned = sorted({word for word in IDENTIFIER.findall("\n".join(code)) if word not in text})
        yield {
            "at": f"{page}.html#{anchor}",
            "title": title,
            "in": "" if title == chapter else chapter,
            "names": names + terms.get(anchor, []),
            "text": text,
            "code": " ".join(mentioned),
        }


def own_nodes(section: nodes.Element) -> Iterator[nodes.Element]:
    """The paragraphs, listings and rows of a section itself, not of the sections inside it."""
    for child in section.children:
        if not isinstance(child, nodes.Element) or isinstance(child, nodes.section):
            continue
        kinds: set[str] = {*child.get("classes", []), *child.get("container_classes", [])}
        if kinds & FOLDED:
            continue
        if isinstance(child, nodes.container | nodes.figure | nodes.bullet_list | nodes.enumerated_list):
            yield from own_nodes(child)
        else:
            yield child


def glossary_entries(terms: list[dict[str, Any]], here: str, title: str) -> Iterator[Entry]:
    """The rows of the glossary page."""
    for term in terms:
        yield {
            "at": f"glossary.html#term-{term['id']}",
            "title": term[here],
            "in": title,
            "names": words_of(term, here),
            "text": term["means"][here],
            "code": "",
        }


def words_of(term: dict[str, Any], here: str) -> list[str]:
    """A term in every language, its other forms in this one, and the names that others have for it."""
    forms = term.get("forms", {})
    return list(dict.fromkeys([*(term[code] for code in LANGUAGES), *(forms.get(here) or []), *term.get("also", [])]))


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Sphinx's `build-finished`."""
    if exception or app.builder.name != "html":
        return
    here, terms = app.config.course_language, read_glossary(ROOT)
    explained: dict[str, list[str]] = {}
    for term in terms:
        if "section" in term:
            explained.setdefault(term["section"], []).extend(words_of(term, here))
    entries: list[Entry] = []
    for page in sorted(app.env.found_docs):
        doctree = app.env.get_doctree(page)
        if page == "glossary":
            entries += glossary_entries(terms, here, app.env.titles[page].astext())
        else:
            entries += section_entries(page, doctree, explained)
    script = f"window.COURSE_SEARCH = {json.dumps(entries, ensure_ascii=False, separators=(',', ':'))};\n"
    (Path(app.outdir) / "search-index.js").write_text(script, encoding="utf-8")


def leave_out_sphinx_search(app: Sphinx) -> None:
    """Sphinx's `builder-inited`: its own index, which knows pages but not sections, would not be used."""
    if app.builder.name == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def search_page(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Sphinx's `html-collect-pages`."""
    return [("search", {}, "search.html")] if app.builder.name == "html" else []


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", leave_out_sphinx_search)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_index)
