"""The ring among real processes: `send` and `receive` over torch.distributed."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.distributed as dist

from storybot.ddp.ring import ring_all_reduce


def wires(
    rank: int, size: int, like: list[torch.Tensor]
) -> tuple[Callable[[torch.Tensor], None], Callable[[], torch.Tensor]]:
    """`send` to the next rank and `receive` from the one before.

    Everybody sends first, so a send must not wait for its receiver: it is started, and waited for at the next one.
    Pieces come in the order of the ring, so the receiver knows the shape of each.
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


def ring_all_reduce_tensor(values: torch.Tensor, rank: int, size: int) -> torch.Tensor:
    """What `dist.all_reduce` does, by our own ring: the sum of everybody's values."""
    if size == 1:
        return values.clone()
    pieces = list(values.flatten().tensor_split(size))
    send, receive = wires(rank, size, pieces)
    summed = torch.cat(ring_all_reduce(pieces, rank, send, receive)).view_as(values)
    dist.barrier()  # the last send is on its way; nobody leaves before it has come
    return summed
