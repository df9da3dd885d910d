"""One sentence a line in the source, no blank between sentences on the page.

Browsers turn a line break into a space. Japanese and Chinese write none after a full stop,
so there the break is taken out. Korean has spaces between sentences, like English.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from tools.cjk import join_lines


class JoinLines(SphinxTransform):
    default_priority = 400

    def apply(self, **_: object) -> None:
        if self.config.course_language not in ("ja", "zh"):
            return
        for text in list(self.document.findall(nodes.Text)):
            if not isinstance(text.parent, (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)):
                text.parent.replace(text, nodes.Text(join_lines(str(text))))


def setup(app: Sphinx) -> None:
    app.add_transform(JoinLines)
