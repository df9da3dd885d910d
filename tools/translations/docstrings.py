"""The docstring of a stub: its words are each author's own, its signature and examples the package's."""

from __future__ import annotations

import ast
import re
import unicodedata

CODE = re.compile(r"`[^`]*`")


Definition = ast.FunctionDef | ast.ClassDef


def definition_of(source: str, name: str) -> Definition | None:
    """The function or class `name` of a cell or module."""
    found = [node for node in ast.parse(source).body if isinstance(node, Definition) and node.name == name]
    return found[0] if found else None


def raw_docstring(source: str, name: str) -> tuple[int, int] | None:
    """The first and last line (from 0, end exclusive) of the docstring of a function or class in its source."""
    function = definition_of(source, name)
    if function is None or ast.get_docstring(function) is None:
        return None
    node = function.body[0]
    return node.lineno - 1, (node.end_lineno or node.lineno)


def split_docstring(docstring: str) -> tuple[str, str]:
    r"""Words and examples of a docstring.

    >>> split_docstring("Add one.\n\n>>> add(1)\n2\n")
    ('Add one.', '>>> add(1)\n2')
    """
    words, mark, rest = docstring.partition(">>>")
    return words.strip(), (mark + rest).strip() if mark else ""


def without_words(source: str, name: str) -> str:
    """A stub with the words of its docstring taken out: what must be equal in all languages."""
    lines = raw_docstring(source, name)
    function = definition_of(source, name)
    if lines is None or function is None:
        return source
    _, examples = split_docstring(ast.get_docstring(function) or "")
    all_lines = source.split("\n")
    return "\n".join([*all_lines[: lines[0]], examples, *all_lines[lines[1] :]])


def with_words_of(english: str, translated: str, name: str) -> str:
    """The English stub with the words of the translated one, if it has any of its own."""
    if definition_or_none(translated, name) is None:
        return english
    ours, theirs = raw_docstring(english, name), raw_docstring(translated, name)
    if ours is None or theirs is None:
        return english
    docstring = ast.get_docstring(definition_of(translated, name)) or ""  # type: ignore[arg-type]
    _, examples = split_docstring(ast.get_docstring(definition_of(english, name)) or "")  # type: ignore[arg-type]
    words, _ = split_docstring(docstring)
    lines = english.split("\n")
    indent = lines[ours[0]][: len(lines[ours[0]]) - len(lines[ours[0]].lstrip())]
    quote = 'r"""' if lines[ours[0]].lstrip().startswith("r") else '"""'
    body = [*words.split("\n"), *(["", *examples.split("\n")] if examples else [])]
    new = [f"{indent}{quote}{body[0]}", *(f"{indent}{line}".rstrip() for line in body[1:]), f'{indent}"""']
    if len(body) == 1:
        new = [f'{indent}{quote}{body[0]}"""']
    return "\n".join([*lines[: ours[0]], *new, *lines[ours[1] :]])


def definition_or_none(source: str, name: str) -> Definition | None:
    """`definition_of`, and None for a cell that is not Python yet."""
    try:
        return definition_of(source, name)
    except SyntaxError:
        return None


def is_in_english(words: str) -> bool:
    """Whether a docstring's words are English: fewer than a third of their letters are of another script.

    >>> is_in_english("The merged ids."), is_in_english("マージした `ids` を返します。")
    (True, False)
    """
    letters = [character for character in CODE.sub("", words) if character.isalpha()]
    others = [character for character in letters if not unicodedata.name(character, "").startswith("LATIN")]
    return len(others) * 3 < len(letters)
