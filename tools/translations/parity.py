"""Are the texts of a chapter one chapter in every language? Same anchors, code, directives, formulas, links.

Only structure is compared: words are the translator's own. Each difference is one line that
names the file and, where a command can mend it, the command.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from storybot.languages import LANGUAGES
from tools.chapters import Cell, Chapter, chapter_paths, read_chapter
from tools.translations.docstrings import without_words

SYNC = "python -m tools.translations sync"
DIRECTIVE = re.compile(r"^(?:`{3,}|:{3,})(\{[\w-]+\} *.*|\w+)$", re.M)
OPTION = re.compile(r"^:(?!alt)([\w-]+): ?(.*)$", re.M)  # an :alt: text is prose
HEADING = re.compile(r"^(#+) ", re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)|<(https?://[^>]+)>")
FORMULA = re.compile(r"\$\$.*?\$\$(?: \([\w-]+\))?|(?<![\\$])\$[^$\n]+\$", re.S)
WORDS_IN_FORMULA = re.compile(r"\\text\{[^}]*\}")
OWN_LANGUAGE = re.compile(r"(--lang |core_)[a-z]{2}\b")  # a command may name the reader's own language
LANGUAGE_LINE = re.compile(r'^LANGUAGE = "(\w+)"(?:  # .*)?$')
ITEM = re.compile(r"^ *(-|\d+\.) ", re.M)
CODE_BLOCK = re.compile(r"^```(?:bash|python|text)\n.*?^```$", re.M | re.S)


def problems(root: Path) -> list[str]:
    """Every difference between a translation and English."""
    found = []
    for folder in sorted(path for path in (root / "chapters").iterdir() if path.is_dir()):
        if folder.name not in LANGUAGES:
            record = "solutions/storybot/languages/__init__.py"
            found.append(f"chapters/{folder.name}: no language has this code: add its record to {record}")
    contents = (root / "chapters/en/_toc.yml").read_text(encoding="utf-8")
    for language in LANGUAGES:
        path = root / "chapters" / language / "_toc.yml"
        if not path.exists() or path.read_text(encoding="utf-8") != contents:
            found.append(f"chapters/{language}/_toc.yml must be the same as chapters/en/_toc.yml: copy it")
    for english_path in [*chapter_paths(root, "en"), root / "chapters/en/index.md", root / "chapters/en/glossary.md"]:
        english = read_chapter(english_path)
        for language in LANGUAGES:
            path = root / "chapters" / language / english_path.name
            name = path.relative_to(root)
            if not path.exists():
                found.append(f"{name} is missing: translate chapters/en/{path.name}")
            elif language != "en":
                found += [f"{name}: {problem}" for problem in differences(english, read_chapter(path))]
    return found


def readme_problems(root: Path) -> list[str]:
    """READMEs that are missing or do not begin with links to all the others."""
    found = []
    for language in LANGUAGES.values():
        links = [
            f"**{other.name}**" if other is language else f"[{other.name}]({other.readme})"
            for other in LANGUAGES.values()
        ]
        path, bar = root / language.readme, " · ".join(links)
        if not path.exists():
            found.append(f"{language.readme} is missing: translate README.md")
        elif path.read_text(encoding="utf-8").partition("\n")[0] != bar:
            found.append(f"{language.readme}: the first line must be {bar}")
    return found


def differences(english: Chapter, other: Chapter) -> list[str]:
    """What differs in structure, first the order of the sections, then section by section."""
    if english.anchors != other.anchors:
        missing = [a for a in english.anchors if a not in other.anchors]
        extra = [a for a in other.anchors if a not in english.anchors]
        return [
            f"the anchors differ from English (missing {missing}, extra {extra}, or in another order): edit the text"
        ]
    found = []
    if not language_cell(other):
        found.append(f'the first code cell must be `LANGUAGE = "{other.language}"` with a comment: edit the text')
    for anchor in english.anchors:
        ours, theirs = english.section(anchor), other.section(anchor)
        if [cell.kind for cell in ours] != [cell.kind for cell in theirs] or _code(ours) != _code(theirs):
            found.append(f"code cells in section {anchor} differ from English: run `{SYNC}`")
        if _exercises(ours) != _exercises(theirs):
            found.append(f"exercises in section {anchor} differ from English: run `{SYNC}`")
        for what, wanted, got in _prose_differences(ours, theirs):
            found.append(f"{what} in section {anchor} differ from English: {wanted} there, {got} here: edit the text")
    return found


def _code(cells: list[Cell]) -> list[tuple[str, Any]]:
    """What of the code must be equal: all but the line that names the language and the words of docstrings."""
    return [(_comparable(cell), cell.metadata) for cell in cells if cell.kind == "code"]


def _comparable(cell: Cell) -> str:
    if LANGUAGE_LINE.match(cell.source):
        return "LANGUAGE"
    return without_words(cell.source, cell.solution[1]) if cell.solution else cell.source


def language_cell(chapter: Chapter) -> bool:
    """Whether the first cell of a chapter names its language, and nothing else; a page without code needs none."""
    if not chapter.code:
        return True
    match = LANGUAGE_LINE.match(chapter.code[0].source)
    return match is not None and match[1] == chapter.language


def _exercises(cells: list[Cell]) -> list[Any]:
    return [(cell.solution, "exercise" in cell.tags) for cell in cells if cell.kind == "code"]


def _prose_differences(ours: list[Cell], theirs: list[Cell]) -> list[tuple[str, Any, Any]]:
    english, other = (
        structure("\n".join(cell.source for cell in cells if cell.kind == "prose")) for cells in (ours, theirs)
    )
    return [(what, english[what], other[what]) for what in english if not _matches(what, english[what], other[what])]


def _matches(what: str, english: Any, other: Any) -> bool:
    """Whether a part is as in English. A language may have links and list items of its own beside the common ones."""
    if what == "links":
        return not english - other
    if what == "list items":
        rest = iter(other)
        return all(mark in rest for mark in english)
    return bool(english == other)


def structure(prose: str) -> dict[str, Any]:
    """What must be equal in all languages. Links and formulas may change places: word order differs."""
    return {
        "headings": HEADING.findall(prose),
        "directives": DIRECTIVE.findall(prose),
        "options": OPTION.findall(prose),
        "code blocks": [OWN_LANGUAGE.sub(r"\1LANGUAGE", block) for block in CODE_BLOCK.findall(prose)],
        "list items": [mark if mark == "-" else "1." for mark in ITEM.findall(prose)],
        "links": Counter(a or b for a, b in LINK.findall(prose)),
        "formulas": Counter(WORDS_IN_FORMULA.sub(r"\\text{}", formula) for formula in FORMULA.findall(prose)),
    }
