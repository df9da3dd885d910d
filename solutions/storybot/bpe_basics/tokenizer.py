"""The tokenizer: merges, special tokens and a split pattern, and what follows from them.

Ids: first the 256 single bytes, then one per merge in the order of creation, then the
special tokens. A token's id is also its rank.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from storybot.bpe_basics.formats import huggingface, storybot_json, tiktoken
from storybot.bpe_basics.encode import decode, encode_pretoken
from storybot.bpe_basics.patterns import GPT4_PATTERN, compile_pattern
from storybot.bpe_basics.pretokenize import check_special_tokens, check_text, split_pattern, split_special_tokens
from storybot.bpe_basics.safe_split import split_safely

Merge = tuple[bytes, bytes]
FilePath = str | os.PathLike[str]


class Tokenizer:
    """Turns text into ids and ids into text.

    >>> tokenizer = Tokenizer([(b"a", b"b")], special_tokens=["<|end|>"])
    >>> tokenizer.encode("abc<|end|>")
    [256, 99, 257]
    >>> tokenizer.decode([256, 99])
    'abc'
    """

    def __init__(
        self,
        merges: Iterable[Merge],
        special_tokens: Iterable[str] | Mapping[str, int] = (),
        pattern: str = GPT4_PATTERN,
        *,
        byte_order: bytes = bytes(range(256)),
    ) -> None:
        """`special_tokens` are numbered after the merges, or bring their ids in a mapping.

        `byte_order` lists the 256 bytes in the order of their ids: OpenAI's files start with "!".
        """
        compile_pattern(pattern)
        self.pattern = pattern
        self.merges = list(merges)
        self.byte_order = byte_order
        self.ranks = _ranks(byte_order, self.merges)
        self.special_tokens = _special_ids(special_tokens, len(self.ranks))
        self.vocab = {i: token for token, i in self.ranks.items()}
        self.vocab.update({i: text.encode("utf-8") for text, i in self.special_tokens.items()})

    def encode(self, text: str, allowed_special: str | Iterable[str] = "all") -> list[int]:
        """The ids of `text`. Special tokens in `allowed_special` stay whole; others are ordinary text.

        `allowed_special` is "all", "none" or a list of special tokens.
        """
        check_text(text)
        special = self._allowed(allowed_special)
        ids: list[int] = []
        for piece in split_special_tokens(text, special):
            if piece in special:
                ids.append(self.special_tokens[piece])
            else:
                for pretoken in split_pattern(piece, self.pattern):
                    ids += encode_pretoken(pretoken.encode("utf-8"), self.ranks)
        return ids

    def encode_iterable(self, chunks: Iterable[str], allowed_special: str | Iterable[str] = "all") -> Iterator[int]:
        """The ids of the text that `chunks` make together, one by one, wherever the chunks are cut.

        For files larger than memory: `tokenizer.encode_iterable(open(path, encoding="utf-8"))`.
        """
        special = self._allowed(allowed_special)
        for piece in split_safely(chunks, self.pattern, special):
            yield from self.encode(piece, special)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`; a character that is cut in two shows as U+FFFD."""
        return decode(self._known(ids), self.vocab)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of `ids`, exactly."""
        return b"".join(self.vocab[i] for i in self._known(ids))

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes of one token."""
        return self.decode_bytes([token_id])

    def save(self, path: FilePath) -> None:
        """Write the tokenizer to a readable JSON file."""
        storybot_json.save(path, self.pattern, self.special_tokens, self.byte_order, self.merges)

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """Read what `save` wrote."""
        pattern, special_tokens, byte_order, merges = storybot_json.load(path)
        try:
            return cls(merges, special_tokens, pattern, byte_order=byte_order)
        except ValueError as problem:
            raise ValueError(f"{path} is no good tokenizer: {problem}") from None

    def to_huggingface(self, path: FilePath) -> None:
        """Write a `tokenizer.json` that Hugging Face `tokenizers` opens, with the same ids."""
        huggingface.save(path, self.pattern, self.special_tokens, self.ranks, self.merges)

    def to_tiktoken(self, path: FilePath) -> None:
        """Write the ranks in tiktoken's format. Pattern and special tokens are not part of that format."""
        tiktoken.save(path, self.ranks)

    @classmethod
    def from_tiktoken(
        cls, path: FilePath, pattern: str, special_tokens: Iterable[str] | Mapping[str, int] = ()
    ) -> Self:
        """Read a rank file of tiktoken's, such as GPT-2's (r50k_base) or GPT-4's (cl100k_base)."""
        byte_order, merges = tiktoken.load(path)
        return cls(merges, special_tokens, pattern, byte_order=byte_order)

    def __len__(self) -> int:
        return len(self.vocab)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokenizer):
            return NotImplemented
        return (self.vocab, self.merges, self.special_tokens, self.pattern) == (
            other.vocab,
            other.merges,
            other.special_tokens,
            other.pattern,
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Tokenizer: {len(self)} tokens, {len(self.merges)} merges, special {list(self.special_tokens)}>"

    def _allowed(self, allowed_special: str | Iterable[str]) -> tuple[str, ...]:
        if allowed_special == "all":
            return tuple(self.special_tokens)
        if allowed_special == "none":
            return ()
        allowed = check_special_tokens(allowed_special)
        for token in allowed:
            if token not in self.special_tokens:
                raise ValueError(f"{token!r} is no special token of this tokenizer; it has {list(self.special_tokens)}")
        return allowed

    def _known(self, ids: Iterable[int]) -> Iterator[int]:
        for i in ids:
            if i not in self.vocab:
                raise ValueError(f"no token has the id {i!r}; ids go from 0 to {max(self.vocab)}")
            yield i


def _ranks(byte_order: bytes, merges: list[Merge]) -> dict[bytes, int]:
    """Bytes of a token -> its id. A merge must join two tokens made before it into a new one."""
    if sorted(byte_order) != list(range(256)):
        raise ValueError("byte_order must hold each of the 256 bytes once")
    ranks = {bytes([byte]): i for i, byte in enumerate(byte_order)}
    for number, merge in enumerate(merges):
        if len(merge) != 2 or merge[0] not in ranks or merge[1] not in ranks:
            raise ValueError(f"merge number {number}, {merge!r}, joins a token that was not made before it")
        if merge[0] + merge[1] in ranks:
            raise ValueError(f"merge number {number}, {merge!r}, makes the token {merge[0] + merge[1]!r} a second time")
        ranks[merge[0] + merge[1]] = len(ranks)
    return ranks


def _special_ids(special_tokens: Iterable[str] | Mapping[str, int], first_free: int) -> dict[str, int]:
    names = check_special_tokens(special_tokens)
    if not isinstance(special_tokens, Mapping):
        return {name: first_free + i for i, name in enumerate(names)}
    ids = {name: special_tokens[name] for name in names}
    for name, i in ids.items():
        if not isinstance(i, int) or i < first_free or list(ids.values()).count(i) > 1:
            raise ValueError(
                f"the special token {name!r} has the id {i!r}; it needs one of its own, {first_free} or more"
            )
    return ids
