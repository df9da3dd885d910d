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


@lru_cache(maxsize=64)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a split pattern, or say which one does not compile and why."""
    if not isinstance(pattern, str) or not pattern:
        raise ValueError(f"the split pattern must be a non-empty string, not {pattern!r}")
    try:
        return regex.compile(pattern)
    except regex.error as problem:
        raise ValueError(f"the split pattern {pattern!r} does not compile: {problem}") from None
