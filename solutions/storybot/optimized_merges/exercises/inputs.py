"""Inputs that several exercises of chapter 3 share."""

from __future__ import annotations

from hypothesis import strategies as st

IDS = st.lists(st.integers(1, 3), max_size=8)
