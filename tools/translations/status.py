"""What is translated, and from which English.

Before each section of a translation a line `% en 0123456789` records the digest of the English
prose it was made from. When the English changes, the section is stale until somebody has read
it again and said `accept`. Code cells are not translated: `sync` copies them from English, all but
the line that names the language and the words in the docstrings of stubs.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES
from tools.chapters import ANCHOR, RECORD, Chapter, chapter_paths, read_chapter
from tools.translations.docstrings import with_words_of

FENCE = re.compile(r"^(`{3,})\{code-cell\}")
SOLUTION = re.compile(r"^:solution: \S+:(\w+)$", re.M)
LANGUAGE_CELL = re.compile(r"^LANGUAGE = ", re.M)


def translated_pages(root: Path) -> list[Path]:
    """The English texts that are translated: the chapters and the two pages around them."""
    return [root / "chapters/en/index.md", *chapter_paths(root, "en"), root / "chapters/en/glossary.md"]


def digest(chapter: Chapter, anchor: str) -> str:
    """Names the English prose of a section. Changes of white space at line ends do not count."""
    prose = [cell.source for cell in chapter.section(anchor) if cell.kind == "prose"]
    clean = "\n".join(line.rstrip() for text in prose for line in text.split("\n"))
    return hashlib.sha256(clean.encode("utf-8")).hexdigest()[:10]


def recorded_digests(chapter: Chapter) -> dict[str, str]:
    """Anchor -> the digest a translation has recorded for it."""
    found = {}
    for anchor in chapter.anchors:
        first = chapter.section(anchor)[0].source.split("\n")[0]
        if match := RECORD.match(first):
            found[anchor] = match[1]
    return found


def status(root: Path) -> list[tuple[str, str, str, str]]:
    """(language, file, anchor, "current" | "stale" | "missing") for every section of every translation."""
    rows = []
    for path in translated_pages(root):
        english = read_chapter(path)
        for language in [code for code in LANGUAGES if code != "en"]:
            other = root / "chapters" / language / path.name
            translation = read_chapter(other) if other.exists() else Chapter(other, [])
            records = recorded_digests(translation)
            for anchor in english.anchors:
                if anchor not in translation.anchors:
                    state = "missing"
                else:
                    state = "current" if records.get(anchor) == digest(english, anchor) else "stale"
                rows.append((language, path.name, anchor, state))
    return rows


def sync(root: Path) -> list[Path]:
    """Copy the code cells of English into every translation that has as many; the files that changed."""
    changed = []
    for path in translated_pages(root):
        blocks = code_blocks(path.read_text(encoding="utf-8"))
        for language in [code for code in LANGUAGES if code != "en"]:
            other = root / "chapters" / language / path.name
            if not other.exists():
                continue
            before = other.read_text(encoding="utf-8")
            parts = cut_blocks(before)
            if sum(kind == "code" for kind, _ in parts) != len(blocks):
                raise ValueError(
                    f"{other.relative_to(root)} has not as many code cells as English: "
                    f"put an empty ```{{code-cell}} ipython3 where one is missing, then sync again"
                )
            copies = iter(blocks)
            after = "".join(adapt_block(next(copies), block) if kind == "code" else block for kind, block in parts)
            if after != before:
                write_atomically(other, after)
                changed.append(other)
    return changed


def code_blocks(text: str) -> list[str]:
    """The code cells of a text, with their fences."""
    return [block for kind, block in cut_blocks(text) if kind == "code"]


def adapt_block(english: str, translated: str) -> str:
    """The English cell for a translation: it keeps its language's name and the words of its docstring."""
    if LANGUAGE_CELL.search(english) and LANGUAGE_CELL.search(translated):
        return translated
    match = SOLUTION.search(english)
    if not match:
        return english
    (head, ours, foot), (_, theirs, _) = _take_apart(english), _take_apart(translated)
    return head + with_words_of(ours, theirs, match[1]) + foot


def _take_apart(block: str) -> tuple[str, str, str]:
    """Fence and options, code, closing fence."""
    lines = block.splitlines(keepends=True)
    start = next((i for i, line in enumerate(lines) if i and not line.startswith(":")), len(lines) - 1)
    while start < len(lines) - 1 and not lines[start].strip():
        start += 1
    code = "".join(lines[start:-1])
    return "".join(lines[:start]), code.rstrip("\n"), "\n" * (len(code) - len(code.rstrip("\n"))) + lines[-1]


def cut_blocks(text: str) -> list[tuple[str, str]]:
    """("prose" | "code", text) in order; joined, they are the text again."""
    parts: list[tuple[str, str]] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        match = FENCE.match(line)
        if not fence and match:
            fence = match[1]
            parts.append(("code", line))
        elif fence:
            parts[-1] = ("code", parts[-1][1] + line)
            if line.rstrip("\n") == fence:
                fence = ""
        elif parts and parts[-1][0] == "prose":
            parts[-1] = ("prose", parts[-1][1] + line)
        else:
            parts.append(("prose", line))
    return parts


def accept(root: Path, language: str, file: str, anchors: list[str]) -> list[str]:
    """Record that these sections (all, if none is named) say what English says now."""
    english = read_chapter(root / "chapters/en" / file)
    path = root / "chapters" / language / file
    known = [anchor for anchor in english.anchors if anchor in read_chapter(path).anchors]
    unknown = [anchor for anchor in anchors if anchor not in known]
    if unknown:
        raise ValueError(f"{path.relative_to(root)} has no section {', '.join(unknown)}; it has {', '.join(known)}")
    accepted = anchors or known
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        match = ANCHOR.match(line)
        if match and match[1] in accepted:
            if lines and RECORD.match(lines[-1]):
                lines.pop()
            lines.append(f"% en {digest(english, match[1])}")
        lines.append(line)
    write_atomically(path, "\n".join(lines))
    return accepted
