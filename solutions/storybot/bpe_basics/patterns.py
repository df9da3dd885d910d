r"""The split patterns of three well-known tokenizers, in one plain regular-expression dialect.

Plain means: no possessive quantifiers, so that the same text works in `regex`, in Hugging
Face `tokenizers` and in JavaScript. With OpenAI's vocabularies they give tiktoken's ids
(tested). tiktoken now spells GPT-4's pattern for speed, with a branch `\s++$` that keeps
white space at the end of a text in one piece; the vocabulary has no token for such a piece,
so the ids are the same.

How to read them: alternatives are tried from the left, the first that matches wins.
`\p{L}` is a letter of any script, `\p{N}` a number, `\s` white space; `\s+(?!\S)` is white
space that leaves its last character for the word after it.
"""

from __future__ import annotations

import warnings
from functools import lru_cache

import regex

GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

GPT4_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

O200K_PATTERN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

PATTERNS = {"gpt2": GPT2_PATTERN, "gpt4": GPT4_PATTERN, "o200k": O200K_PATTERN}

MIN_MATCHED = 0.01  # of a text; an expression that matches less was probably not meant as a split pattern
MIN_CHARACTERS = 1000  # a shorter text says nothing about an expression


def resolve_pattern(pattern: str) -> str:
    r"""The regular expression that `pattern` stands for: a name (gpt2, gpt4, o200k) or an expression itself.

    Every function that takes a split pattern takes both, through this one.

    >>> resolve_pattern("gpt2") == GPT2_PATTERN
    True
    >>> resolve_pattern(r"\w+|\W+")
    '\\w+|\\W+'
    """
    expression = PATTERNS.get(pattern, pattern) if isinstance(pattern, str) else pattern
    compile_pattern(expression)
    return expression


@lru_cache(maxsize=64)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a split pattern, or say which one does not compile and why."""
    if not isinstance(pattern, str) or not pattern:
        raise ValueError(f"the split pattern must be a non-empty string, not {pattern!r}")
    try:
        return regex.compile(pattern)
    except regex.error as problem:
        raise ValueError(f"the split pattern {pattern!r} does not compile: {problem}") from None


def warn_if_unmatched(pattern: str, n_matched: int, n_characters: int) -> None:
    """Warn, once for each pattern, if it matches less than 1% of a text of 1,000 characters or more.

    What a pattern does not match stays in one piece, so such a text would be one enormous pretoken.
    """
    if n_characters >= MIN_CHARACTERS and n_matched < MIN_MATCHED * n_characters:
        _warn_once(pattern)


@lru_cache(maxsize=64)
def _warn_once(pattern: str) -> None:
    warnings.warn(
        f"the split pattern {pattern!r} matches less than {MIN_MATCHED:.0%} of a text of {MIN_CHARACTERS:,} characters "
        f"or more, so almost all of it is one pretoken, which is slow and learns nothing; a pattern is a regular "
        f"expression or one of the names {', '.join(PATTERNS)}",
        UserWarning,
        stacklevel=5,
    )
