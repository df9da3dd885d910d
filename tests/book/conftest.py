"""A copy of the course that a test may break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The texts, notebooks and figures in a folder of their own."""
    for folder in ("chapters", "notebooks", "solutions/notebooks", "assets/figures"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for readme in ROOT.glob("README*.md"):
        shutil.copy(readme, tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    """Replace the one place where `old` stands."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{path} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
