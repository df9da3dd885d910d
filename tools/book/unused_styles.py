"""Takes out of the theme's style sheets what no page of ours can ever use: most of a CSS framework.

A rule stays if every class in it is a word that occurs in a page or a script, or begins with one that ends in a hyphen
(scripts put such names together).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tinycss2

from tools import ROOT

CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
WORD = re.compile(r"[\w-]+")
NESTED = {"media", "supports", "layer", "container"}


def words_in(texts: Iterable[str]) -> set[str]:
    """Everything in pages and scripts that could be the name of a class."""
    return {word for text in texts for word in WORD.findall(text)}


def is_used(selector: str, words: set[str], prefixes: tuple[str, ...]) -> bool:
    """
    >>> is_used(".card > .card-body p", {"card", "card-body"}, ())
    True
    >>> is_used(".btn-outline", {"btn"}, ()), is_used(".tip-end", set(), ("tip-",))
    (False, True)
    """
    plain = re.sub(r":not\([^()]*\)|\[[^]]*\]", "", selector)  # what must not be there need not be anywhere
    return all(name in words or name.startswith(prefixes) for name in CLASS.findall(plain))


def lean(css: str, words: set[str]) -> str:
    """The style sheet without rules for classes that are not among `words`.

    >>> print(lean("a.x, a.y { b: c } @media print { .y { b: d } } .y{}", {"x"}))
    a.x{b: c}
    """
    prefixes = tuple(word for word in words if len(word) > 4 and word.endswith("-") and not word.endswith("--"))
    return _rules(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True), words, prefixes)


def _rules(rules: list[Any], words: set[str], prefixes: tuple[str, ...]) -> str:
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = _selectors(tinycss2.serialize(rule.prelude))
            used = [selector for selector in selectors if is_used(selector, words, prefixes)]
            body = tinycss2.serialize(rule.content).strip()
            if used and body:
                kept.append(f"{','.join(used)}{{{body}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in NESTED and rule.content is not None:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            if body := _rules(inner, words, prefixes):
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{body}}}")
        else:
            kept.append(rule.serialize())
    return "\n".join(kept)


def _selectors(prelude: str) -> list[str]:
    """Cut at the commas that stand outside of brackets.

    >>> _selectors("a:is(b, c), d")
    ['a:is(b, c)', 'd']
    """
    parts, depth = [""], 0
    for character in prelude:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def lean_styles(folder: Path) -> None:
    """Shorten the style sheets of a built book, after all its pages have been written."""
    readable = [*folder.glob("*.html"), *folder.rglob("_static/**/*.js")]
    words = words_in(path.read_text(encoding="utf-8") for path in readable)
    ours = {path.name for path in (ROOT / "assets/static").glob("*.css")}
    for path in sorted(folder.rglob("_static/**/*.css")):
        if path.name in ours:
            continue
        path.write_text(lean(path.read_text(encoding="utf-8"), words), encoding="utf-8")
