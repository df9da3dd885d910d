"""Inputs that several exercises of chapter 2 share."""

from __future__ import annotations

from hypothesis import strategies as st

END = "<|e|>"


PIECES = st.lists(st.sampled_from(["a", "b c", " d", "日", END, "<|", "\n", "12"]), max_size=12).map("".join)
