"""The course's Sphinx extension. All of ours is here, so that leaving Jupyter Book is a small `conf.py`."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from tools.book import anchors, course_directives, course_map, inline_figures, languages, line_breaks, pages, search


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("course_language", "en", "env")
    for part in (pages, anchors, line_breaks, inline_figures, languages, course_directives, course_map, search):
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
