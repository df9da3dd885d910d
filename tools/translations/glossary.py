"""The glossary: reading it, and finding what is wrong with its rows or against its choice of words.

A row is a term: its word in every language, what it means, the section that explains it first (`section`, an anchor
of an English chapter; a few everyday words have none), other forms of the word that count as the term (`forms`), and
variants that no page may use (`avoid`). Whether the texts name and use the terms is the business of `terms`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from storybot.languages import LANGUAGES
from tools.chapters import chapter_paths, read_chapter

FILE = "chapters/glossary.yml"


def read_glossary(root: Path) -> list[dict[str, Any]]:
    """The terms, in the order of the file."""
    terms: list[dict[str, Any]] = yaml.safe_load((root / FILE).read_text(encoding="utf-8"))
    return terms


def chapter_of_section(root: Path) -> dict[str, str]:
    """The anchors of the English chapters in reading order -> the name of the file that each is in."""
    return {anchor: path.name for path in chapter_paths(root, "en") for anchor in read_chapter(path).anchors}


def pages(root: Path, language: str) -> list[Path]:
    """Every text of a language: its chapters, the pages around them, its README."""
    paths = [*sorted((root / "chapters" / language).glob("*.md")), root / LANGUAGES[language].readme]
    return [path for path in paths if path.exists()]


def problems(root: Path) -> list[str]:
    """Terms that are incomplete, given twice or out of order, and texts that use a forbidden variant."""
    terms = read_glossary(root)
    found = []
    names = [term["id"] for term in terms]
    found += [f"{FILE}: {name} is given twice" for name in sorted(set(names)) if names.count(name) > 1]
    for term in terms:
        for language in LANGUAGES:
            if not term.get(language) or not term.get("means", {}).get(language):
                found.append(f"{FILE}: {term['id']} lacks its {language} word or meaning")
    found += _section_problems(root, terms)
    for language in LANGUAGES:
        for path in pages(root, language):
            found += _forbidden(path, path.relative_to(root), language, terms)
    return found


def _section_problems(root: Path, terms: list[dict[str, Any]]) -> list[str]:
    """Sections that do not exist, and terms that do not stand in reading order (the page of the glossary shows it)."""
    order = {anchor: number for number, anchor in enumerate(chapter_of_section(root))}
    found, last, before = [], -1, ""
    for term in terms:
        if "section" not in term:
            number = -1
        elif term["section"] in order:
            number = order[term["section"]]
        else:
            found.append(f"{FILE}: {term['id']}: no English chapter has a section ({term['section']})=")
            continue
        if number < last:
            found.append(f"{FILE}: {term['id']} is explained before {before}: put its row before that one")
        else:
            last, before = number, term["id"]
    return found


def _forbidden(path: Path, name: Path, language: str, terms: list[dict[str, Any]]) -> list[str]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        for term in terms:
            for variant in term.get("avoid", {}).get(language, []):
                if variant in line:
                    found.append(f"{name}, line {number}: {variant!r} is not our word; write {term[language]!r}")
    return found
