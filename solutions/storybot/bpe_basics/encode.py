"""From bytes to ids and back, for one piece of text at a time.

`ranks` gives each token's id by its bytes. A token learned earlier has a lower id, so the
id doubles as the rank: the lower, the sooner it is merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise


def encode_pretoken(pretoken: bytes, ranks: Mapping[bytes, int]) -> list[int]:
    """The ids of one pretoken: merge by rank until nothing can be merged.

    `ranks` is that of a trained tokenizer, from the bytes of a token to
    its id. It has every single byte of the pretoken, and a token has a
    higher id than its parts. The neighbours of lowest rank go first, and
    of these the leftmost. An empty pretoken has no ids.

    >>> encode_pretoken(b"abab", {b"a": 0, b"b": 1, b"ab": 2})
    [2, 2]
    >>> encode_pretoken(b"abb", {b"a": 0, b"b": 1, b"bb": 2, b"ab": 3})
    [0, 2]
    """
    parts = [bytes([byte]) for byte in pretoken]
    while True:
        joined = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not joined:
            return [ranks[part] for part in parts]
        _, i = min(joined)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


def decode(ids: Iterable[int], vocab: Mapping[int, bytes]) -> str:
    """The text of `ids`; bytes that are no valid UTF-8 become U+FFFD.

    `vocab` goes from an id to the bytes of its token, which may be a part
    of a character. `ids` may be a generator, which can be gone through
    only once; no ids give an empty text. An id that is not in `vocab` is
    a KeyError.

    >>> decode([0, 1], {0: b"caf", 1: bytes([195, 169])})
    'café'
    >>> decode([1, 0], {0: bytes([169]), 1: bytes([195])})
    'é'
    >>> decode([0], {0: bytes([195])}) == chr(0xFFFD)
    True
    """
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="replace")
