"""The tokenizer: merges, special tokens and a split pattern, and what follows from them.

Ids: first the 256 single bytes, then one per merge in the order of creation, then the
special tokens. A token's id is also its rank. A special token that brings an id of its own may stand
among the merges: the merges after it then move up by one, as in OpenAI's p50k_base.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Literal, Self

from storybot.bpe_basics.encode import encode_pretoken
from storybot.bpe_basics.formats import huggingface, storybot_json, tiktoken
from storybot.bpe_basics.patterns import GPT4_PATTERN, resolve_pattern
from storybot.bpe_basics.pretokenize import check_special_tokens, check_text, split_pattern, split_special_tokens
from storybot.bpe_basics.safe_split import split_safely
from storybot.files import FilePath

Merge = tuple[bytes, bytes]
AllowedSpecial = Literal["all", "none"] | Iterable[str]


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

        `pattern` is a regular expression or the name of one: gpt2, gpt4 or o200k. `byte_order` lists
        the 256 bytes in the order of their ids: OpenAI's files start with "!".
        """
        self.pattern = resolve_pattern(pattern)
        self.merges = list(merges)
        self.byte_order = byte_order
        self.special_tokens = _special_ids(special_tokens, 256 + len(self.merges))
        self.ranks = _ranks(byte_order, self.merges, set(self.special_tokens.values()))
        self.vocab = {i: token for token, i in self.ranks.items()}
        self.vocab.update({i: text.encode("utf-8") for text, i in self.special_tokens.items()})

    def encode(self, text: str, allowed_special: AllowedSpecial = "all") -> list[int]:
        """The ids of `text`. Special tokens in `allowed_special` stay whole; others are ordinary text.

        `allowed_special` is "all", "none" or a list of special tokens.
        """
        check_text(text)
        special = self._resolve_allowed(allowed_special)
        ids: list[int] = []
        for piece in split_special_tokens(text, special):
            if piece in special:
                ids.append(self.special_tokens[piece])
            else:
                for pretoken in split_pattern(piece, self.pattern):
                    ids += encode_pretoken(pretoken.encode("utf-8"), self.ranks)
        return ids

    def encode_iterable(self, chunks: Iterable[str], allowed_special: AllowedSpecial = "all") -> Iterator[int]:
        """The ids of the text that `chunks` make together, one by one, wherever the chunks are cut.

        For files larger than memory: `tokenizer.encode_iterable(open(path, encoding="utf-8"))`.
        """
        special = self._resolve_allowed(allowed_special)
        for piece in split_safely(chunks, self.pattern, special):
            yield from self.encode(piece, special)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`; a character that is not complete shows as U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of `ids`, exactly."""
        return b"".join(self.vocab[i] for i in self._check_ids(ids))

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
            raise ValueError(f"{path} is not a valid tokenizer: {problem}") from None

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
        """Read a rank file of tiktoken's, such as GPT-2's (r50k_base) or GPT-4's (cl100k_base).

        `pattern` is gpt2, gpt4, o200k or a regular expression. A rank that the file leaves free belongs
        to a special token: a list of special tokens fills such ranks first, a mapping must name them.
        """
        byte_order, merges, free_ranks = tiktoken.load(path)
        try:
            numbered = _fill_free_ranks(special_tokens, free_ranks, 256 + len(merges) + len(free_ranks))
            return cls(merges, numbered, pattern, byte_order=byte_order)
        except ValueError as problem:
            raise ValueError(f"{path}: {problem}") from None

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

    def _resolve_allowed(self, allowed_special: AllowedSpecial) -> tuple[str, ...]:
        """The special tokens that stay whole."""
        if allowed_special == "all":
            return tuple(self.special_tokens)
        if allowed_special == "none":
            return ()
        allowed = check_special_tokens(allowed_special)
        for token in allowed:
            if token not in self.special_tokens:
                raise ValueError(
                    f"{token!r} is not a special token of this tokenizer; it has {list(self.special_tokens)}"
                )
        return allowed

    def _check_ids(self, ids: Iterable[int]) -> Iterator[int]:
        """The ids again; an unknown one is an error."""
        for i in ids:
            if i not in self.vocab:
                raise ValueError(f"no token has the id {i!r}; ids go from 0 to {max(self.vocab)}")
            yield i


def _ranks(byte_order: bytes, merges: list[Merge], taken: set[int]) -> dict[bytes, int]:
    """Bytes of a token -> its id, none of those `taken`. A merge must join two tokens made before it into a new one."""
    if sorted(byte_order) != list(range(256)):
        raise ValueError("byte_order must hold each of the 256 bytes once")
    ranks = {bytes([byte]): i for i, byte in enumerate(byte_order)}
    free_ids = (i for i in count(256) if i not in taken)
    for number, merge in enumerate(merges):
        if len(merge) != 2 or merge[0] not in ranks or merge[1] not in ranks:
            raise ValueError(f"merge number {number}, {merge!r}, joins a token that was not made before it")
        if merge[0] + merge[1] in ranks:
            raise ValueError(f"merge number {number}, {merge!r}, makes the token {merge[0] + merge[1]!r} a second time")
        ranks[merge[0] + merge[1]] = next(free_ids)
    return ranks


def _special_ids(special_tokens: Iterable[str] | Mapping[str, int], first_free: int) -> dict[str, int]:
    """Special token -> its id: its own if it brings one, else the next from `first_free` on."""
    names = check_special_tokens(special_tokens)
    if not isinstance(special_tokens, Mapping):
        return {name: first_free + i for i, name in enumerate(names)}
    ids = {name: special_tokens[name] for name in names}
    for name, i in ids.items():
        if not isinstance(i, int) or i < 256 or list(ids.values()).count(i) > 1:
            raise ValueError(f"the special token {name!r} has the id {i!r}; it needs one of its own, 256 or more")
    return ids


def _fill_free_ranks(
    special_tokens: Iterable[str] | Mapping[str, int], free_ranks: list[int], first_free: int
) -> dict[str, int]:
    """Special token -> its id: the ranks that a file leaves free, then those from `first_free` on.

    >>> _fill_free_ranks(["<|a|>", "<|b|>"], [300], 400)
    {'<|a|>': 300, '<|b|>': 400}
    """
    names = check_special_tokens(special_tokens)
    if isinstance(special_tokens, Mapping):
        ids = {name: special_tokens[name] for name in names}
    else:
        ids = dict(zip(names, [*free_ranks, *range(first_free, first_free + len(names))], strict=False))
    for name, i in ids.items():
        if isinstance(i, int) and i < first_free and i not in free_ranks:
            raise ValueError(f"the special token {name!r} has the id {i}, which is the rank of another token")
    unnamed = [rank for rank in free_ranks if rank not in ids.values()]
    if unnamed:
        raise ValueError(
            f"no token has the rank {unnamed[0]}, which is left free for a special token: "
            f"name it, for example special_tokens={{'<|endoftext|>': {unnamed[0]}}}"
        )
    return ids


def number_of_merges(vocab_size: int, n_special: int) -> int:
    """How many merges fit into a vocabulary of `vocab_size`; a size that is not valid is an error."""
    smallest = 256 + n_special
    if not isinstance(vocab_size, int) or isinstance(vocab_size, bool):
        raise ValueError(f"vocab_size must be a whole number, not {vocab_size!r}")
    if vocab_size < smallest:
        raise ValueError(
            f"vocab_size is {vocab_size}, but 256 bytes and {n_special} special tokens need at least {smallest}"
        )
    return vocab_size - smallest
