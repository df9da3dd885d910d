"""The class of every character: letter, number, white space, line break, mark or other.

The table is read off the `regex` library itself, so a compiled scanner and the pattern it
stands for agree about every code point, whatever version of Unicode `regex` knows.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import regex

OTHER, MARK, SPACE, LINE_BREAK, NUMBER, UPPER, LOWER, LETTER = range(8)  # from UPPER on, all are letters

CLASSES = {
    MARK: r"\p{M}+",
    SPACE: r"\s+",
    LINE_BREAK: r"[\r\n]+",
    NUMBER: r"\p{N}+",
    UPPER: r"[\p{Lu}\p{Lt}]+",
    LOWER: r"\p{Ll}+",
    LETTER: r"[\p{Lm}\p{Lo}]+",
}


@lru_cache(maxsize=1)
def class_table() -> np.ndarray:
    """The class of each code point from 0 to U+10FFFF.

    >>> class_table()[[ord("a"), ord("7"), ord("話"), ord("!")]].tolist() == [LOWER, NUMBER, LETTER, OTHER]
    True
    """
    points = np.arange(0x110000, dtype="<u4")
    points[0xD800:0xE000] = 0  # surrogates are no characters; NUL stands in for them
    text = points.tobytes().decode("utf-32-le")
    table = np.zeros(0x110000, np.uint8)
    for number, pattern in CLASSES.items():
        for run in regex.finditer(pattern, text):
            table[run.start() : run.end()] = number
    return table
