"""A drawn figure stands in the page itself, as SVG in the page's language, not behind an `<img>`.

So its colours are the page's own and follow the switch between light and dark, and its words can be found and read
aloud. The file that a chapter names does not exist (see `tools.figures.paths`); this runs before Sphinx looks for it.
"""

from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from tools import ROOT
from tools.figures.paths import figure_name, figure_path


class InlineFigures(SphinxTransform):
    """Replaces the image node in a figure; the figure keeps its caption and its name."""

    default_priority = 400  # any: images are collected after all transforms, at `doctree-read`

    def apply(self, **_: object) -> None:
        for image in list(self.document.findall(nodes.image)):
            if figure_name(image["uri"]) is None:
                continue
            path = figure_path(ROOT, image["uri"], self.config.course_language)
            if path.exists():  # else Sphinx warns about the image, which is an error
                self.env.note_dependency(str(path))
                svg = inline_svg(path.read_text(encoding="utf-8"), image.get("alt", ""))
                image.replace_self(nodes.raw("", svg, format="html"))


def inline_svg(svg: str, alt: str) -> str:
    """The SVG of a file as HTML, described by `alt`. Its own width is the widest that it is shown.

    >>> print(inline_svg('<svg xmlns="http://www.w3.org/2000/svg" width="720" height="90"></svg>', "A box"))
    <div class="course-figure" style="--fig-width:720px">
    <svg role="img" aria-label="A box" xmlns="http://www.w3.org/2000/svg" width="720" height="90"></svg>
    </div>
    """
    width = svg.split(' width="', 1)[1].split('"', 1)[0]
    described = svg.strip().replace("<svg ", f'<svg role="img" aria-label="{escape(alt)}" ', 1)
    return f'<div class="course-figure" style="--fig-width:{width}px">\n{described}\n</div>'


def setup(app: Sphinx) -> None:
    app.add_transform(InlineFigures)
