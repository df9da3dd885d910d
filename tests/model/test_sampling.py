"""The filters against their rules, the sampler of many rows against the reference, and its frequencies."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.model.generate_reference import sample_reference
from storybot.model.sampling import ROUNDING, Sampling, filter_rows, top_k_filter, top_p_filter

LOGITS = st.lists(st.integers(-4, 4).map(lambda n: n / 2), min_size=1, max_size=8)


@given(LOGITS, st.integers(1, 9), st.sampled_from([0.05, 0.31, 0.5, 0.77, 0.96, 1.0]))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_filters_of_rows_are_the_references(logits: list[float], k: int, p: float) -> None:
    row = torch.tensor(logits)
    both = torch.stack([row, row.flip(0)])
    for top_k, top_p in ((k, None), (None, p), (k, p)):
        expected = both
        if top_k is not None:
            expected = torch.stack([top_k_filter(row, top_k) for row in expected])
        if top_p is not None:
            expected = torch.stack([top_p_filter(row, top_p) for row in expected])
        assert torch.equal(filter_rows(both, top_k, top_p), expected)


@given(LOGITS, st.sampled_from([0.05, 0.31, 0.5, 0.77, 0.96]))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_top_p_keeps_the_smallest_set_that_reaches_p(logits: list[float], p: float) -> None:
    row = torch.tensor(logits)
    kept = (top_p_filter(row, p) > -math.inf).nonzero()[:, 0].tolist()
    chances = torch.softmax(row.double(), 0)
    total = float(chances[kept].sum())
    assert total >= p - ROUNDING
    assert total - float(chances[kept].min()) < p
    assert min(chances[kept]) >= max([c for i, c in enumerate(chances) if i not in kept], default=0)


@pytest.mark.parametrize(("n", "p", "kept"), [(10, 0.8, 8), (10, 0.9, 9), (20, 0.5, 10), (12, 0.5, 6), (100, 0.02, 2)])
def test_top_p_of_equal_logits_kept_one_too_many(n: int, p: float, kept: int) -> None:
    """0.1 eight times is 0.7999999999999999 in floats: rounding, not a ninth token, is what is missing."""
    assert top_p_filter(torch.zeros(n), p).isfinite().tolist() == [True] * kept + [False] * (n - kept)
    assert filter_rows(torch.zeros(2, n), None, p).isfinite().sum(1).tolist() == [kept, kept]


def test_the_likeliest_token_is_kept_however_small_p_is() -> None:
    row = torch.tensor([0.0, 1.0, 0.5])
    assert top_p_filter(row, 1e-12).isfinite().tolist() == [False, True, False]
    assert filter_rows(row[None], None, 1e-12).isfinite().tolist() == [[False, True, False]]


def test_of_equal_tokens_the_lower_id_stays() -> None:
    row = torch.zeros(4)
    assert top_k_filter(row, 2).tolist() == [0, 0, -math.inf, -math.inf]
    assert top_p_filter(row, 0.5).tolist() == [0, 0, -math.inf, -math.inf]
    assert top_p_filter(row, 0.51).tolist() == [0, 0, 0, -math.inf]


@pytest.mark.parametrize(
    "sampling", [Sampling(0), Sampling(1.0), Sampling(0.7, top_k=5), Sampling(1.3, top_p=0.8), Sampling(0.9, 40, 0.9)]
)
def test_the_sampler_of_rows_is_the_reference(sampling: Sampling) -> None:
    logits = torch.randn(50, 97, generator=torch.Generator().manual_seed(1))
    found = sampling.sample(logits, [sampling.row_rng(row) for row in range(50)])
    expected = [sample_reference(row, sampling, sampling.row_rng(i)) for i, row in enumerate(logits)]
    assert found.tolist() == expected
    if sampling.temperature:
        other = Sampling(sampling.temperature, sampling.top_k, sampling.top_p, seed=1)
        assert other.sample(logits, [other.row_rng(row) for row in range(50)]).tolist() != expected


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"temperature": -1}, "the temperature must be 0 or more"),
        ({"temperature": math.nan}, "the temperature must be 0 or more"),
        ({"top_k": 0}, "top_k must be at least 1"),
        ({"top_p": 0.0}, "top_p must be above 0 and at most 1"),
        ({"top_p": 1.5}, "top_p must be above 0 and at most 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Sampling(**settings)
