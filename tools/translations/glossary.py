"""The glossary: reading it, and finding the variants that it forbids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from storybot.languages import LANGUAGES


def read_glossary(root: Path) -> list[dict[str, Any]]:
    """The terms, in the order of the file."""
    terms: list[dict[str, Any]] = yaml.safe_load((root / "chapters/glossary.yml").read_text(encoding="utf-8"))
    return terms


def problems(root: Path) -> list[str]:
    """Terms that are incomplete or given twice, and texts that use a forbidden variant."""
    terms = read_glossary(root)
    found = []
    names = [term["id"] for term in terms]
    found += [f"chapters/glossary.yml: {name} is given twice" for name in sorted(set(names)) if names.count(name) > 1]
    for term in terms:
        for language in LANGUAGES:
            if not term.get(language) or not term.get("means", {}).get(language):
                found.append(f"chapters/glossary.yml: {term['id']} lacks its {language} word or meaning")
    for language in LANGUAGES:
        for path in [*sorted((root / "chapters" / language).glob("*.md")), root / LANGUAGES[language].readme]:
            if path.exists():
                found += _forbidden(path, path.relative_to(root), language, terms)
    return found


def _forbidden(path: Path, name: Path, language: str, terms: list[dict[str, Any]]) -> list[str]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        for term in terms:
            for variant in term.get("avoid", {}).get(language, []):
                if variant in line:
                    found.append(f"{name}, line {number}: {variant!r} is not our word; write {term[language]!r}")
    return found
