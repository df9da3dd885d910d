"""Imports follow the data: nothing imports a later chapter, and heavy things stay where they belong."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.architecture.imports import imported_names, modules

# Each layer may import itself and what is above it in this list. Names of one line are on one layer.
LAYERS = [
    {"atomic", "errors", "files", "json_file", "languages", "special_tokens", "ui_strings", "fingerprints"},
    {"check"},  # finds the chapters' exercises by name, when a check runs
    {"stories"},
    {"bpe_basics"},
    {"parallel_pretokenization"},
    {"optimized_merges"},
    {"data_pipeline"},
    {"model"},
    {"training_loop"},
    {"ddp"},
    {"evaluation"},
    {"doctor"},
    {"cli"},
]
ENTRY_POINTS = {"storybot.__main__", "storybot.ddp.__main__"}


def layer(module: str) -> int:
    """The layer of a dotted name below `storybot`."""
    name = module.split(".")[1]
    return next(number for number, names in enumerate(LAYERS) if name in names)


def breaks_the_order(module: str, source: str) -> list[str]:
    """What a module imports from a later layer."""
    ours = [name for name in imported_names(source) if name.startswith("storybot.") and name != "storybot.__version__"]
    return [name for name in ours if layer(name) > layer(module)]


def test_the_order_can_be_broken() -> None:
    assert breaks_the_order("storybot.model.gpt", "from storybot.training_loop import train") != []
    assert breaks_the_order("storybot.training_loop.loop", "def f():\n    from storybot.evaluation import Generator")
    assert breaks_the_order("storybot.ddp.ring", "from storybot.training_loop import train") == []


@pytest.mark.parametrize("module", sorted(modules().keys() - ENTRY_POINTS - {"storybot"}))
def test_nothing_imports_a_later_chapter(module: str) -> None:
    assert breaks_the_order(module, modules()[module].read_text(encoding="utf-8")) == []


def test_only_kernels_import_numba() -> None:
    users = {
        module
        for module, path in modules().items()
        for name in imported_names(path.read_text(encoding="utf-8"))
        if name.split(".")[0] in ("numba", "llvmlite")
    }
    assert users, "somebody does"
    assert {user for user in users if not user.startswith("storybot.optimized_merges.kernels.")} <= {"storybot.doctor"}


def test_nobody_imports_the_command_line() -> None:
    users = {
        module
        for module, path in modules().items()
        for name in imported_names(path.read_text(encoding="utf-8"))
        if name.startswith("storybot.cli") and not module.startswith("storybot.cli")
    }
    assert users == ENTRY_POINTS


@pytest.mark.parametrize("options", [["--help"], ["train", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(options: list[str]) -> None:
    code = (
        "import sys; from storybot.cli import main\n"
        f"try: main({options!r})\n"
        "except SystemExit: pass\n"
        "print(sorted({'torch', 'numba', 'numpy', 'pyarrow', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
