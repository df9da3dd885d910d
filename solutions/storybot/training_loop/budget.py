"""How long to train: from the size of a model to tokens and steps."""

from __future__ import annotations


def training_budget(vocab_size: int, depth: int, total_batch: int, ratio: int = 20) -> tuple[int, int, int]:
    """Parameters, tokens and steps for a model of this depth.

    Its width is 64 for each layer. It has an embedding and a head of
    vocab_size x width each, and in each layer four matrices of
    width x width (query, key, value, output) and two of width x 4 width
    (up, down). It is trained on `ratio` tokens for each parameter, in
    steps of `total_batch` tokens; a last step that is not full is left out.

    >>> training_budget(65536, 20, 524288)
    (560988160, 11219763200, 21400)
    """
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 12 * width * width
    tokens = ratio * parameters
    return parameters, tokens, tokens // total_batch
