"""The imports of the package, read from its source: nothing is executed."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.conftest import ROOT

PACKAGE = ROOT / "solutions" / "storybot"


def modules() -> dict[str, Path]:
    """Every module of the package and its file."""
    return {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_names(source: str) -> set[str]:
    """Dotted names that a source imports when it runs, in functions too; `from a.b import c` gives `a.b.c`.

    >>> sorted(imported_names("import numba.core\\ndef f():\\n    from storybot.atomic import write_atomically"))
    ['numba.core', 'storybot.atomic.write_atomically']
    """
    names: set[str] = set()
    tree = ast.parse(source)
    only_for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in only_for_types:
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names
