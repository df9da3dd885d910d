"""`pytest --nbval` on a learner's notebook: a table of exercises, and no failure because of old outputs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

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


def run(folder: Path, *sources: str, outputs: str = "", language: str = "en") -> subprocess.CompletedProcess[str]:
    """Write a notebook into work/<language>, its outputs left over from an earlier run, and test it."""
    cells = [new_code_cell(source) for source in sources]
    for cell in cells:
        if outputs:
            cell.outputs, cell.execution_count = [new_output("stream", name="stdout", text=outputs)], 1
    path = folder / "work" / language / "01-bpe-basics.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=cells), path)
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "--rootdir", str(folder), str(path)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_an_untouched_notebook_gives_a_line_an_exercise(tmp_path: Path) -> None:
    done = run(tmp_path, START, STUB, "check(merge_pair)", USE)
    assert done.returncode == 1
    assert "· merge_pair  ★☆☆  not written yet" in done.stdout
    assert "1 more cells need these exercises" in done.stdout
    assert "Traceback" not in done.stdout
    assert "\x1b[" not in done.stdout
    assert len(done.stdout.splitlines()) < 20


def test_a_right_answer_passes_whatever_the_file_shows_from_earlier(tmp_path: Path) -> None:
    done = run(tmp_path, START, RIGHT, "check(merge_pair)", USE, outputs="an old error\n")
    assert done.returncode == 0, done.stdout
    assert "✓ merge_pair  ★☆☆  solved" in done.stdout
    assert (tmp_path / "work/en/mine/merge_pair.py").exists()


def test_a_wrong_answer_shows_what_its_check_says(tmp_path: Path) -> None:
    done = run(tmp_path, START, WRONG, "check(merge_pair)", USE, "1 / 0")
    assert done.returncode == 1
    assert "✗ merge_pair  ★☆☆  wrong" in done.stdout
    assert "expected  [9, 9, 3]" in done.stdout


def test_an_imported_reference_is_not_ticked(tmp_path: Path) -> None:
    done = run(tmp_path, START, "from storybot.bpe_basics import merge_pair", "check(merge_pair)", USE)
    assert done.returncode == 0
    assert "◇ merge_pair  ★☆☆  the course's solution" in done.stdout


def test_another_broken_cell_is_shown(tmp_path: Path) -> None:
    done = run(tmp_path, START, RIGHT, "check(merge_pair)", "1 / 0")
    assert done.returncode == 1
    assert "1 other cells failed; the first:" in done.stdout
    assert "ZeroDivisionError" in done.stdout


def test_the_table_speaks_the_notebooks_language(tmp_path: Path) -> None:
    done = run(tmp_path, START, STUB, "check(merge_pair)", language="ko")
    assert "· merge_pair  ★☆☆  아직 비어 있음" in done.stdout


@pytest.mark.parametrize("text", ["[9]\n", "[8]\n"])
def test_elsewhere_outputs_are_compared_as_ever(tmp_path: Path, text: str) -> None:
    recorded = [new_output("stream", name="stdout", text=text)]
    cells = [new_code_cell(RIGHT, execution_count=1), new_code_cell(USE, execution_count=2, outputs=recorded)]
    nbformat.write(new_notebook(cells=cells), tmp_path / "other.ipynb")
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "-p", "no:cacheprovider", str(tmp_path / "other.ipynb")]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == (0 if text == "[9]\n" else 1)
