"""Inputs that several exercises of chapter 7 share."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

SMALL = st.integers(-8, 8).map(lambda n: n / 2)


EQUALS = torch.zeros(100)


@st.composite
def some_logits(draw: st.DrawFn) -> torch.Tensor:
    return torch.tensor(draw(st.lists(SMALL, min_size=1, max_size=5)))
