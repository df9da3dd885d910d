"""One sentence a line in the source, no blank between sentences on the page.

Browsers turn a line break into a space. Japanese and Chinese write none after a full stop,
so there the break is taken out. Korean has spaces between sentences, like English.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from storybot.languages import LANGUAGES
from tools.cjk_line_breaks import join_lines

VERBATIM = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)


class JoinLines(SphinxTransform):
    default_priority = 400

    def apply(self, **_: object) -> None:
        if LANGUAGES[self.config.course_language].spaced:
            return
        parents = {id(text.parent): text.parent for text in self.document.findall(nodes.Text) if "\n" in text}
        for parent in parents.values():
            if not isinstance(parent, VERBATIM):
                join_children(parent)


def join_children(parent: nodes.Element) -> None:
    """Take out the breaks in the texts of one element. A break may stand alone between two nodes."""
    siblings = list(parent.children)
    for at, node in enumerate(siblings):
        if isinstance(node, nodes.Text) and "\n" in node:
            before = siblings[at - 1].astext()[-1:] if at else ""
            after = first_character(siblings[at + 1]) if at + 1 < len(siblings) else ""
            joined = join_lines(before + str(node) + after)
            siblings[at] = nodes.Text(joined[len(before) : len(joined) - len(after)])
    parent.children = []
    parent.extend(siblings)


def first_character(node: nodes.Node) -> str:
    """What the next node begins with. Code begins with its quote, whatever is in it: `--clear` is not a list item."""
    return "`" if isinstance(node, VERBATIM) else node.astext()[:1]


def setup(app: Sphinx) -> None:
    app.add_transform(JoinLines)
