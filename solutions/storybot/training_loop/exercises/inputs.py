"""Inputs that several exercises of chapter 5 share."""

from __future__ import annotations

from hypothesis import strategies as st

SMALL = st.integers(-8, 8).map(lambda n: n / 2)
