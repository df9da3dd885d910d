"""Pretokenization: cut the text at special tokens first, then by the split pattern.

Training and encoding both come through here, so they cannot disagree about where a pretoken
ends. Nothing is lost: joined together, the pieces are the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from storybot.bpe_basics.patterns import GPT4_PATTERN, compile_pattern, resolve_pattern, warn_if_unmatched


def pretokenize(text: str, pattern: str = GPT4_PATTERN, special_tokens: Iterable[str] = ()) -> list[str]:
    """The pretokens of `text`, in order. Special tokens are borders, not pretokens: they are left out.

    `pattern` is a regular expression or the name of one: gpt2, gpt4 or o200k.

    >>> pretokenize("I'll tell a story.")
    ['I', "'ll", ' tell', ' a', ' story', '.']
    >>> pretokenize("One.<|end|>Two.", special_tokens=["<|end|>"])
    ['One', '.', 'Two', '.']
    """
    check_text(text)
    expression = resolve_pattern(pattern)
    special = check_special_tokens(special_tokens)
    pieces = split_special_tokens(text, special)
    return [pretoken for piece in pieces if piece not in special for pretoken in split_pattern(piece, expression)]


def split_special_tokens(
    text: str,
    special_tokens: Iterable[str],
) -> list[str]:
    """Cut `text` before and after every special token.

    They are looked for from left to right; where several begin at the
    same position, the longest wins. The pieces, joined, are the text, and
    none of them is empty: an empty text gives an empty list. There may be
    no special tokens, but none of them is an empty string.

    >>> split_special_tokens("a<|x|><|x|>b", ["<|x|>"])
    ['a', '<|x|>', '<|x|>', 'b']
    >>> split_special_tokens("<|x|>b", ["<|", "<|x|>"])
    ['<|x|>', 'b']
    """
    special = tuple(special_tokens)
    if not special:
        return [text] if text else []
    return [piece for piece in special_token_regex(special).split(text) if piece]


def split_pattern(text: str, pattern: str) -> list[str]:
    r"""Cut `text` into the matches of `pattern`, an expression. What lies between two matches is a piece of its own.

    >>> split_pattern("ab, c", r"\w+")
    ['ab', ', ', 'c']
    """
    pieces, end = [], 0  # by turns what lies before a match, and the match
    for match in compile_pattern(pattern).finditer(text):
        pieces += [text[end : match.start()], match.group()]
        end = match.end()
    pieces.append(text[end:])
    if len(pieces) <= 1 + len(text) // 50:  # only then can less than 1% be matched
        warn_if_unmatched(pattern, sum(map(len, pieces[1::2])), len(text))
    return [piece for piece in pieces if piece]


@lru_cache(maxsize=64)
def special_token_regex(special_tokens: tuple[str, ...]) -> regex.Pattern[str]:
    """An expression that finds special tokens. Alternatives are tried in order, so the longest go first."""
    longest_first = sorted(special_tokens, key=len, reverse=True)
    return regex.compile("(" + "|".join(regex.escape(token) for token in longest_first) + ")")


def check_text(text: str) -> None:
    """Raise unless `text` is a string of whole characters: half a surrogate pair has no UTF-8 bytes."""
    if not isinstance(text, str):
        raise TypeError(f"a text must be a string, not {type(text).__name__}: {text!r:.60}")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as problem:
        raise ValueError(
            f"the text has half a character, the lone surrogate U+{ord(text[problem.start]):04X}, "
            f"at position {problem.start}: read the text with the right encoding, or with errors='replace'"
        ) from None


def check_special_tokens(special_tokens: Iterable[str]) -> tuple[str, ...]:
    """The special tokens as a tuple; an empty one, a duplicate or a bare string is an error."""
    if isinstance(special_tokens, str):
        raise ValueError(
            f"special_tokens must be a list of strings: write [{special_tokens!r}], not {special_tokens!r}"
        )
    special = tuple(special_tokens)
    for position, token in enumerate(special):
        if not isinstance(token, str) or not token:
            raise ValueError(f"special token number {position} must be a non-empty string, not {token!r}")
        check_text(token)
        if token in special[:position]:
            raise ValueError(f"the special token {token!r} is given twice")
    return special
