"""Text from tokens that come one by one, and never half a character.

`decode_utf8_stream` holds bytes back until they make a character. `CharacterMask` goes further: it tells which tokens
keep the text valid UTF-8, so that a generator can leave the others out.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping

import torch


def decode_utf8_stream(chunks: Iterable[bytes]) -> Iterator[str]:
    """The text of bytes that come in chunks: a character comes when its last byte has come.

    What can never become a character shows as U+FFFD, as do bytes that are left over at the end: all together
    are what `bytes.decode` makes of the whole.

    >>> list(decode_utf8_stream([b"\\xed\\x95", b"\\x9c!", b"\\xed"]))
    ['한!', '�']
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    for chunk in chunks:
        text = decoder.decode(chunk)
        if text:
            yield text
    rest = decoder.decode(b"", final=True)
    if rest:
        yield rest


def pending_bytes(data: bytes, errors: str = "replace") -> bytes:
    """The bytes at the end of `data` that begin a character and do not end it.

    With `errors="strict"` a UnicodeDecodeError if anything before them is not valid UTF-8.

    >>> pending_bytes("가".encode()[:2]), pending_bytes("가".encode())
    (b'\\xea\\xb0', b'')
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors=errors)
    decoder.decode(data)
    pending = decoder.getstate()[0]
    if len(pending) == 2 and pending[0] == 0xED and pending[1] >= 0xA0:  # would be a surrogate; Python still waits
        return pending_bytes(pending + b"\x80", errors)
    return pending


def missing_bytes(pending: bytes) -> int:
    """How many bytes an unfinished character still needs; its first byte says how long it is.

    >>> missing_bytes(b""), missing_bytes("가".encode()[:1])
    (0, 2)
    """
    if not pending:
        return 0
    return (2 if pending[0] < 0xE0 else 3 if pending[0] < 0xF0 else 4) - len(pending)


class CharacterMask:
    """Which tokens may come next if the text is to be whole characters in the end.

    Every byte is a token, so an unfinished character can always be finished, one byte a token at worst.

    >>> from storybot.bpe_basics import Tokenizer
    >>> mask = CharacterMask(Tokenizer([]).vocab, vocab_size=256)
    >>> mask.allowed("가".encode()[:2], left=1).nonzero()[[0, -1], 0].tolist()  # bytes that go on from there
    [128, 191]
    """

    def __init__(self, vocab: Mapping[int, bytes], vocab_size: int) -> None:
        self._vocab, self._vocab_size = vocab, vocab_size
        self._missing: dict[bytes, torch.Tensor] = {}  # by pending bytes; few of the possible ones ever occur

    def allowed(self, pending: bytes, left: int) -> torch.Tensor:
        """For each token whether it may come after the `pending` bytes, when `left` tokens are left: bool (V,)."""
        if pending not in self._missing:
            self._missing[pending] = self._missing_after(pending)
        missing = self._missing[pending]
        in_time = (missing >= 0) & (missing < left)
        return in_time if in_time.any() else missing >= 0  # a prompt may end in a character that needs more tokens

    def _missing_after(self, pending: bytes) -> torch.Tensor:
        """For each token how many bytes are missing after it; -1 if it makes invalid UTF-8, or is not a token."""
        missing = torch.full((self._vocab_size,), -1)  # (V,)
        for token, data in self._vocab.items():
            try:
                missing[token] = missing_bytes(pending_bytes(pending + data, errors="strict"))
            except UnicodeDecodeError:
                continue
        return missing


def skip_bytes(tokens: Iterable[bytes], n: int) -> Iterator[bytes]:
    """The tokens without their first `n` bytes.

    >>> list(skip_bytes([b"ab", b"cd", b"ef"], 3))
    [b'd', b'ef']
    """
    for token in tokens:
        if rest := token[n:]:
            yield rest
        n = max(0, n - len(token))
