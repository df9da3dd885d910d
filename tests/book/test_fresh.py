"""Generated notebooks are what the chapters make now; and each of these tests can fail."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest

from storybot.check.registry import entry_named
from storybot.languages import LANGUAGES
from storybot.notebook.plots import figure_name
from tests.book.conftest import edit
from tests.conftest import ROOT
from tools import notebooks
from tools.chapters import chapter_paths, read_chapter
from tools.numbering import plot_numbers, plot_problems

CHAPTER = "01-bpe-basics"


def test_no_notebook_is_stale() -> None:
    assert notebooks.stale(ROOT) == []


def test_solved_notebooks_have_outputs() -> None:
    assert notebooks.without_outputs(ROOT) == []


def test_what_the_package_knows_of_the_chapters_is_fresh(copy: Path) -> None:
    edit(copy / f"chapters/en/{CHAPTER}.md", "## Ties", "## Equals")
    assert f"{notebooks.INDEX} is stale: run `make notebooks`" in notebooks.stale(copy)
    notebooks.write_index(copy)
    assert f"{notebooks.INDEX} is stale: run `make notebooks`" not in notebooks.stale(copy)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plots_are_numbered_in_order_and_have_alt_texts(language: str) -> None:
    for path in chapter_paths(ROOT, language):
        assert plot_problems(read_chapter(path)) == []


def test_a_plot_with_a_wrong_number_or_without_any_is_named(copy: Path) -> None:
    path = copy / f"chapters/en/{CHAPTER}.md"
    number = next(number for cell in read_chapter(path).code for number in plot_numbers(cell.source))
    edit(path, f'"{number}"', '"1.99"')
    (problem,) = plot_problems(read_chapter(path))
    assert f"the plot 1.99 is number {number} of its chapter" in problem
    edit(path, "gc.enable()", "plt.show()")
    assert any("instead of plt.show()" in problem for problem in plot_problems(read_chapter(path)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_notebooks_have_numbers_levels_and_alt_texts(language: str) -> None:
    notebook = nbformat.read(ROOT / f"notebooks/{language}/{CHAPTER}.ipynb", as_version=4)
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert re.search(r"^# 1\. ", prose, re.M)
    assert re.search(r"^## 1\.2 ", prose, re.M)
    assert figure_name("1.1", language) in prose
    assert "★☆☆" in prose
    assert "`hint(merge_pair)`" in prose
    solved = nbformat.read(ROOT / f"solutions/notebooks/{language}/{CHAPTER}.ipynb", as_version=4)
    plots = [o for cell in solved.cells for o in cell.get("outputs", []) if "image/png" in str(o.get("data", ""))]
    assert plots
    for plot in plots:
        assert re.search(r'<img alt="[^"]{20,}"', plot.data["text/html"])
        assert plot.data["text/plain"].startswith(figure_name("1.", language)[:-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edited_chapter_makes_its_notebooks_stale(copy: Path, language: str) -> None:
    edit(copy / f"chapters/{language}/{CHAPTER}.md", "UTF-8", "UTF-9")
    assert notebooks.stale(copy) == [
        f"notebooks/{language}/{CHAPTER}.ipynb is stale (its chapter has changed): run `make notebooks`",
        f"solutions/notebooks/{language}/{CHAPTER}.ipynb is stale (its chapter has changed): run `make notebooks`",
    ]


def test_a_missing_notebook_is_named(copy: Path) -> None:
    (copy / f"notebooks/ko/{CHAPTER}.ipynb").unlink()
    assert notebooks.stale(copy) == [f"notebooks/ko/{CHAPTER}.ipynb is missing: run `make notebooks`"]


def test_an_output_in_an_exercise_notebook_is_stale(copy: Path) -> None:
    path = copy / f"notebooks/en/{CHAPTER}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    code = next(cell for cell in notebook.cells if cell.cell_type == "code")
    code.outputs = [nbformat.v4.new_output("stream", text="left over")]
    nbformat.write(notebook, path)
    assert notebooks.stale(copy) == [
        f"notebooks/en/{CHAPTER}.ipynb is stale (its chapter has changed): run `make notebooks`"
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_solved_notebook_without_outputs_is_named(copy: Path, language: str) -> None:
    path = copy / f"solutions/notebooks/{language}/{CHAPTER}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(notebook, path)
    assert (
        f"solutions/notebooks/{language}/{CHAPTER}.ipynb has cells without outputs: run `make notebooks FORCE=1`"
        in (notebooks.without_outputs(copy))
    )


def test_outputs_of_other_code_are_named(copy: Path) -> None:
    path = copy / f"solutions/notebooks/ja/{CHAPTER}.ipynb"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["metadata"]["storybot"]["code"] = "0" * 16
    path.write_text(json.dumps(content), encoding="utf-8")
    assert notebooks.without_outputs(copy) == [
        f"solutions/notebooks/ja/{CHAPTER}.ipynb shows outputs of other code: run `make notebooks`"
    ]


def test_make_notebooks_mends_what_is_stale(copy: Path) -> None:
    """And executes nothing, as no code has changed."""
    edit(copy / f"chapters/ko/{CHAPTER}.md", "UTF-8", "UTF-9")
    said = list(notebooks.write(copy, copy / f"chapters/ko/{CHAPTER}.md"))
    assert said == []
    assert notebooks.stale(copy) == []
    assert notebooks.without_outputs(copy) == []


def test_cell_ids_are_stable_and_unique() -> None:
    for path in [*ROOT.glob("notebooks/*/*.ipynb"), *ROOT.glob("solutions/notebooks/*/*.ipynb")]:
        ids = [cell.id for cell in nbformat.read(path, as_version=4).cells]
        assert len(set(ids)) == len(ids)
        entry = entry_named(path.stem)
        assert entry is not None, f"{path} is a notebook of no chapter"
        assert ids[0] == f"{entry.anchor}-1", "ids come from the anchors"


@pytest.mark.parametrize("language", LANGUAGES)
def test_notebook_prose_is_plain_markdown(language: str) -> None:
    notebooks_ = [nbformat.read(path, as_version=4) for path in (ROOT / "notebooks" / language).glob("*.ipynb")]
    for cell in [cell for notebook in notebooks_ for cell in notebook.cells]:
        if cell.cell_type == "markdown":
            for line in cell.source.split("\n"):
                assert not line.startswith(("```{", ":::", "% ", "(bpe", "(par", "(ex-", ":alt:")), (cell.id, line)
                assert not line.endswith(")=")
            assert "../../assets" not in cell.source, "images must live inside the notebook"
