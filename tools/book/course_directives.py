"""Three directives of the course: the playground, the attention viewer and the glossary table."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.stories import read_stories
from tools import ROOT
from tools.translations.glossary import read_glossary


class Playground(SphinxDirective):
    """`{bpe-playground}`: an element that playground.js fills; see `add_scripts`. `:merges:`: where it starts."""

    option_spec = {"merges": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        here = self.config.course_language
        samples = [[language.name, first_sentences(code)] for code, language in LANGUAGES.items()]
        attributes = {
            "labels": json.dumps(load_ui_strings(here)["playground"], ensure_ascii=False),
            "samples": json.dumps(samples, ensure_ascii=False),
            "text": first_sentences(here),
            "merges": str(self.options.get("merges", 100)),
        }
        data = " ".join(f'data-{key}="{html.escape(value)}"' for key, value in attributes.items())
        return [nodes.raw("", f'<div class="bpe-playground" {data}></div>', format="html")]


def first_sentences(language: str) -> str:
    """The first two sentences of a story: a sample text for the playground."""
    paragraph = read_stories(language)[3].split("\n")[1]
    return "".join(re.findall(r".*?[.。!！?？]\s?", paragraph)[:2]).strip()


class AttentionViewer(SphinxDirective):
    """`{attention-viewer}`: a sentence that attention-viewer.js replaces; see `add_scripts`."""

    def run(self) -> list[nodes.Node]:
        labels = load_ui_strings(self.config.course_language)["attention_viewer"]
        data = html.escape(json.dumps(labels, ensure_ascii=False))
        fallback = html.escape(labels["fallback"])
        # no id: the section has one
        element = f'<div class="attention-viewer" data-labels="{data}"><p>{fallback}</p></div>'
        return [nodes.raw("", element, format="html")]


def add_scripts(app: Sphinx, _name: str, _template: str, _context: object, doctree: nodes.Node | None) -> None:
    """Load what a picture to work with needs on the page that shows it, and on no other."""
    here = app.config.course_language
    scripts = {
        "bpe-playground": ["playground-vocab.js", "playground.js"],
        "attention-viewer": [f"attention-{here}.js", "attention-viewer.js"],
    }
    raw = [node.astext() for node in doctree.findall(nodes.raw)] if doctree else []
    for element, names in scripts.items():
        if any(f'class="{element}"' in text for text in raw):
            app.add_css_file(f"{names[-1].removesuffix('.js')}.css", priority=900)
            for number, name in enumerate(names, start=603):
                app.add_js_file(name, loading_method="defer", priority=number)


class CourseGlossary(SphinxDirective):
    """`{course-glossary}`: the terms in all languages, this page's language first and explained.

    A term leads to the section that explains it first, and `#term-<id>` leads to its row.
    """

    def run(self) -> list[nodes.Node]:
        here = self.config.course_language
        self.env.note_dependency(str(ROOT / "chapters/glossary.yml"))
        others = [code for code in LANGUAGES if code != here]
        table = nodes.table("", classes=["course-glossary"])
        group = nodes.tgroup(cols=2 + len(others))
        table += group
        for width in (18, 46, *(12 for _ in others)):
            group += nodes.colspec(colwidth=width)
        meaning = load_ui_strings(here)["book"]["meaning"]
        names = [LANGUAGES[here].name, meaning, *(LANGUAGES[code].name for code in others)]
        head = nodes.thead("", self._row(names))
        rows = [self._term_row(term, here, others) for term in read_glossary(ROOT)]
        group += [head, nodes.tbody("", *rows)]
        return [table]

    def _term_row(self, term: dict[str, Any], here: str, others: list[str]) -> nodes.row:
        word: nodes.Node = nodes.Text(term[here])
        if "section" in term:
            target = {"refdomain": "std", "reftype": "ref", "reftarget": term["section"], "refexplicit": True}
            options = {**target, "refdoc": self.env.docname, "refwarn": True}  # an unknown section is a warning
            word = addnodes.pending_xref("", nodes.inline("", term[here]), **options)
        row = self._row([word, term["means"][here], *(term[code] for code in others)])
        row["ids"].append(f"term-{term['id']}")
        return row

    @staticmethod
    def _row(cells: Sequence[nodes.Node | str]) -> nodes.row:
        texts = [nodes.Text(cell) if isinstance(cell, str) else cell for cell in cells]
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", text)) for text in texts))


def setup(app: Sphinx) -> None:
    app.add_directive("bpe-playground", Playground)
    app.add_directive("attention-viewer", AttentionViewer)
    app.add_directive("course-glossary", CourseGlossary)
    app.add_js_file("course.js", loading_method="defer", priority=602)
    app.connect("html-page-context", add_scripts)
