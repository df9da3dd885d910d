"""tiktoken's rank file: one token a line, its bytes in base64 and its rank.

The file has no merges. They can be worked out: each token is made by exactly one pair, the
one that is left when its bytes are merged by all lower ranks. A rank may be left free for a special
token, as 50256 in `p50k_base.tiktoken` is for `<|endoftext|>`; the special tokens themselves are
not part of the format.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from storybot.atomic import write_atomically


class RankFile(NamedTuple):
    """What a rank file says."""

    byte_order: bytes  # the 256 bytes in the order of their ranks
    merges: list[tuple[bytes, bytes]]  # in the order of their ranks
    free_ranks: list[int]  # ranks below the last one that no token has


def save(path: str | os.PathLike[str], ranks: Mapping[bytes, int]) -> None:
    """Write `ranks` in the order of the ranks."""
    by_rank = sorted(ranks.items(), key=lambda item: item[1])
    write_atomically(path, b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in by_rank))


def load(path: str | os.PathLike[str]) -> RankFile:
    """Read byte order, merges and free ranks."""
    ranks = _read_ranks(path)
    tokens = list(ranks)
    if sorted(tokens[:256]) != [bytes([byte]) for byte in range(256)] or ranks[tokens[255]] != 255:
        raise ValueError(f"{path} does not start with the 256 single bytes, so it is not a byte-level vocabulary")
    taken = set(ranks.values())
    free_ranks = [rank for rank in range(256, ranks[tokens[-1]]) if rank not in taken]
    try:
        return RankFile(b"".join(tokens[:256]), recover_merges(ranks), free_ranks)
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None


def recover_merges(ranks: Mapping[bytes, int]) -> list[tuple[bytes, bytes]]:
    """The merges that made the tokens of `ranks`, in order of rank.

    `ranks` goes from the bytes of a token to its rank, in any order, and
    ranks may be left out. Every byte of a token is a token as well, and
    has a lower rank than any token of several bytes; single bytes need no
    merge. The merge of a token is the pair of parts that is left when its
    bytes are merged by the ranks below its own. If more than two parts
    are left, no merge makes it: ValueError.

    >>> recover_merges({b"a": 0, b"b": 1, b"ab": 2, b"aab": 3})
    [(b'a', b'b'), (b'a', b'ab')]
    >>> recover_merges({b"a": 0, b"b": 1, b"aab": 2})
    Traceback (most recent call last):
    ...
    ValueError: no merge of two earlier tokens makes b'aab' (rank 2)
    """
    return [_find_merge(token, ranks) for token in sorted(ranks, key=lambda token: ranks[token]) if len(token) != 1]


def _find_merge(token: bytes, ranks: Mapping[bytes, int]) -> tuple[bytes, bytes]:
    """The pair whose merge makes `token`: merge its bytes by every rank below its own."""
    own = ranks[token]
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        rank, i = min((ranks.get(a + b, own), i) for i, (a, b) in enumerate(pairwise(parts)))
        if rank >= own:
            break
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    if len(parts) != 2 or any(ranks.get(part, own) >= own for part in parts):
        raise ValueError(f"no merge of two earlier tokens makes {token!r} (rank {own})")
    return parts[0], parts[1]


def _read_ranks(path: str | os.PathLike[str]) -> dict[bytes, int]:
    """Token to rank, in the order of the file, which must be that of the ranks."""
    ranks: dict[bytes, int] = {}
    last = -1
    for number, line in enumerate(Path(path).read_bytes().splitlines(), start=1):
        try:
            encoded, rank_text = line.split()
            token, rank = base64.b64decode(encoded, validate=True), int(rank_text)
        except (ValueError, binascii.Error) as problem:
            raise ValueError(
                f"{path}, line {number}: {line[:40]!r} is not a valid line of a rank file ({problem})"
            ) from None
        if rank <= last:
            raise ValueError(
                f"{path}, line {number}: rank {rank} follows rank {last}; ranks must rise from line to line"
            )
        if token in ranks:
            raise ValueError(f"{path}, line {number}: the token {token!r} has the rank {ranks[token]} already")
        ranks[token] = last = rank
    return ranks
