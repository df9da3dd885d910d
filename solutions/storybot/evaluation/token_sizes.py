"""How many bytes of text a token stands for."""

from __future__ import annotations

import torch

from storybot.bpe_basics.tokenizer import Tokenizer


def token_bytes(tokenizer: Tokenizer) -> torch.Tensor:
    """How many bytes of text the token of each id stands for, as int64.

    `tokenizer.vocab[id]` are a token's raw bytes. Its text is no measure:
    a piece of a character decodes to U+FFFD, which has three bytes of its
    own. `tokenizer.special_tokens` maps the special tokens to their ids.
    They are no text, and count 0, as do ids that no token has. The last
    place is that of the highest id.

    >>> from storybot.bpe_basics import Tokenizer
    >>> tokenizer = Tokenizer([(b"a", b"b")], ["<|endoftext|>"])
    >>> token_bytes(tokenizer)[[97, 256, 257]]
    tensor([1, 2, 0])
    """
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = len(token)
    sizes[list(tokenizer.special_tokens.values())] = 0
    return sizes
