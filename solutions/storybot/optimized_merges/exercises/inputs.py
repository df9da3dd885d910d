"""Inputs that several exercises of chapter 3 share."""

from __future__ import annotations

from hypothesis import strategies as st

ID = st.sampled_from([1, 2, 3]) | st.integers(255, 257)  # bytes and new ids; few, so that pairs come again
IDS = st.lists(ID, max_size=8)
