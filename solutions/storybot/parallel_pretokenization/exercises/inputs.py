"""Inputs that several exercises of chapter 2 share."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.sample_file import SampleFile

END = "<|e|>"
LONG_END = "【終】"  # three characters, nine bytes
LONGEST_END = "<|the end of this very long story|>"  # longer than an overlap that somebody makes up


PIECES = st.lists(st.sampled_from(["a", "b c", " d", "日", END, "<|", "\n", "\r\n", "12"]), max_size=12).map("".join)


def file_across(window: int, token: str, inside: int) -> SampleFile:
    """Four windows long; the token lies across the end of the third, with `inside` bytes before it.

    So it is missed by windows that do not overlap, whether they begin in the middle of the file or at its start.
    """
    content = bytearray(b"a" * (4 * window))
    offset, marked = 3 * window - inside, token.encode("utf-8")
    content[offset : offset + len(marked)] = marked
    return SampleFile(bytes(content))
