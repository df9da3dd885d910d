"""The tokenizer of chapter 1, whole: what the reader has when the chapter is done.

It has everything that later chapters ask of a tokenizer. `Tokenizer` in `tokenizer.py` adds what a library needs:
checked arguments, ids that a special token brings along, streams, and the file formats of other libraries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from storybot.bpe_basics.encode import encode_pretoken
from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.bpe_basics.pretokenize import pretokenize, split_special_tokens
from storybot.files import FilePath

Merge = tuple[bytes, bytes]


class BasicTokenizer:
    """Turns text into ids and ids into text.

    `merges` are pairs of byte strings, in the order in which they were
    learned. Ids: first the 256 single bytes, each its own number; then
    one token for each merge; then the special tokens, in the order given.
    `merges` and `special_tokens` may be generators; `merges` is kept as a
    list. `vocab` is a dictionary from id to bytes; for a special token
    these are the bytes of its text. Two tokenizers share no data.

    `encode` cuts out the special tokens first, where several begin at the
    same position the longest, and gives each its id. What is left is cut
    into pretokens by `pattern`, and each pretoken is merged by rank.
    `decode_bytes` joins the bytes of the ids; an id that is not in
    `vocab` is a KeyError. `decode` reads these bytes as UTF-8, and what
    is not valid becomes U+FFFD. `save` writes a JSON file, from which
    `load` makes a tokenizer that does the same.

    >>> tokenizer = BasicTokenizer([(b"a", b"b")], ["<|end|>"])
    >>> tokenizer.encode("abc<|end|>")
    [256, 99, 257]
    >>> tokenizer.decode([256, 99, 257])
    'abc<|end|>'
    >>> tokenizer.decode([230, 151]) == chr(0xFFFD)
    True
    """

    def __init__(
        self,
        merges: Iterable[Merge],
        special_tokens: Iterable[str] = (),
        pattern: str = GPT4_PATTERN,
    ) -> None:
        self.merges = list(merges)
        self.special_tokens = {text: 256 + len(self.merges) + i for i, text in enumerate(special_tokens)}
        self.pattern = pattern
        tokens = [bytes([byte]) for byte in range(256)] + [left + right for left, right in self.merges]
        self.ranks = {token: i for i, token in enumerate(tokens)}
        self.vocab = dict(enumerate(tokens)) | {i: text.encode("utf-8") for text, i in self.special_tokens.items()}

    def encode(self, text: str) -> list[int]:
        """The ids of `text`."""
        ids: list[int] = []
        for piece in split_special_tokens(text, self.special_tokens):
            if piece in self.special_tokens:
                ids.append(self.special_tokens[piece])
            else:
                for pretoken in pretokenize(piece, self.pattern):
                    ids += encode_pretoken(pretoken.encode("utf-8"), self.ranks)
        return ids

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of `ids`, exactly."""
        return b"".join(self.vocab[i] for i in ids)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`."""
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def save(self, path: FilePath) -> None:
        """Write everything that `load` needs, as JSON."""
        merges = [[left.hex(), right.hex()] for left, right in self.merges]
        content = {"merges": merges, "special_tokens": list(self.special_tokens), "pattern": self.pattern}
        Path(path).write_text(json.dumps(content), encoding="utf-8")

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """The tokenizer that `save` has written."""
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        merges = [(bytes.fromhex(left), bytes.fromhex(right)) for left, right in content["merges"]]
        return cls(merges, content["special_tokens"], content["pattern"])
