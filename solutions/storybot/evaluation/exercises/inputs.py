"""Inputs that several exercises of chapter 7 share."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

SMALL = st.integers(-8, 8).map(lambda n: n / 2)
DTYPES = st.sampled_from([torch.float32, torch.float64])

EQUALS = torch.zeros(100)  # so many that a sort which does not keep the order of equals shows it
LARGE_V = 50_000


@st.composite
def some_logits(draw: st.DrawFn) -> torch.Tensor:
    """A few logits, many of them equal, in either type."""
    return torch.tensor(draw(st.lists(SMALL, min_size=1, max_size=5)), dtype=draw(DTYPES))


def many_logits() -> torch.Tensor:
    """As many as a real vocabulary has, in no order; no two are equal, and few are likely."""
    places = torch.arange(LARGE_V, dtype=torch.float64) * 7919 % LARGE_V  # every number below LARGE_V once
    return -places / 10
