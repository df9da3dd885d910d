"""Where a text file may be cut: at special tokens, so that no document, word or character is split.

Everything here counts in bytes. A special token is found as bytes, and UTF-8 never lets the
bytes of one character look like the start of another, so a boundary is never inside one.
"""

from __future__ import annotations

import os
from typing import BinaryIO

import regex

from storybot.files import FilePath, open_bytes

BYTES_PER_WINDOW = 1 << 16
WORD_END = regex.compile(r"[\p{L}\p{N}]")


def find_chunk_boundaries(
    path: FilePath,
    n_chunks: int,
    special_token: str,
) -> list[int]:
    """Offsets, in bytes, that cut a file into at most `n_chunks` chunks.

    The guesses are size * i // n_chunks for i = 1 ... n_chunks - 1. Each
    becomes the first offset, the guess itself included, at which the
    UTF-8 bytes of `special_token` begin; or the size of the file if there
    is none. The result is a list of 0, these offsets and the size, in
    order, each only once; for an empty file it is [0].
    ValueError if `n_chunks` is less than 1 or `special_token` is empty.

    >>> from storybot.check.sample_file import SampleFile
    >>> file = SampleFile(b"one<|e|>two<|e|>three")
    >>> find_chunk_boundaries(file, 2, "<|e|>")
    [0, 11, 21]
    >>> find_chunk_boundaries(file, 7, "<|e|>")
    [0, 3, 11, 21]
    """
    if n_chunks < 1:
        raise ValueError(f"n_chunks must be at least 1, not {n_chunks}")
    if not special_token:
        raise ValueError("special_token is empty: name the token that ends a document")
    token = special_token.encode("utf-8")
    with open_bytes(path) as file:
        size = file.seek(0, os.SEEK_END)
        guesses = [size * i // n_chunks for i in range(1, n_chunks)]
        found = [find_token(file, guess, size, token) for guess in guesses]
    return sorted({0, size, *found})


def find_token(file: BinaryIO, start: int, size: int, token: bytes) -> int:
    """The first offset from `start` on where `token` begins, or `size`.

    Windows overlap by one byte less than the token, so one that lies across their border is found.
    """
    while start < size:
        file.seek(start)
        window = file.read(BYTES_PER_WINDOW + len(token) - 1)
        found = window.find(token)
        if found >= 0:
            return start + found
        start += BYTES_PER_WINDOW
    return size


def next_line_break(file: BinaryIO, start: int, size: int) -> int:
    """The first line break from `start` on that follows a letter or a number, or `size`.

    There each of our split patterns begins a new pretoken, so the counts stay exact. After
    punctuation it would not do: GPT-4's pattern takes the line break along.
    """
    while (offset := find_token(file, max(start, 1), size, b"\n")) < size:
        file.seek(max(offset - 4, 0))
        before = file.read(offset - max(offset - 4, 0)).decode("utf-8", errors="ignore")
        if before and WORD_END.match(before[-1]):
            return offset
        start = offset + 1
    return size


def safe_separator(special_tokens: tuple[str, ...]) -> str | None:
    """A special token that can be found without reading from the start: none overlaps it, itself included.

    >>> safe_separator(("<|endoftext|>", "<|user|>"))
    '<|endoftext|>'
    >>> safe_separator(("aa",)) is None
    True
    """
    for token in special_tokens:
        if not any(_overlap(token, other) for other in special_tokens):
            return token
    return None


def _overlap(a: str, b: str) -> bool:
    """Whether `a` and `b` can overlap in a text, other than as the same token at the same position."""
    if a != b and (a in b or b in a):
        return True
    return any(a.endswith(b[:n]) or b.endswith(a[:n]) for n in range(1, min(len(a), len(b))))
