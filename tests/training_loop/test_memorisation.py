"""How much is copied: the fast functions give what the readable ones give, also where hashes are equal."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
import torch

from storybot.training_loop.analysis.memorisation import (
    copied_share,
    copied_share_reference,
    longest_copied_span,
    longest_copied_span_reference,
)
from storybot.training_loop.data import Corpus, Packing


def test_both_agree_with_their_reference() -> None:
    rng = Random(0)
    for _ in range(300):
        tokens = rng.choice([2, 3, 5])
        sample, corpus = ([rng.randrange(tokens) for _ in range(rng.randrange(size))] for size in (12, 25))
        assert longest_copied_span(sample, corpus) == longest_copied_span_reference(sample, corpus)
        for n in range(1, len(sample) + 1):
            assert copied_share(sample, corpus, n) == pytest.approx(copied_share_reference(sample, corpus, n))


def test_equal_hashes_of_different_windows_are_told_apart() -> None:
    """Thue-Morse words and their complements have equal polynomial hashes modulo 2**64, whatever the base."""
    word = [0]
    for _ in range(11):
        word += [1 - token for token in word]
    complement = [1 - token for token in word]
    assert longest_copied_span(word, complement) == 1024
    assert copied_share(word, complement, len(word)) == 0.0


@pytest.mark.parametrize("n", [0, 4])
def test_a_sample_without_such_runs_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"a sample of 3 tokens has no runs of {n}"):
        copied_share([1, 2, 3], [1, 2, 3], n)


def test_batches_of_other_texts(corpus: Corpus) -> None:
    texts = list(islice(corpus.texts("validation"), 8))
    inputs, targets = next(corpus.text_batches(texts, 2, 16))
    assert inputs.shape == targets.shape == (2, 16)
    assert torch.equal(inputs.view(-1)[1:], targets.view(-1)[:-1])
    assert (
        corpus.tokenizer.decode(inputs.view(-1)[1:].tolist())
        == texts[0][: len(corpus.tokenizer.decode(inputs.view(-1)[1:].tolist()))]
    )
    with pytest.raises(ValueError, match="less than one batch"):
        next(corpus.text_batches(["a"], 2, 16))


@pytest.mark.parametrize("packing", ["stream", "best_fit"])
def test_other_texts_are_packed_as_the_loader_packs_its_own(corpus: Corpus, packing: Packing) -> None:
    """The same documents, once from the shards and once as texts."""
    same = replace(corpus, packing=packing)
    loader = same.loader(3, 40, "validation")
    texts = list(same.texts("validation"))
    for inputs, targets in islice(same.text_batches(texts, 3, 40), 6):
        wanted = next(loader)
        assert torch.equal(inputs, wanted[0])
        assert torch.equal(targets, wanted[1])
    loader.close()
