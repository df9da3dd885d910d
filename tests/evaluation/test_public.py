"""The names that a chapter imports, and whether the exercises fit its page."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import storybot.evaluation as package
from storybot.evaluation.exercises import EXERCISES
from tests.evaluation.wrong_answers import WRONG


def test_no_module_hides_a_public_name() -> None:
    """A package gets an attribute for each module that is imported, and `__getattr__` is not asked any more."""
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    for name in package.__all__:
        found = getattr(package, name)
        assert not isinstance(found, ModuleType), name
        assert found.__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        package.nothing  # noqa: B018


@pytest.mark.parametrize("name", EXERCISES)
def test_a_stub_fits_the_page(name: str) -> None:
    reference = EXERCISES[name].reference
    assert getattr(package, name) is reference
    before, text, _ = inspect.getsource(reference).split('"""')
    *signature, indent = before.splitlines()
    assert max(map(len, signature)) <= 78
    assert max(map(len, f'{indent}"""{text}'.splitlines())) <= 74
    assert ">>>" in text
    assert len(WRONG[name]) >= 5
