"""The smallest language model: an embedding and a head, with nothing between them."""

from __future__ import annotations

import torch


def bigram_logits(
    tokens: torch.Tensor,
    embedding: torch.Tensor,
    head: torch.Tensor,
) -> torch.Tensor:
    """The logits of a model that sees one token at a time.

    `tokens` is (B, T): ints from 0 to V - 1. `embedding` is (V, C): row i
    is the vector of token i. `head` is (V, C) as well: the logit of token
    j is the dot product of its row j with the vector of the position.

    The result is (B, T, V), of the dtype of `embedding`; gradients flow
    back to both matrices. A token that is not in the vocabulary, below 0
    too: ValueError.

    >>> embedding = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    >>> head = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]])
    >>> bigram_logits(torch.tensor([[0, 2]]), embedding, head)
    tensor([[[1., 0., 3.],
             [1., 2., 6.]]])
    """
    if tokens.numel() and not 0 <= int(tokens.min()) <= int(tokens.max()) < len(embedding):
        raise ValueError(f"a token is not between 0 and {len(embedding) - 1}")
    return embedding[tokens] @ head.T  # (B, T, V)
