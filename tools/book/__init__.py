"""The course's Sphinx extension. All of ours is here, so that leaving Jupyter Book is a small `conf.py`."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from tools.book import (
    anchors,
    course_directives,
    course_map,
    formulas,
    inline_figures,
    languages,
    line_breaks,
    pages,
    plot_files,
    publishing,
    search,
    storyteller,
)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("course_language", "en", "env")
    for part in (
        pages,
        anchors,
        line_breaks,
        inline_figures,
        formulas,
        plot_files,
        languages,
        course_directives,
        course_map,
        publishing,
        search,
        storyteller,
    ):
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
