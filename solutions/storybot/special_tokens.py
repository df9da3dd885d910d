"""The special token that stands between two documents, and at the beginning of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

END = "<|endoftext|>"


class HasSpecialTokens(Protocol):
    """What `bos_id` needs of a tokenizer: the ids of its special tokens by name."""

    @property
    def special_tokens(self) -> Mapping[str, int]: ...


def bos_id(tokenizer: HasSpecialTokens, bos: int | str = END) -> int:
    """The id of the token that begins a document (BOS), given as an id or by its name.

    >>> from storybot.bpe_basics import Tokenizer
    >>> bos_id(Tokenizer([], [END])), bos_id(Tokenizer([], [END]), 7)
    (256, 7)
    """
    if isinstance(bos, int):
        return bos
    if bos not in tokenizer.special_tokens:
        known = list(tokenizer.special_tokens)
        raise ValueError(f"{bos!r} is not a special token of this tokenizer; it has {known}")
    return int(tokenizer.special_tokens[bos])
