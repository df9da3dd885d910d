"""`mine("merge_pair")`: the learner's own function in a later chapter, or the reference where there is none yet.

A function, or a class, that passes its check is kept as a Python file under `work/<language>/mine/`, with the
imports, constants and helper functions of the notebook that it uses, so that it runs on its own.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import linecache
import symtable
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from storybot.atomic import write_atomically
from storybot.check.learner import functions_of
from storybot.check.messages import load_messages
from storybot.notebook.progress import work_folder

if TYPE_CHECKING:
    from storybot.check.exercise import Exercise

LONGEST_CONSTANT = 2000  # characters


class CannotKeepError(Exception):
    """A function that cannot stand alone; the message says why."""


def mine(name: str) -> Callable[..., Any]:
    """The learner's own function, or the reference; prints which one it is."""
    words = load_messages()
    folder = work_folder()
    path = folder / "mine" / f"{name}.py" if folder else None
    if path is not None and path.exists():
        try:
            function = load(path, name)
        except Exception as problem:
            print(words["mine_broken"].format(path=path.name, problem=f"{type(problem).__name__}: {problem}"))
        else:
            print(words["mine_yours"].format(name=name))
            return function
    from storybot.check.registry import chapter_of, entry_of, exercise_names

    chapter = chapter_of(name)
    if chapter is None:
        known = ", ".join(one for names in exercise_names().values() for one in names)
        raise ValueError(words["unknown"].format(name=name, known=known))
    print(words["mine_reference"].format(name=name))
    reference: Callable[..., Any] = getattr(importlib.import_module(entry_of(chapter).module), name)
    return reference


def load(path: Path, name: str) -> Callable[..., Any]:
    """Run a kept file and give its function."""
    module = ModuleType(f"mine_{name}")
    module.__file__ = str(path)
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    function: Callable[..., Any] = getattr(module, name)
    return function


def keep(name: str, function: Callable[..., Any], exercise: Exercise, folder: Path) -> str:
    """Write the function with what it uses to `mine/<name>.py`; nothing, or the reason why it could not be kept."""
    from storybot.check.outcome import observe, same_outcome

    path = folder / "mine" / f"{name}.py"
    try:
        text = standalone_source(function)
        path.parent.mkdir(exist_ok=True)
        draft = path.with_name(f".{name}.py")  # tried before it takes the place of an older one
        write_atomically(draft, text)
        try:
            again = load(draft, name)
            for arguments in exercise.examples:
                ours, kept = (observe(exercise, one, arguments) for one in (function, again))
                if not same_outcome(ours, kept, exercise.tolerance):
                    raise CannotKeepError(str(kept.error or "?"))
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except CannotKeepError as problem:
        return str(problem)
    except (OSError, SyntaxError, TypeError, NameError, ImportError) as problem:
        return f"{type(problem).__name__}: {problem}"
    return ""


def standalone_source(function: Callable[..., Any]) -> str:
    """The source of a function, after the imports, constants and helpers that it uses."""
    imports: dict[str, None] = {}
    constants: dict[str, None] = {}
    functions: dict[str, str] = {}
    _collect(function, imports, constants, functions)
    parts = ["from __future__ import annotations", "\n".join(imports), "\n".join(constants), *functions.values()]
    return "\n\n\n".join(part for part in parts if part) + "\n"


def _collect(
    function: Callable[..., Any], imports: dict[str, None], constants: dict[str, None], functions: dict[str, str]
) -> None:
    """Add the function, and first everything of its notebook that it uses."""
    source = source_of(function)
    names = used_names(source)
    namespace = getattr(functions_of(function)[0], "__globals__", {}) if functions_of(function) else {}
    functions[function.__name__] = ""  # seen: functions may call each other
    for name in names:
        if name in namespace and name not in functions:
            value = namespace[name]
            line = import_line(name, value)
            if line:
                imports[line] = None
            elif isinstance(value, (FunctionType, type)):
                _collect(value, imports, constants, functions)
            elif len(repr(value)) <= LONGEST_CONSTANT and _is_literal(value):
                constants[f"{name} = {value!r}"] = None
            else:
                text = load_messages()["uses_global"]
                raise CannotKeepError(text.format(function=function.__name__, value=name, kind=type(value).__name__))
    del functions[function.__name__]
    functions[function.__name__] = source.rstrip("\n")


def source_of(function: Callable[..., Any]) -> str:
    """The source of a function or class; `inspect` does not find a class that was defined in a notebook."""
    methods = functions_of(function)
    if not isinstance(function, type) or not methods:
        return inspect.cleandoc("\n" + inspect.getsource(function))
    cell = "".join(linecache.getlines(methods[0].__code__.co_filename))
    found = [node for node in ast.walk(ast.parse(cell)) if isinstance(node, ast.ClassDef)]
    for node in found:
        if node.name == function.__name__:
            lines = cell.split("\n")[node.lineno - 1 : node.end_lineno]
            return inspect.cleandoc("\n" + "\n".join(lines))
    raise CannotKeepError(load_messages()["no_source"].format(name=function.__name__))


def used_names(source: str) -> list[str]:
    """Names from outside that the code reads, annotations apart.

    >>> used_names("def f(a: Pair = ZERO) -> int:\\n    return g(a) + len(b)")
    ['ZERO', 'b', 'g']
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    table = symtable.symtable(ast.unparse(tree), "<cell>", "exec")
    return sorted(name for name in _global_names(table) if not hasattr(builtins, name))


def _global_names(table: symtable.SymbolTable) -> set[str]:
    """Names that a piece of code, or a function in it, takes from outside; its parameters and locals are its own."""
    names = {one.get_name() for one in table.get_symbols() if one.is_referenced() and one.is_global()}
    if table.get_type() == "module":  # defaults and decorators are read where the function is defined
        names |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and not one.is_assigned()}
    return names.union(*map(_global_names, table.get_children()))


def import_line(name: str, value: Any) -> str:
    """The import that gives `value` the name it has in the notebook; nothing if it is not from a module."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {name}"
    module = getattr(value, "__module__", None)
    own = getattr(value, "__qualname__", getattr(value, "__name__", None))
    if module in (None, "__main__", "builtins") or not isinstance(own, str) or module not in sys.modules:
        return ""
    if getattr(sys.modules[module], own, None) is not value:
        return ""
    return f"from {module} import {own}" + (f" as {name}" if name != own else "")


def _is_literal(value: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError):
        return False
