"""How wide a text is, before any font has been chosen: by the kind of its characters."""

from __future__ import annotations

import unicodedata

WIDE, NARROW = 1.0, 0.62  # in em: a Han, kana or Hangul character; a letter of the widest monospaced fonts


def text_width(text: str, size: float) -> float:
    """An upper estimate of the width of `text` in the figures' fonts, in the unit of `size`.

    >>> text_width("バイト", 10)
    30.0
    >>> text_width("byte", 10)
    24.8
    """
    return size * sum(map(_em, text))


def _em(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    return WIDE if unicodedata.east_asian_width(character) in "WFA" else NARROW
