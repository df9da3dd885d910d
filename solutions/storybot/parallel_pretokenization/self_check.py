"""A test of one's own: is an implementation of `find_chunk_boundaries` right?

Small files show most mistakes. The last loop is for those who read in windows: whatever the size of a window, a
special token can lie across the border of two of them, with its first byte alone in the one or its last byte alone in
the other.
"""

from __future__ import annotations

from collections.abc import Callable

from storybot.check.sample_file import SampleFile

WINDOWS = (10_000, 65_536, 1_000_000)


def check_find_chunk_boundaries(
    find_chunk_boundaries: Callable[..., list[int]],
) -> None:
    """Test an implementation of `find_chunk_boundaries`: is it right?

    Returns None if it keeps everything that the docstring of
    `find_chunk_boundaries` promises. If not, it raises AssertionError; an
    error that the implementation itself raises may come through. It asks
    for nothing that the docstring does not promise. Files are made with
    SampleFile(content).

    >>> def wrong(path, n_chunks, special_token):
    ...     return [0]
    >>> check_find_chunk_boundaries(wrong)
    Traceback (most recent call last):
    ...
    AssertionError: [0], not [0, 11, 21]
    """
    small = [
        (b"one<|e|>two<|e|>three", 2, "<|e|>", [0, 11, 21]),
        (b"one<|e|>two<|e|>three", 7, "<|e|>", [0, 3, 11, 21]),
        (b"", 2, "<|e|>", [0]),
        (b"abcdef", 3, "<|e|>", [0, 6]),
        (b"ab<|e|>", 3, "<|e|>", [0, 2, 7]),  # the first guess is 2, where the token begins
        (b"a" * 37 + b"<|e|>aa<|e|>", 10, "<|e|>", [0, 37, 44, 49]),  # the last guess is 44, not 9 * 4
        ("日日日<|e|>日<|e|>".encode(), 2, "<|e|>", [0, 17, 22]),
        (b"\r\n\r\n\r\n<|e|>a<|e|>", 2, "<|e|>", [0, 12, 17]),
    ]
    for content, n_chunks, token, expected in small:
        found = find_chunk_boundaries(SampleFile(content), n_chunks, token)
        assert found == expected, f"{found}, not {expected}"
    for window in WINDOWS:
        for inside in (1, 8):
            size = 2 * (window + 100)
            start = window + 100 + window - inside  # the guess, one window, and `inside` bytes back
            padded = (b"a" * start + "【終】".encode()).ljust(size, b"a")
            found = find_chunk_boundaries(SampleFile(padded), 2, "【終】")
            assert found == [0, start, len(padded)], f"{found}, not {[0, start, len(padded)]}"
    for n_chunks, token in ((0, "<|e|>"), (2, "")):
        try:
            find_chunk_boundaries(SampleFile(b"one<|e|>two"), n_chunks, token)
        except ValueError:
            continue
        raise AssertionError(f"no ValueError for {n_chunks} chunks and the token {token!r}")
