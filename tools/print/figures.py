"""Drawn figures without the style sheet of the page, and plots as files.

On paper a figure has the colours of the light page. An e-reader may be black, white or sepia and does not say so;
there each colour is the one that `tools.figures.palette` gives for an unknown ground.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tools import ROOT
from tools.print.reading import Page

VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")


def without_links(svg: str) -> str:
    """The parts of the course's picture are links on the page; in an image they would be dead.

    >>> without_links('<svg><a href="x.html"><rect/></a></svg>')
    '<svg><rect/></svg>'
    """
    return re.sub(r"</?a\b[^>]*>", "", svg)


def for_any_ground(svg: str) -> str:
    """Each variable gives way to its fallback.

    >>> for_any_ground('<svg><rect style="fill:var(--fig-plain,#cfe3f5)"/></svg>')
    '<svg><rect style="fill:#cfe3f5"/></svg>'
    """
    return VARIABLE.sub(lambda found: _known(found[1], found[2]), without_links(svg))


def for_paper(svg: str) -> str:
    """Each variable gives way to the colour of the light page.

    >>> for_paper('<svg><rect style="fill:var(--fig-plain,#123456)"/></svg>')
    '<svg><rect style="fill:#cfe3f5"/></svg>'
    """
    light = light_colors()
    return VARIABLE.sub(lambda found: _known(found[1], light.get(found[1], found[2])), without_links(svg))


def _known(name: str, color: str | None) -> str:
    if not color:
        raise ValueError(f"a figure uses {name}, which has no colour outside of the page: give it a fallback")
    return color


def light_colors() -> dict[str, str]:
    """The variables that course.css sets for the light page."""
    css = (ROOT / "assets/static/course.css").read_text(encoding="utf-8")
    rules = re.findall(r"^:root \{(.*?)\}", css, re.S | re.M)
    return dict(re.findall(r"(--fig-[\w-]+):\s*([^;]+);", " ".join(rules)))


def plot_files(page: Page) -> dict[str, bytes]:
    """Bring the plots of a page along, each under its own name."""
    files = {}
    for image in page.body.xpath(".//img[starts-with(@src, 'file:')]"):
        path = Path(url2pathname(urlsplit(image.get("src")).path))
        files[f"images/{path.name}"] = path.read_bytes()
        image.set("src", f"images/{path.name}")
    return files
