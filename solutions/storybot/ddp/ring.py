"""All-reduce in a ring: every rank ends with the sum of all, and nobody sends more than about twice its own data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Send = Callable[[Any], None]
Receive = Callable[[], Any]


def ring_all_reduce(pieces: list[Any], rank: int, send: Send, receive: Receive) -> list[Any]:
    """The sum of everybody's pieces, place by place.

    All ranks call this at the same time, each with its own W pieces, where
    W is the number of ranks. `send(piece)` sends one piece to rank + 1,
    `receive()` waits for one from rank - 1 (round the ring). In W - 1 steps
    the sums are made: each rank sends one piece and adds what comes to its
    own. In W - 1 more steps the finished sums go round. So each rank sends
    2 (W - 1) pieces in all. At first, rank r sends piece r. The list that
    was given stays as it is.

    >>> from storybot.ddp.simulator import simulate
    >>> simulate(ring_all_reduce, [([1, 2],), ([10, 20],)])
    [[11, 22], [11, 22]]
    """
    size, pieces = len(pieces), list(pieces)
    for step in range(size - 1):  # one piece is on the way to its sum at every rank
        send(pieces[(rank - step) % size])
        place = (rank - step - 1) % size
        pieces[place] = pieces[place] + receive()
    for step in range(size - 1):  # rank r begins with the sum it has finished: piece r + 1
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces
