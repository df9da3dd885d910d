"""Does every stub promise what the package keeps? Same signature, same docstring, same name."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

from tools.chapters import Cell, chapter_paths, read_chapter


def problems(root: Path) -> list[str]:
    """Stubs of the English chapters that differ from the package (the other languages hold the same cells)."""
    found = []
    for path in chapter_paths(root, "en"):
        chapter = read_chapter(path)
        name = path.relative_to(root)
        exercises = [cell for cell in chapter.code if cell.solution]
        checks = "\n".join(cell.source for cell in chapter.code if "check" in cell.tags)
        for cell in exercises:
            found += [f"{name}, {cell.metadata['solution']}: {problem}" for problem in stub_problems(cell)]
            if f"check({(cell.solution or ('', ''))[1]})" not in checks:
                found.append(f"{name}, {cell.metadata['solution']}: no cell tagged `check` checks it")
        found += [f"{name}: a cell is tagged `exercise` but names no solution" for cell in _nameless(chapter.code)]
    return found


def _nameless(cells: list[Cell]) -> list[Cell]:
    return [cell for cell in cells if "exercise" in cell.tags and not cell.solution]


def stub_problems(cell: Cell) -> list[str]:
    """What differs between one stub and its reference."""
    module, name = cell.solution or ("", "")
    try:
        reference = reference_source(module, name)
    except (ImportError, AttributeError, TypeError) as problem:
        return [f"the package has no such function ({problem})"]
    stub, wanted = _function(cell.source, name), _function(reference, name)
    if stub is None or wanted is None:
        return [f"the stub does not define {name}"]
    found = []
    if _head(stub) != _head(wanted):
        found.append(f"the signature differs: write `{_head(wanted)}` in the stub, in every language")
    if ast.get_docstring(stub, clean=False) != ast.get_docstring(wanted, clean=False):
        found.append("the docstring differs: copy the package's into the stub, in every language")
    if "raise NotImplementedError" not in ast.unparse(stub.body[-1]):
        found.append("the stub must end with `raise NotImplementedError`, or it gives the answer away")
    return found


def reference_source(module: str, name: str) -> str:
    return inspect.getsource(getattr(importlib.import_module(module), name))


def reference_file(module: str, name: str) -> Path:
    """The file that defines the reference: a subpackage exports names from its small modules."""
    return Path(str(inspect.getsourcefile(getattr(importlib.import_module(module), name))))


def _function(source: str, name: str) -> ast.FunctionDef | None:
    found = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name]
    return found[0] if found else None


def _head(function: ast.FunctionDef) -> str:
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"def {function.name}({ast.unparse(function.args)}){returns}"
