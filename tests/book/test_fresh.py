"""Generated notebooks are what the chapters make now; and each of these tests can fail."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from storybot.languages import LANGUAGES
from tests.book.conftest import edit
from tests.conftest import ROOT
from tools import notebooks

CHAPTER = "01-bpe-basics"


def test_no_notebook_is_stale() -> None:
    assert notebooks.stale(ROOT) == []


def test_solved_notebooks_have_outputs() -> None:
    assert notebooks.without_outputs(ROOT) == []


def test_all_languages_show_the_outputs_that_were_tested() -> None:
    assert notebooks.shared_outputs(ROOT) == []


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


def test_an_output_that_nobody_tested_is_named(copy: Path) -> None:
    edit(copy / f"solutions/notebooks/ja/{CHAPTER}.ipynb", "✓ merge_pair", "✓ merge_pairs")
    assert notebooks.shared_outputs(copy) == [
        f"solutions/notebooks/ja/{CHAPTER}.ipynb shows other outputs than English: run `make notebooks`"
    ]


def test_make_notebooks_mends_what_is_stale(copy: Path) -> None:
    """And executes nothing, as no code has changed."""
    edit(copy / f"chapters/ko/{CHAPTER}.md", "UTF-8", "UTF-9")
    said = list(notebooks.write(copy, copy / f"chapters/en/{CHAPTER}.md"))
    assert said == []
    assert notebooks.stale(copy) == []
    assert notebooks.without_outputs(copy) == []


def test_cell_ids_are_stable_and_unique() -> None:
    for path in [*ROOT.glob("notebooks/*/*.ipynb"), *ROOT.glob("solutions/notebooks/*/*.ipynb")]:
        ids = [cell.id for cell in nbformat.read(path, as_version=4).cells]
        assert len(set(ids)) == len(ids)
        assert ids[0] == f"{path.stem[3:]}-1", "ids come from the anchors"


@pytest.mark.parametrize("language", LANGUAGES)
def test_notebook_prose_is_plain_markdown(language: str) -> None:
    notebooks_ = [nbformat.read(path, as_version=4) for path in (ROOT / "notebooks" / language).glob("*.ipynb")]
    for cell in [cell for notebook in notebooks_ for cell in notebook.cells]:
        if cell.cell_type == "markdown":
            for line in cell.source.split("\n"):
                assert not line.startswith(("```{", ":::", "% ", "(bpe", "(par", "(ex-", ":alt:")), (cell.id, line)
                assert not line.endswith(")=")
            assert "../../assets" not in cell.source, "images must live inside the notebook"
