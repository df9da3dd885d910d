"""`pytest --nbval` on a learner's notebook: a table of exercises, and no failure because of old outputs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from storybot.check.cards import section_title

START = "from storybot.check import check"
STUB = 'def merge_pair(ids, pair, new_id):\n    raise NotImplementedError("merge_pair")'
WRONG = "def merge_pair(ids, pair, new_id):\n    return list(ids)"
RIGHT = """def merge_pair(ids, pair, new_id):
    merged = []
    for one in ids:
        if merged and (merged[-1], one) == pair:
            merged[-1] = new_id
        else:
            merged.append(one)
    return merged"""
USE = "print(merge_pair([1, 2], (1, 2), 9))"


CASES = {  # name of the notebook -> its cells; all are run at once, since each start of pytest takes seconds
    "en/untouched": [START, STUB, "check(merge_pair)", USE],
    "en/right": [START, RIGHT, "check(merge_pair)", USE],
    "en/wrong": [START, WRONG, "check(merge_pair)", USE, "1 / 0"],
    "en/reference": [START, "from storybot.bpe_basics import merge_pair", "check(merge_pair)", USE],
    "en/broken": [START, RIGHT, "check(merge_pair)", "1 / 0"],
    "ko/untouched": [START, STUB, "check(merge_pair)"],
    "ko/05-training-loop": [START],
    "ko/interlude-model": [START, STUB, "check(merge_pair)"],
}


def write(path: Path, sources: list[str], outputs: str = "") -> Path:
    """Write a notebook whose outputs are left over from an earlier run."""
    cells = [new_code_cell(source) for source in sources]
    for cell in cells:
        if outputs:
            cell.outputs, cell.execution_count = [new_output("stream", name="stdout", text=outputs)], 1
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=cells), path)
    return path


def run(folder: Path, *paths: Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    return subprocess.run([*command, *map(str, paths)], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest says of each notebook, by its name; under "" what it says before the tables, and under "folder"."""
    folder = tmp_path_factory.mktemp("nbval")
    paths = [write(folder / "work" / f"{name}.ipynb", sources, "an old error\n") for name, sources in CASES.items()]
    done = run(folder, *paths)
    assert done.returncode == 1
    parts = re.split(rf"^{re.escape(str(folder))}/work/(.*)\.ipynb$", done.stdout, flags=re.M)
    return {"folder": str(folder), "": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def test_an_untouched_notebook_gives_a_line_an_exercise(tables: dict[str, str]) -> None:
    said = tables["en/untouched"]
    assert "· merge_pair  ★☆☆  not written yet" in said
    assert "1 more cells need these exercises" in said
    assert "Traceback" not in said
    assert len(said.strip().splitlines()) == 2
    assert len(tables[""].splitlines()) < 20, "no failure of a cell is shown but in the table"
    assert "\x1b[" not in "".join(tables.values())


def test_a_right_answer_passes_whatever_the_file_shows_from_earlier(tables: dict[str, str]) -> None:
    assert tables["en/right"].strip() == "✓ merge_pair  ★☆☆  solved"
    assert (Path(tables["folder"]) / "work/en/mine/merge_pair.py").exists()


def test_a_wrong_answer_shows_what_its_check_says(tables: dict[str, str]) -> None:
    assert "✗ merge_pair  ★☆☆  wrong" in tables["en/wrong"]
    assert "expected  [9, 9, 3]" in tables["en/wrong"]


def test_an_imported_reference_is_not_ticked(tables: dict[str, str]) -> None:
    assert tables["en/reference"].strip() == "◇ merge_pair  ★☆☆  the course's solution"


def test_another_broken_cell_is_shown(tables: dict[str, str]) -> None:
    assert "1 other cells failed; the first:" in tables["en/broken"]
    assert "ZeroDivisionError" in tables["en/broken"]


def test_the_table_speaks_the_notebooks_language(tables: dict[str, str]) -> None:
    assert "· merge_pair  ★☆☆  아직 비어 있음" in tables["ko/untouched"]


def test_tables_are_in_the_order_of_the_course_under_the_titles_of_chapters(tables: dict[str, str]) -> None:
    korean = [name for name in tables if name.startswith("ko/")]
    assert korean == ["ko/interlude-model", "ko/05-training-loop", "ko/untouched"]
    assert tables["ko/05-training-loop"].strip() == section_title("training-loop", "ko")
    assert tables["ko/interlude-model"].strip().startswith(section_title("interlude-model", "ko") + "\n")


def test_a_solved_notebook_ends_well_and_elsewhere_outputs_are_compared_as_ever(tmp_path: Path) -> None:
    assert run(tmp_path, write(tmp_path / "work/en/01.ipynb", CASES["en/right"], "old\n")).returncode == 0
    for text, code in (("[9]\n", 0), ("[8]\n", 1)):
        recorded = [new_output("stream", name="stdout", text=text)]
        cells = [new_code_cell(RIGHT, execution_count=1), new_code_cell(USE, execution_count=2, outputs=recorded)]
        nbformat.write(new_notebook(cells=cells), tmp_path / "other.ipynb")
        assert run(tmp_path, tmp_path / "other.ipynb").returncode == code


def test_in_a_terminal_without_utf8_the_table_is_english(tmp_path: Path) -> None:
    notebook = write(tmp_path / "work/ko/05-training-loop.ipynb", CASES["ko/untouched"])
    done = run(tmp_path, notebook, environment={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.stdout.isascii()
    assert "UnicodeEncodeError" not in done.stderr
    assert section_title("training-loop", "en") in done.stdout
    assert ". merge_pair  *--  not written yet" in done.stdout
