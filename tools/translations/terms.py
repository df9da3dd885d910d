"""Explain, then name: does every text name the terms of the glossary where it explains them, and then use them?

In the section that the glossary gives, the term stands in bold, and in a translation its English is in brackets
after it: `**トークン**（token）`. In that chapter it is used at least twice, the bold one included. A term without a
section is used on some page. What counts is what a reader reads: prose, headings, captions and tables, not code.

A use is the word itself or one of its `forms`. English is read without case, with a plural, and a hyphen is as good
as a space. In the other languages a space may be left out or put in. Inside a longer term of the glossary a word is a
use of that one only: 分词 is not used where 预分词 is.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from tools.chapters import Cell, Chapter, read_chapter
from tools.translations.glossary import FILE, chapter_of_section, pages, read_glossary

Term = dict[str, Any]
LEAST = 2  # uses in the chapter that explains a term
UNREAD = re.compile(
    r"^(`{3,})\w+\n.*?^\1$"  # a listing
    r"|^(?:`{3,}|:{3,})[^\n]*$|^:[\w-]+: [^\n]*$"  # the marks and the options of a directive; its body is read
    r"|^\([a-z0-9-]+\)=$|^% en [^\n]*$"  # anchors and records
    r"|`[^`\n]+`|\$\$.*?\$\$|(?<![\\$])\$[^$\n]+\$"  # code and formulas in a line
    r"|(?<=\])\([^)\s]+\)|<https?://[^>]+>",  # where a link leads
    re.M | re.S,
)
BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
BRACKETED = re.compile(r" ?[（(、，,] ?([^）)\n]*)[）)]")  # **語**（word）, or （**語**、word）
ENDS_BRACKETED = re.compile(r"(.+?) ?[（(]([^）)]*)[）)]")  # **語（word）**


def problems(root: Path, language: str) -> list[str]:
    """One line for each term that a text of this language does not name in bold, or does not use."""
    terms, files = read_glossary(root), chapter_of_section(root)
    chapters = {name: root / "chapters" / language / name for name in dict.fromkeys(files.values())}
    texts = {name: read_chapter(path) for name, path in chapters.items() if path.exists()}  # parity names the others
    found = []
    for term in terms:
        name = files.get(term.get("section", ""), "")
        if name in texts:
            found += [f"chapters/{language}/{name}, {problem}" for problem in _in_chapter(texts[name], term, terms)]
    return sorted(found) + _nowhere(root, language, terms)


def _in_chapter(chapter: Chapter, term: Term, terms: list[Term]) -> list[str]:
    found, language, section = [], chapter.language, term["section"]
    if not is_named(read_prose(chapter.section(section)), term, language):
        found.append(f"section {section}: {term['id']} is not in bold where it is explained: {_advice(term, language)}")
    uses = count_uses(read_prose(chapter.cells), term, language, terms)
    if uses < LEAST:
        times = ("not used", "used once")[uses]
        found.append(
            f"section {section}: {term['id']} is {times} in the chapter: write {term[language]!r} at least twice"
        )
    return found


def _nowhere(root: Path, language: str, terms: list[Term]) -> list[str]:
    """Terms without a section that no page of the language uses."""
    prose = "\n".join(UNREAD.sub(" ", path.read_text(encoding="utf-8")) for path in pages(root, language))
    loose = [term for term in terms if "section" not in term]
    return [
        f"{FILE}: {term['id']}: no {language} page uses {term[language]!r}: use it or remove the row"
        for term in loose
        if not count_uses(prose, term, language, terms)
    ]


def read_prose(cells: list[Cell]) -> str:
    """What a reader reads of these cells: no code, no formulas, no addresses.

    >>> read_prose([Cell("prose", "## The `encode` step\\nSee [minbpe](https://x.y).", "bpe")])
    '## The   step\\nSee [minbpe] .'
    """
    return UNREAD.sub(" ", "\n\n".join(cell.source for cell in cells if cell.kind == "prose"))


def is_named(prose: str, term: Term, language: str) -> bool:
    """Whether the term stands in bold, in a translation with its English in brackets."""
    here, english = word_pattern(term, language), word_pattern(term, "en")
    foreign = language != "en" and not english.search(term[language])
    for bold in BOLD.finditer(prose):
        inside, after = re.sub(r"^[Tt]he |[.:：。]$", "", bold[1]), prose[bold.end() :]
        if here.fullmatch(inside):
            gloss = BRACKETED.match(after)
            if not foreign or (gloss and english.search(gloss[1])):
                return True
        ended = ENDS_BRACKETED.fullmatch(inside)
        # Markdown does not end bold between a bracket and a letter: **語（word）**は shows its asterisks
        if ended and here.fullmatch(ended[1]) and english.search(ended[2]) and not re.match(r"\w", after):
            return True
    return False


def count_uses(prose: str, term: Term, language: str, terms: list[Term]) -> int:
    """How often the prose uses the term itself, not as a part of a longer one."""
    own = words(term, language)
    others = [word for other in terms if other is not term for word in words(other, language)]
    longer = tuple(word for word in others if any(part in word and part != word for part in own))
    if longer:
        prose = _pattern(longer, language == "en").sub(" ", prose)
    return len(word_pattern(term, language).findall(prose))


def words(term: Term, language: str) -> list[str]:
    """The word and its other forms."""
    return [word for word in (term.get(language, ""), *term.get("forms", {}).get(language, [])) if word]


def word_pattern(term: Term, language: str) -> re.Pattern[str]:
    """Finds every form of a term.

    >>> word_pattern({"en": "chunk boundary"}, "en").findall("Chunk boundaries, a chunk-boundary")
    ['Chunk boundaries', 'chunk-boundary']
    >>> word_pattern({"ja": "KVキャッシュ"}, "ja").findall("KV キャッシュ")
    ['KV キャッシュ']
    """
    return _pattern(tuple(words(term, language)), language == "en")


@cache
def _pattern(forms: tuple[str, ...], english: bool) -> re.Pattern[str]:
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile("|".join(map(_english if english else _other, longest_first)), re.I)


def _english(word: str) -> str:
    stem = re.sub(r"\\?[- ]", "[- ]", re.escape(word)).replace("'", "['’]")
    plural = f"(?:{stem}|{stem[:-1]}ies)" if word.endswith("y") else f"{stem}(?:e?s)?"
    return rf"(?<!\w){plural}(?!\w)"


def _other(word: str) -> str:
    """A space may stand or not between words and between scripts; Latin letters must end where the word does."""
    parts = re.split(r" |(?<=[!-~])(?=[^ -~])|(?<=[^ -~])(?=[!-~])", word)
    start = r"(?<![A-Za-z0-9])" if word[0].isascii() else ""
    end = r"(?![A-Za-z0-9])" if word[-1].isascii() else ""
    return start + " ?".join(map(re.escape, parts)) + end


def _advice(term: Term, language: str) -> str:
    word = term[language]
    if language == "en" or word_pattern(term, "en").search(word):
        return f"write `**{word}**`"
    left, right = "（）" if re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", word) else "()"
    return f"write `**{word}**{left}{term['en']}{right}`"
