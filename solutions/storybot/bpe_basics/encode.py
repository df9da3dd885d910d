"""From bytes to ids, for one piece of text at a time.

`ranks` gives each token's id by its bytes. A token learned earlier has a lower id, so the
id doubles as the rank: the lower, the sooner it is merged.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise


def encode_pretoken(pretoken: bytes, ranks: Mapping[bytes, int]) -> list[int]:
    """The ids of one pretoken: merge by rank until nothing can be merged.

    `ranks` is that of a trained tokenizer, from the bytes of a token to
    its id, in any order. It has every single byte of the pretoken, and a
    token has a higher id than its parts. The neighbours of lowest rank go
    first, and of these the leftmost. An empty pretoken has no ids.

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
