"""The words that notebooks print and draw: every `t("…")` has its translation, and none is left over."""

from __future__ import annotations

import ast
from pathlib import Path

import yaml

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import format_fields
from tools.chapters import chapter_paths, read_chapter

FOLDER = Path("solutions/storybot/languages/notebook_words")


def used_words(root: Path) -> dict[str, str]:
    """English words -> the first chapter that uses them, in the order of the course."""
    found: dict[str, str] = {}
    for path in chapter_paths(root, "en"):
        for cell in read_chapter(path).code:
            for text in words_of(cell.source):
                found.setdefault(text, path.stem)
    return found


def words_of(source: str) -> list[str]:
    """The texts that a cell passes to `t`, in order.

    >>> words_of('ax.set_xlabel(t("step"))')
    ['step']
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    calls = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "t" and node.args]
    constants = [node.args[0] for node in sorted(calls, key=lambda node: (node.lineno, node.col_offset))]
    return [node.value for node in constants if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def missing_words(root: Path, language: str) -> dict[str, str]:
    """Words without a translation -> the chapter that uses them first."""
    known = _read(root, language)
    return {text: chapter for text, chapter in used_words(root).items() if text not in known}


def problems(root: Path) -> list[str]:
    """Words that lack a translation, have one too many, or have other fields than English."""
    found = []
    used = used_words(root)
    for language in [code for code in LANGUAGES if code != "en"]:
        name = FOLDER / f"{language}.yml"
        known = _read(root, language)
        found += [f"{name}: {text!r} is missing" for text in used if text not in known]
        found += [f"{name}: {text!r} is used by no chapter" for text in known if text not in used]
        for text in used.keys() & known.keys():
            if format_fields(text) != format_fields(known[text]):
                found.append(f"{name}: {text!r} must use the fields {sorted(format_fields(text))}")
    return found


def _read(root: Path, language: str) -> dict[str, str]:
    path = root / FOLDER / f"{language}.yml"
    words: dict[str, str] = (yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else None) or {}
    return words
