"""Does every stub promise what the package keeps? Same name, signature and examples; words in the reader's language."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

from storybot.check.registry import chapter_of, load_exercise
from storybot.languages import LANGUAGES
from tools.chapters import Cell, chapter_paths, read_chapter
from tools.translations.docstrings import Definition, definition_of, is_in_english, split_docstring


def problems(root: Path) -> list[str]:
    """Stubs that differ from the package, in any language."""
    found = []
    for language in LANGUAGES:
        for path in chapter_paths(root, language):
            chapter = read_chapter(path)
            name = path.relative_to(root)
            exercises = [cell for cell in chapter.code if cell.solution]
            checks = "\n".join(cell.source for cell in chapter.code if "check" in cell.tags)
            for cell in exercises:
                where = f"{name}, {cell.metadata['solution']}"
                found += [f"{where}: {problem}" for problem in stub_problems(cell, language)]
                if f"check({(cell.solution or ('', ''))[1]})" not in checks:
                    found.append(f"{where}: no cell tagged `check` checks it")
            found += [f"{name}: a cell is tagged `exercise` but names no solution" for cell in _nameless(chapter.code)]
    return found


def _nameless(cells: list[Cell]) -> list[Cell]:
    return [cell for cell in cells if "exercise" in cell.tags and not cell.solution]


def stub_problems(cell: Cell, language: str = "en") -> list[str]:
    """What differs between one stub and its reference."""
    module, name = cell.solution or ("", "")
    try:
        reference = reference_source(module, name)
    except (ImportError, AttributeError, TypeError) as problem:
        return [f"the package has no such function ({problem})"]
    stub, wanted = definition_of(cell.source, name), definition_of(reference, name)
    if stub is None or wanted is None:
        return [f"the stub does not define {name}"]
    found = []
    if _head(stub) != _head(wanted):
        found.append(f"the signature differs: write `{_head(wanted)}` in the stub, in every language")
    found += docstring_problems(ast.get_docstring(stub) or "", ast.get_docstring(wanted) or "", language)
    bug = _bug_of(name)
    if bug is not None:
        if [ast.unparse(line) for line in stub.body[1:]] != bug:
            found.append("the stub's code must be that of the mistake that `given` names")
    elif not all("raise NotImplementedError" in ast.unparse(one.body[-1]) for one in functions_in(stub)):
        found.append("the stub must end with `raise NotImplementedError`, or it gives the answer away")
    return found


def functions_in(definition: Definition) -> list[ast.FunctionDef]:
    """The function itself, or the methods of a class."""
    if isinstance(definition, ast.FunctionDef):
        return [definition]
    return [node for node in definition.body if isinstance(node, ast.FunctionDef)]


def docstring_problems(ours: str, package: str, language: str) -> list[str]:
    """English has the package's docstring; the other languages its examples, and words of their own."""
    if language == "en":
        return [] if ours == package else ["the docstring differs: copy the package's into the stub"]
    words, examples = split_docstring(ours)
    found = []
    if examples != split_docstring(package)[1]:
        found.append("the examples differ from the package's: run `python -m tools.translations sync`")
    if LANGUAGES[language].cjk and is_in_english(words):  # in a Latin script only a reader can tell
        found.append("the docstring is in English: write the contract in the chapter's language")
    return found


def _bug_of(name: str) -> list[str] | None:
    """The statements that the stub of a *find the bug* exercise must hold; None for other exercises."""
    chapter = chapter_of(name)
    exercise = load_exercise(chapter, name) if chapter else None
    if exercise is None or not exercise.given:
        return None
    source = inspect.getsource(exercise.mistakes[exercise.given].function)
    body = next(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)).body
    words = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return [ast.unparse(line) for line in (body[1:] if words else body)]


def reference_source(module: str, name: str) -> str:
    return inspect.getsource(getattr(importlib.import_module(module), name))


def reference_file(module: str, name: str) -> Path:
    """The file that defines the reference: a subpackage exports names from its small modules."""
    return Path(str(inspect.getsourcefile(getattr(importlib.import_module(module), name))))


def _head(definition: Definition) -> str:
    """The signature of a function, or a class with those of its methods."""
    if isinstance(definition, ast.ClassDef):
        methods = [_head(one) for one in functions_in(definition)]
        return "; ".join([f"class {definition.name}", *methods])
    decorators = "".join(f"@{ast.unparse(one)} " for one in definition.decorator_list)
    returns = f" -> {ast.unparse(definition.returns)}" if definition.returns else ""
    return f"{decorators}def {definition.name}({ast.unparse(definition.args)}){returns}"
