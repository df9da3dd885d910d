"""The names that chapters import, and whether every exercise fits its page: the same for all chapters."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

from storybot.check.registry import COURSE, entry_of, exercise_names, load_exercise
from tests.conftest import ROOT
from tools.chapters import chapter_paths

EXERCISES = [(chapter, name) for chapter, names in exercise_names().items() for name in names]
PACKAGES = sorted({f"storybot.{entry.package}" for entry in COURSE} | {entry.module for entry in COURSE})


@pytest.mark.parametrize("name", PACKAGES)
def test_no_module_hides_a_public_name(name: str) -> None:
    """A package gets an attribute for each of its modules; a function of the same name would be lost."""
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__):
        if module.name != "__main__":
            importlib.import_module(f"{package.__name__}.{module.name}")
    assert package.__all__ == sorted(set(package.__all__), key=package.__all__.index), "no name twice"
    for public in package.__all__:
        assert not isinstance(getattr(package, public), ModuleType), public


@pytest.mark.parametrize(("chapter", "name"), EXERCISES)
def test_a_stub_fits_the_page(chapter: str, name: str) -> None:
    package = importlib.import_module(entry_of(chapter).module)
    reference = load_exercise(chapter, name).reference
    assert getattr(package, name) is reference
    before, text, _ = inspect.getsource(reference).split('"""', 2)
    *signature, indent = before.splitlines()
    assert max(map(len, signature)) <= 78
    assert max(map(len, f'{indent}"""{text}'.splitlines())) <= 74
    assert ">>>" in text


def test_an_exercise_name_is_used_once() -> None:
    names = [name for _, name in EXERCISES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("page", chapter_paths(ROOT, "en"), ids=lambda page: page.stem)
def test_chapters_import_what_packages_export(page: Path) -> None:
    """`from storybot.chapter import name` in a chapter finds every name in the package's `__all__`."""
    text = page.read_text(encoding="utf-8")
    for chapter, names in re.findall(r"^from (storybot[\w.]*) import (\([^)]*\)|.*)$", text, re.MULTILINE):
        package = importlib.import_module(chapter)
        if hasattr(package, "__path__"):
            wanted = set(re.findall(r"\w+", re.sub(r"\bas \w+", "", names)))
            assert wanted <= set(package.__all__), (page, chapter)
