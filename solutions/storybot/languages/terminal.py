"""The reader's terminal: the language that it is set to, and the characters that it can show.

A terminal whose encoding lacks the words of a language gets English ones, and what is left, such as the mark of a
solved exercise, by an ASCII character that resembles it. So no message ends in a UnicodeEncodeError.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from storybot.languages import LANGUAGES

__all__ = ["printable", "say", "terminal_language", "writable_language"]

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # POSIX: the first that is set and not empty decides
PLAIN = str.maketrans(
    {"✓": "+", "✗": "x", "◇": "o", "·": ".", "★": "*", "☆": "-", "×": "x", "…": "...", "—": "-", "’": "'"}
)


def terminal_language(environment: Mapping[str, str]) -> str:
    """The language of the course that the terminal's locale names, else English.

    >>> terminal_language({"LANG": "ko_KR.UTF-8"}), terminal_language({"LC_ALL": "C", "LANG": "ja_JP"})
    ('ko', 'en')
    """
    locale = next(filter(None, map(environment.get, LOCALE_VARIABLES)), "")
    code = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"


def writable_language(language: str, encoding: str) -> str:
    """`language`, or English if `encoding` cannot write it.

    >>> writable_language("ja", "utf-8"), writable_language("ja", "ascii")
    ('ja', 'en')
    """
    name = LANGUAGES[language].name
    return language if printable(name, encoding) == name else "en"


def printable(text: str, encoding: str) -> str:
    """`text` in the characters that `encoding` has: a mark by one that resembles it, any other by a question mark.

    >>> printable("✓ merge_pair  ★☆☆", "ascii")
    '+ merge_pair  *--'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_plain(character, encoding) for character in text)
    return text


def _plain(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return character.translate(PLAIN).encode("ascii", errors="replace").decode("ascii")
    return character


def say(text: str) -> None:
    """Print `text` at once, in characters that the terminal has."""
    print(printable(text, output_encoding()), flush=True)


def output_encoding() -> str:
    """The encoding of what this program prints."""
    return sys.stdout.encoding or "utf-8"
