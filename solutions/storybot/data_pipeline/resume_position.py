"""The loader's state in one question: which token comes next?"""

from __future__ import annotations

from collections.abc import Sequence


def find_resume_position(lengths: Sequence[int], used: int) -> tuple[int, int]:
    """The document and the place in it at which the next token stands.

    `lengths` are the tokens of each document in order, `used` is how many
    tokens were used so far. A document that is used up to its end is done:
    the next token is the first of the next one that has any.

    >>> find_resume_position([5, 3, 4], 6), find_resume_position([5, 3, 4], 5), find_resume_position([5, 3, 4], 12)
    ((1, 1), (1, 0), (3, 0))
    """
    for document, length in enumerate(lengths):
        if used < length:
            return document, used
        used -= length
    return len(lengths), 0
