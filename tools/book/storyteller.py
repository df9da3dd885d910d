"""`{storyteller}`: the model of chapter 5 tells stories in the page.

A recorded story stands there until the reader asks for another one; only then is the model loaded. Browsers without
scripts have the recorded story alone. `python -m tools.storyteller` makes both.
"""

from __future__ import annotations

import html
import json

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tools.storyteller.files import asset_path, read_recording, recording_path, told_text
from tools.storyteller.openings import load_openings

SCRIPTS = ("random", "tokenizer", "model", "sampling", "teller", "widget")  # each uses those before it
ELEMENT = 'class="storyteller"'


class Storyteller(SphinxDirective):
    """`{storyteller}`: the recorded story, and what widget.js needs to make more of it."""

    def run(self) -> list[nodes.Node]:
        here = self.config.course_language
        self.env.note_dependency(str(recording_path(here)))
        recording = read_recording(here)
        size = f"{asset_path(here).stat().st_size / 1e6:.1f}"
        labels = {key: text.replace("{size}", size) for key, text in load_ui_strings(here)["storyteller"].items()}
        data = {
            "language": here,
            "version": recording["weights"],
            "labels": labels,
            "openings": load_openings(here),
            "recording": recording,
        }
        script = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        story = html.escape(told_text(recording))
        # one line: an empty line would end the raw HTML of a page that is read as Markdown
        element = (
            f'<div {ELEMENT} lang="{LANGUAGES[here].bcp47}"><p class="status">{html.escape(labels["fallback"])}</p>'
            f'<div class="story">{story}</div><script type="application/json">{script}</script></div>'
        )
        return [nodes.raw("", element, format="html")]


def add_scripts(app: Sphinx, _name: str, _template: str, _context: object, doctree: nodes.Node | None) -> None:
    """Load the scripts on the page that has a storyteller, and on no other."""
    if doctree and any(ELEMENT in node.astext() for node in doctree.findall(nodes.raw)):
        app.add_css_file("storyteller/storyteller.css", priority=900)
        for place, name in enumerate(SCRIPTS):
            app.add_js_file(f"storyteller/{name}.js", loading_method="defer", priority=610 + place)


def setup(app: Sphinx) -> None:
    app.add_directive("storyteller", Storyteller)
    app.connect("html-page-context", add_scripts)
