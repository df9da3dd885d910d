"""Imports follow the data: nothing imports a later chapter, and heavy things stay where they belong."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tools.import_paths import PACKAGE, import_graph, imported_modules, module_name

# Each layer may import itself and what is above it in this list. Names of one line are on one layer.
LAYERS = [
    {"atomic", "errors", "files", "json_file", "languages", "special_tokens", "fingerprints"},
    {"check", "notebook"},  # find the chapters' exercises by name, when a check runs
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
GRAPH = import_graph()


def layer(module: str) -> int:
    """The layer of a dotted name below `storybot`."""
    name = module.split(".")[1]
    return next(number for number, names in enumerate(LAYERS) if name in names)


def later(module: str, imported: set[str]) -> list[str]:
    """What a module imports from a later layer."""
    return [name for name in imported if name != "storybot" and layer(name) > layer(module)]


def test_the_order_can_be_broken() -> None:
    sources = {
        "from storybot.training_loop import train": ("storybot.model.gpt", ["storybot.training_loop"]),
        "def f():\n    from storybot.evaluation.bpb import x": ("storybot.ddp.ring", ["storybot.evaluation.bpb"]),
        "from storybot.model.gpt import GPT": ("storybot.ddp.ring", []),
    }
    for source, (module, found) in sources.items():
        assert later(module, imported_modules(source, set(GRAPH))) == found


@pytest.mark.parametrize("module", sorted(GRAPH.keys() - ENTRY_POINTS - {"storybot"}))
def test_nothing_imports_a_later_chapter(module: str) -> None:
    assert later(module, GRAPH[module]) == []


def test_only_kernels_import_numba() -> None:
    users = {
        module_name(path)
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(?:import|from) (?:numba|llvmlite)\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert users, "somebody does"
    assert all(user.startswith("storybot.optimized_merges.kernels.") for user in users), users


def test_no_chapter_imports_its_exercises() -> None:
    """They need hypothesis and are found by name when a check runs; a model is used without them."""
    users = {
        module
        for module, imported in GRAPH.items()
        if ".exercises" not in module and any(".exercises" in name for name in imported)
    }
    assert users == set()


def test_nobody_imports_the_command_line() -> None:
    users = {
        module
        for module, imported in GRAPH.items()
        if any(name.startswith("storybot.cli") for name in imported) and not module.startswith("storybot.cli")
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
