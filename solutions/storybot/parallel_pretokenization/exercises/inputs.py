"""Inputs that several exercises of chapter 2 share."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.sample_file import SampleFile

END = "<|e|>"
LONG_END = "【終】"  # three characters, nine bytes


PIECES = st.lists(st.sampled_from(["a", "b c", " d", "日", END, "<|", "\n", "\r\n", "12"]), max_size=12).map("".join)


def file_across(window: int, token: str, inside: int) -> SampleFile:
    """A file whose middle is one window away from its token, of which `inside` bytes lie in that window."""
    marked, distance = token.encode("utf-8"), window - inside
    return SampleFile(b"a" * (2 * distance + len(marked)) + marked)
