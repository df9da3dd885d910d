"""Text from tokens that come one by one, and never half a character."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator


def decode_utf8_stream(pieces: Iterable[bytes]) -> Iterator[str]:
    """The text of bytes that come in pieces: a character comes when its last byte has come.

    What can never become a character shows as U+FFFD, as do bytes that are left over at the end: all together
    are what `bytes.decode` makes of the whole.

    >>> list(decode_utf8_stream([b"\\xed\\x95", b"\\x9c!", b"\\xed"]))
    ['한!', '�']
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    for piece in pieces:
        text = decoder.decode(piece)
        if text:
            yield text
    rest = decoder.decode(b"", final=True)
    if rest:
        yield rest
