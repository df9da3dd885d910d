"""Inputs that several exercises of chapter 1 share."""

from __future__ import annotations

from hypothesis import strategies as st

ID = st.integers(0, 3) | st.integers(5000, 5003)  # bytes and, as often, what merges have made
IDS = st.lists(ID, max_size=10)
