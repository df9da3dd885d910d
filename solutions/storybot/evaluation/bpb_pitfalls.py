"""Formulas for bits per byte that are often seen, and wrong. The chapter shows by how much."""

from __future__ import annotations

import math

import torch

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.evaluation.bpb import bits_per_byte


def token_bytes_by_decoding_wrong(tokenizer: Tokenizer) -> torch.Tensor:
    """Wrong: a token that is no whole character decodes to U+FFFD, which counts three bytes where it has one or two.

    >>> int(token_bytes_by_decoding_wrong(Tokenizer([]))[0xE3])
    3
    """
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i in tokenizer.ranks.values():
        sizes[i] = len(tokenizer.decode([i]).encode("utf-8"))
    return sizes


def bpb_multiplied_wrong(nats: list[float], sizes: list[int]) -> float:
    """Wrong: the mean loss in bits multiplied by the bytes of a token, where it must be divided by them.

    >>> bpb_multiplied_wrong([2 * math.log(2)] * 3, [4, 4, 4])  # 2 bits for 4 bytes: 0.5
    8.0
    """
    return sum(nats) / len(nats) / math.log(2) * (sum(sizes) / len(sizes))


def bpb_averaged_wrong(nats: list[float], sizes: list[int], batch: int) -> float:
    """Wrong: the mean of every batch's bits per byte. A batch with few bytes counts as much as one with many.

    >>> two = [3 * math.log(2), 3 * math.log(2)], [1, 3]
    >>> bits_per_byte(*two), bpb_averaged_wrong(*two, batch=1)
    (1.5, 2.0)
    """
    starts = range(0, len(nats), batch)
    ratios = [bits_per_byte(nats[i : i + batch], sizes[i : i + batch]) for i in starts if any(sizes[i : i + batch])]
    return sum(ratios) / len(ratios)
