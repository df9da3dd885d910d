"""tiktoken's rank file: one token a line, its bytes in base64 and its rank.

The file has no merges. They can be worked out: each token is made by exactly one pair, the
one that is left when its bytes are merged by all lower ranks.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from storybot.atomic import write_atomically


def save(path: str | os.PathLike[str], ranks: Mapping[bytes, int]) -> None:
    """Write `ranks` in the order of the ranks."""
    sorted_counter = sorted(ranks.items(), key=lambda item: item[1])
    write_atomically(path, b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in sorted_counter))


def load(path: str | os.PathLike[str]) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """Read the byte order and the merges."""
    tokens = _read_tokens(path)
    if sorted(tokens[:256]) != [bytes([byte]) for byte in range(256)]:
        raise ValueError(f"{path} does not start with the 256 single bytes, so it is no byte-level vocabulary")
    ranks = {token: rank for rank, token in enumerate(tokens)}
    if len(ranks) != len(tokens):
        raise ValueError(f"{path} holds a token twice")
    return b"".join(tokens[:256]), [_made_by(token, ranks, path) for token in tokens[256:]]


def _read_tokens(path: str | os.PathLike[str]) -> list[bytes]:
    tokens = []
    for number, line in enumerate(Path(path).read_bytes().splitlines()):
        try:
            token, rank = line.split()
            tokens.append(base64.b64decode(token, validate=True))
            if int(rank) != number:
                raise ValueError(f"rank {int(rank)} stands where {number} should")
        except (ValueError, binascii.Error) as problem:
            raise ValueError(
                f"{path}, line {number + 1}: {line[:40]!r} is no line of a rank file ({problem})"
            ) from None
    return tokens


def _made_by(token: bytes, ranks: Mapping[bytes, int], path: str | os.PathLike[str]) -> tuple[bytes, bytes]:
    """The pair whose merge makes `token`: merge its bytes by every rank below its own."""
    own = ranks[token]
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        lower = [(ranks.get(a + b, own), i) for i, (a, b) in enumerate(pairwise(parts))]
        rank, i = min(lower)
        if rank == own:
            raise ValueError(f"{path}: no merge of two earlier tokens makes {token!r} (rank {own})")
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts[0], parts[1]
