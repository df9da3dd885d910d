"""Encode a text that comes in chunks, in little memory, to the ids of the whole text.

A chunk may end inside a word, so chunks are regrouped into pieces that end where every one
of our split patterns starts a new pretoken whatever comes later: before white space or a
full-width stop that follows a letter or a number. A special token is never cut. With any
other pattern no such position is known, and the text is kept until a special token or the end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

import regex

from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from storybot.bpe_basics.pretokenize import special_token_regex

BOUNDARY = regex.compile(r"(?r)(?<=[\p{L}\p{N}])(?=[\s、。，．！？：；])")
STREAMABLE_PATTERNS = {GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN}
MIN_PIECE = 1 << 16  # characters; a smaller piece waits for more text


def split_safely(
    chunks: Iterable[str], pattern: str, special_tokens: tuple[str, ...], size: int = MIN_PIECE
) -> Iterator[str]:
    """Regroup `chunks` so that the pretokens of each piece, in order, are those of the whole text.

    >>> list(split_safely(["on", "ce up", "on a time"], GPT4_PATTERN, (), size=1))
    ['once', ' upon a', ' time']
    """
    kept = ""
    wait_for = size
    for chunk in chunks:
        kept += chunk
        if len(kept) < wait_for:
            continue
        cut = last_boundary(kept, pattern, special_tokens)
        if cut:
            yield kept[:cut]
            kept = kept[cut:]
        wait_for = max(size, 2 * len(kept))  # searching again only after doubling keeps the work linear
    if kept:
        yield kept


def last_boundary(text: str, pattern: str, special_tokens: tuple[str, ...]) -> int:
    """The last position at which `text` may be cut whatever follows, or 0."""
    longest = max((len(token) for token in special_tokens), default=0)
    stable = len(text) - longest  # a special token may begin after this and end in text that is still to come
    specials = [m.span() for m in special_token_regex(special_tokens).finditer(text)] if special_tokens else []
    positions = [end for _, end in specials if end <= stable]
    if pattern in STREAMABLE_PATTERNS:
        positions += _last_word_end(text, stable, specials)
    return max(positions, default=0)


def _last_word_end(text: str, stable: int, specials: list[tuple[int, int]]) -> list[int]:
    """The last match of `BOUNDARY` up to `stable` that does not lie in a special token, if there is one."""
    for match in BOUNDARY.finditer(text, 0, max(stable, 0)):  # (?r) searches from the right
        before = bisect_left(specials, (match.start(),)) - 1  # the last special token that starts before
        if before < 0 or specials[before][1] <= match.start():
            return [match.start()]
    return []
