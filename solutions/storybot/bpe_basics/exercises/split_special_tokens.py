"""split_special_tokens: find the bug."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from storybot.bpe_basics.pretokenize import split_special_tokens
from storybot.check.exercise import Exercise, OneShot

SPECIAL = st.lists(st.sampled_from(["<|", "<|x|>", "<|x|><|x|>", "[x]", "x.", "|>x"]), unique=True, max_size=3)
TEXT = st.lists(st.sampled_from(["<|x|>", "<|", "x", ".", "[x]", "|>", "a", " "]), max_size=6).map("".join)

EXERCISE = Exercise(
    split_special_tokens,
    [
        ("a<|x|><|x|>b", ["<|x|>"]),
        ("<|x|>b", ["<|", "<|x|>"]),
        ("one", []),
        ("", ["<|x|>"]),
        ("ab.a", ["a."]),
        ("[end]one", ["[end]"]),
        ("STOP.STOP", ["STOP", "STOP."]),
        ("abcd", ["ab", "bcd"]),
        ("a<|x|>b", OneShot(["<|x|>"])),
        (" <|x|> <|x|>\n", ["<|x|>"]),
        ("<|X|>a<|x|>", ["<|x|>"]),
    ],
    st.tuples(TEXT, SPECIAL),
    given="as_given",
)


@EXERCISE.mistake
def as_given(text, special_tokens):
    """Neither escaped nor the longest first."""
    special = list(special_tokens)
    if not special:
        return [text] if text else []
    pattern = "(" + "|".join(special) + ")"
    return [piece for piece in re.split(pattern, text) if piece]


@EXERCISE.mistake
def not_longest_first(text, special_tokens):
    """Escaped, but in the order in which they came."""
    special = list(special_tokens)
    if not special:
        return [text] if text else []
    pattern = "(" + "|".join(re.escape(token) for token in special) + ")"
    return [piece for piece in re.split(pattern, text) if piece]


@EXERCISE.mistake
def not_escaped(text, special_tokens):
    """The longest first, but as regular expressions."""
    special = sorted(special_tokens, key=len, reverse=True)
    if not special:
        return [text] if text else []
    pattern = "(" + "|".join(special) + ")"
    return [piece for piece in re.split(pattern, text) if piece]


@EXERCISE.mistake
def escaped_as_one(text, special_tokens):
    """Escapes the finished pattern, bars and all."""
    special = sorted(special_tokens, key=len, reverse=True)
    if not special:
        return [text] if text else []
    pattern = "(" + re.escape("|".join(special)) + ")"
    return [piece for piece in re.split(pattern, text) if piece]


@EXERCISE.mistake
def special_tokens_lost(text, special_tokens):
    """Without a group, re.split drops what it finds."""
    special = sorted(special_tokens, key=len, reverse=True)
    if not special:
        return [text] if text else []
    pattern = "|".join(re.escape(token) for token in special)
    return [piece for piece in re.split(pattern, text) if piece]


@EXERCISE.mistake
def empty_pieces(text, special_tokens):
    """Keeps the empty strings between neighbours and at the ends."""
    special = sorted(special_tokens, key=len, reverse=True)
    if not special:
        return [text] if text else []
    pattern = "(" + "|".join(re.escape(token) for token in special) + ")"
    return re.split(pattern, text)


@EXERCISE.mistake
def longest_anywhere(text, special_tokens):
    """One token after the other through the whole text, so a longer one takes away from one further left."""
    pieces = [text] if text else []
    special = sorted(special_tokens, key=len, reverse=True)
    for token in special:
        cut = []
        for piece in pieces:
            found = [piece] if piece in special else re.split("(" + re.escape(token) + ")", piece)
            cut += [part for part in found if part]
        pieces = cut
    return pieces


@EXERCISE.mistake
def blank_pieces_dropped(text, special_tokens):
    """Pieces of white space are taken for empty ones."""
    special = sorted(special_tokens, key=len, reverse=True)
    if not special:
        return [text] if text.strip() else []
    pattern = "(" + "|".join(map(re.escape, special)) + ")"
    return [piece for piece in re.split(pattern, text) if piece.strip()]
