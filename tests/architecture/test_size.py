"""The bars of the house: folders that can be taken in at a glance, and a short way from file to story."""

from __future__ import annotations

from pathlib import Path

import pytest

from storybot.check.registry import CHAPTERS
from tests.conftest import ROOT
from tools import import_paths
from tools.import_paths import PACKAGE

FOLDERS = sorted(
    folder
    for top in (PACKAGE, ROOT / "tools", ROOT / "tests", ROOT / "benchmarks")
    for folder in (top, *top.rglob("*"))
    if folder.is_dir() and folder.name != "__pycache__" and any(folder.glob("*.py"))
)
IDEAS = {"errors", "special_tokens", "inputs", "__init__", "__main__"}  # short by nature


def entries(folder: Path) -> list[str]:
    """What a reader sees of a folder: its files and folders, without `__init__.py` and other marks for Python.

    An exercise and its card, `<name>.py` and `<name>.yml`, are one entry.
    """
    shown = [path for path in folder.iterdir() if not path.name.startswith(("__", ".")) and path.name != "py.typed"]
    return sorted({path.stem if folder.name == "exercises" else path.name for path in shown})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folder_has_at_most_20_entries(folder: Path) -> None:
    assert len(entries(folder)) <= 20


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapters_own_folder_has_at_most_14_entries(chapter: str) -> None:
    furniture = {"exercises", "recorded"}  # the exercises and the results of experiments, which a chapter may have
    assert len(set(entries(PACKAGE / chapter)) - furniture) <= 14


def test_no_module_is_a_fragment() -> None:
    short = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if path.stem not in IDEAS and len(path.read_text(encoding="utf-8").splitlines()) < 20
    ]
    assert short == []


def test_the_way_from_file_to_story_is_short() -> None:
    assert import_paths.main() == 0, "python -m tools.import_paths prints what is on the way"
