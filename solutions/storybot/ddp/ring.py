"""All-reduce in a ring: every rank ends with the sum of all, and sends less than twice its own data.

`ring_all_reduce` is the algorithm, over any `send` and `receive`; `ring_all_reduce_tensor` runs it on real processes
over torch.distributed; `ring_all_reduce_seconds` predicts its time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist

Send = Callable[[Any], None]
Receive = Callable[[], Any]


def ring_all_reduce(
    pieces: list[Any],
    rank: int,
    send: Send,
    receive: Receive,
) -> list[Any]:
    """The sums of all ranks' pieces, position by position, as a new list.

    All W ranks call this at the same time, each with its own rank (0 to
    W - 1) and its own W pieces. A piece is a number or a tensor; pieces
    at the same position have the same shape. `send(piece)` sends one
    piece to rank + 1, and rank W - 1 sends to rank 0; it does not wait.
    `receive()` waits for the next piece from the rank before.

    Each rank sends 2 (W - 1) pieces, first its own piece number `rank`.
    With one rank nothing is sent. Neither the list nor the tensors that
    were given are changed.

    >>> from storybot.ddp import simulate
    >>> simulate(ring_all_reduce, [([1, 2],), ([10, 20],)])
    [[11, 22], [11, 22]]
    >>> simulate(ring_all_reduce, [([5],)])
    [[5]]
    """
    size, pieces = len(pieces), list(pieces)
    for step in range(size - 1):  # reduce-scatter: at every rank one piece is on the way to its sum
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    for step in range(size - 1):  # all-gather: rank r begins with the sum it has finished, piece r + 1
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces


def ring_all_reduce_seconds(
    n_bytes: float,
    world_size: int,
    bandwidth: float,
    latency: float,
) -> float:
    """How many seconds a ring all-reduce of `n_bytes` takes.

    Each of the `world_size` ranks has `n_bytes` of data, cut into equal
    pieces, which need not be whole numbers of bytes. In every step all
    ranks send one piece at the same time. A message takes `latency`
    seconds, and 1 second more for every `bandwidth` bytes. Adding up
    costs nothing, and one rank alone has nothing to do: 0.

    A world size below 1 or a bandwidth that is not above 0: ValueError.

    >>> ring_all_reduce_seconds(8e6, 2, bandwidth=1e9, latency=0.001)
    0.01
    >>> ring_all_reduce_seconds(8e6, 1, bandwidth=1e9, latency=0.001)
    0.0
    """
    if world_size < 1:
        raise ValueError(f"world_size must be at least 1, not {world_size}")
    if bandwidth <= 0:
        raise ValueError(f"bandwidth must be above 0, not {bandwidth}")
    steps = 2 * (world_size - 1)
    return steps * (latency + n_bytes / world_size / bandwidth)


def ring_all_reduce_tensor(values: torch.Tensor, rank: int, size: int) -> torch.Tensor:
    """What `dist.all_reduce` does, by our own ring: the sum of all ranks' values, in a new tensor.

    >>> ring_all_reduce_tensor(torch.ones(2), rank=0, size=1)
    tensor([1., 1.])
    """
    if size == 1:
        return values.clone()
    pieces = list(values.flatten().tensor_split(size))  # W of (values.numel() / W,), rounded
    send, receive = ring_channel(rank, size, pieces)
    summed = torch.cat(ring_all_reduce(pieces, rank, send, receive)).view_as(values)
    dist.barrier()  # the last send may still be under way; nobody leaves before it has arrived
    return summed


def ring_channel(
    rank: int, size: int, like: list[torch.Tensor]
) -> tuple[Callable[[torch.Tensor], None], Callable[[], torch.Tensor]]:
    """`send` to the next rank and `receive` from the one before, over torch.distributed.

    All ranks send first, so a send must not wait for its receiver: it is started, and waited for before the next one.
    Pieces arrive in the order of the ring, so the receiver knows from `like` which shape comes next.
    """
    sending: list[dist.Work] = []
    received = 0

    def send(piece: torch.Tensor) -> None:
        while sending:
            sending.pop().wait()
        work = dist.isend(piece.contiguous(), (rank + 1) % size)
        if work is not None:
            sending.append(work)

    def receive() -> torch.Tensor:
        nonlocal received
        received += 1
        buffer = torch.empty_like(like[(rank - received) % size])
        dist.recv(buffer, (rank - 1) % size)
        return buffer

    return send, receive
