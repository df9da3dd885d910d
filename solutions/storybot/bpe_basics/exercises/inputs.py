"""Inputs that several exercises of chapter 1 share."""

from __future__ import annotations

from hypothesis import strategies as st

IDS = st.lists(st.integers(0, 3), max_size=10)
