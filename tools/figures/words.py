"""The words in the figures, in the reader's language. `words.yml` has them.

A label is known by its English; an example (a story, a row of counted words) has a name, because each language has
one of its own. What is a term of the course comes from `chapters/glossary.yml`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from tools import ROOT
from tools.translations.glossary import read_glossary

FILE = ROOT / "tools" / "figures" / "words.yml"


class Words:
    """Gives a drawing its words, and remembers which it asked for.

    >>> Words("ja")("tokens"), Words("ko")("chunk {n}", n=2), Words("en")("chunk {n}", n=2)
    ('トークン', '청크 2', 'chunk 2')
    """

    def __init__(self, language: str) -> None:
        self.language, self.used = language, set[str]()

    def __call__(self, english: str, **values: object) -> str:
        """The word or phrase for an English one; `values` fill the braces in it."""
        entry = _entry("labels", english)
        self.used.add(english)
        if self.language == "en":
            return english.format(**values)
        term = _term(entry["term"], self.language) if "term" in entry else None
        is_phrase = term is None or "{term}" in "".join(entry.values())
        phrase = entry.get(self.language, None if is_phrase else "{term}")
        if phrase is None:
            raise KeyError(f"{english!r} has no {self.language}: add it to {FILE.name}")
        return str(phrase).format(term=term, **values)

    def example(self, name: str) -> Any:
        """The language's own example."""
        entry = _entry("examples", name)
        self.used.add(name)
        if self.language not in entry:
            raise KeyError(f"the example {name!r} has no {self.language}: add it to {FILE.name}")
        return entry[self.language]


@cache
def read_words() -> dict[str, dict[str, Any]]:
    """Both tables of `words.yml`: "labels" by their English, "examples" by their name."""
    table: dict[str, dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return table


@cache
def _terms() -> dict[str, Any]:
    return {term["id"]: term for term in read_glossary(ROOT)}


def _term(name: str, language: str) -> str:
    if name not in _terms():
        raise KeyError(f"{FILE.name} refers to the term {name!r}, which chapters/glossary.yml does not have")
    return str(_terms()[name][language])


def _entry(table: str, key: str) -> dict[str, Any]:
    if key not in read_words()[table]:
        raise KeyError(f"{key!r} is not among the {table} of {FILE.name}: add it")
    entry: dict[str, Any] = read_words()[table][key]
    return entry
