"""A copy of the course that a test may break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.notebooks import INDEX


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The texts, notebooks and figures in a folder of their own."""
    words = "solutions/storybot/languages/notebook_words"
    for folder in ("chapters", "notebooks", "solutions/notebooks", "assets/figures", words):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / INDEX).parent.mkdir()
    shutil.copy(ROOT / INDEX, tmp_path / INDEX)
    for readme in ROOT.glob("README*.md"):
        shutil.copy(readme, tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    """Replace the one place where `old` stands."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{path} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
