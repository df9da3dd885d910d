"""A chapter's page: its prose, each stub with its solution folded away, and the recorded outputs.

Sphinx gives us the text of a chapter; we hand on a notebook whose outputs come from
solutions/notebooks, where the tests have run them. Nothing is executed here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sphinx.application import Sphinx

from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.chapters import Cell, Chapter, chapter_paths, read_chapter
from tools.notebooks import card_of, notebook_path, solved_notebook
from tools.numbering import as_shown
from tools.translations.status import digest, recorded_digests
from tools.translations.stubs import reference_file


def page_notebook(root: Path, chapter: Chapter) -> Any:
    """The notebook that myst-nb renders as the page."""
    path = notebook_path(root, chapter, solved=True)
    if not path.exists():
        raise FileNotFoundError(f"{path.relative_to(root)} is missing: run `make notebooks`")
    recorded_cells = {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}
    cells = []
    for cell, solved in zip(as_shown(chapter).cells, solved_notebook(chapter).cells, strict=True):
        if cell.kind == "prose":
            cells.append(new_markdown_cell(cell.source))
        elif cell.solution:
            cells.append(new_markdown_cell(stub_and_solution(cell, chapter)))
        else:
            tested = recorded_cells[solved.id]
            # one count for every tested cell: the learner's numbers would differ anyway
            cells.append(
                new_code_cell(cell.source, outputs=tested.outputs, metadata={"tags": cell.tags}, execution_count=1)
            )
    return new_notebook(
        cells=cells, metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    )


def stub_and_solution(cell: Cell, chapter: Chapter) -> str:
    """The exercise's level, the stub as a listing, then hints and the package's own source, each behind a fold."""
    module, name = cell.solution or ("", "")
    words, card = load_ui_strings(chapter.language)["book"], card_of(cell, chapter.language)
    spoken = f"{words['level']} {card.stars.count('★')}/{len(card.stars)}"
    level = (
        f'<p class="exercise-level" data-exercise="{name}">'
        f'<span role="img" title="{spoken}" aria-label="{spoken}">{card.stars}</span></p>'
    )
    hints = [fold(words["hint"].format(number=number), text, "hint") for number, text in enumerate(card.hints, start=1)]
    source = os.path.relpath(reference_file(module, name), chapter.path.parent)
    listing = f"```{{literalinclude}} {Path(source).as_posix()}\n:language: python\n:pyobject: {name}\n```"
    raw = f"```{{raw}} html\n{level}\n```"
    return "\n\n".join([raw, f"```python\n{cell.source}\n```", *hints, fold(words["solution"], listing, "solution")])


def fold(title: str, text: str, kind: str) -> str:
    """A text that is hidden until the reader opens it."""
    return f"````{{dropdown}} {title}\n:class-container: {kind}\n\n{text}\n````"


def mark_stale(chapter: Chapter, english: Chapter) -> None:
    """Put a note under the heading of every section whose English has changed since."""
    records = recorded_digests(chapter)
    for anchor in chapter.anchors:
        if anchor in english.anchors and records.get(anchor) != digest(english, anchor):
            first = chapter.section(anchor)[0]
            lines = first.source.split("\n")
            heading = next((i for i, line in enumerate(lines) if line.startswith("#")), -1)
            message = load_ui_strings(chapter.language)["book"]["stale"]
            note = ["", "```{note}", ":class: stale-translation", message, "```", ""]
            first.source = "\n".join(lines[: heading + 1] + note + lines[heading + 1 :])


def prepare_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Sphinx's `source-read`: a chapter becomes its page's notebook, as JSON."""
    path = Path(app.srcdir) / f"{docname}.md"
    chapter = read_chapter(path)
    english = ROOT / "chapters" / "en" / path.name
    if chapter.language != "en" and english.exists():
        mark_stale(chapter, read_chapter(english))
    if path in chapter_paths(ROOT, chapter.language):
        notebook = page_notebook(ROOT, chapter)
    else:
        notebook = new_notebook(cells=[new_markdown_cell(cell.source) for cell in chapter.cells])
    source[0] = nbformat.writes(notebook)


def read_page(text: str) -> Any:
    """myst-nb's reader for our `.md`: what `prepare_source` wrote."""
    return nbformat.reads(text, as_version=4)


def setup(app: Sphinx) -> None:
    app.connect("source-read", prepare_source)
