"""Small exchanges between ranks: JSON in tensors of bytes (no pickle), tensors by name, printing on one rank."""

from __future__ import annotations

import json
import os
from typing import Any

import torch
import torch.distributed as dist


def print0(*values: object, sep: str = " ", end: str = "\n", flush: bool = True) -> None:
    """`print`, on rank 0 only. A single process is rank 0.

    >>> print0("hello", "world")
    hello world
    """
    if os.environ.get("RANK", "0") == "0":
        print(*values, sep=sep, end=end, flush=flush)


def all_gather_json(value: Any, size: int, device: str = "cpu") -> list[Any]:
    """The values of all ranks, in the order of the ranks; every rank gets the whole list.

    On two ranks, where rank r calls `all_gather_json({"step": r}, 2)`, both get `[{"step": 0}, {"step": 1}]`.
    """
    body = torch.frombuffer(bytearray(json.dumps(value).encode()), dtype=torch.uint8).to(device)  # (own length,)
    lengths = [torch.zeros(1, dtype=torch.int64, device=device) for _ in range(size)]
    dist.all_gather(lengths, torch.tensor([len(body)], device=device))
    longest = max(int(n) for n in lengths)
    padded = torch.zeros(longest, dtype=torch.uint8, device=device)  # (longest,): all_gather wants equal shapes
    padded[: len(body)] = body
    bodies = [torch.empty_like(padded) for _ in range(size)]
    dist.all_gather(bodies, padded)
    return [json.loads(bytes(each[: int(n)].cpu().numpy().tobytes())) for each, n in zip(bodies, lengths, strict=True)]


def gather_tensors(
    tensors: dict[str, torch.Tensor], rank: int, size: int, device: str = "cpu"
) -> dict[str, torch.Tensor]:
    """The tensors of all ranks by name, on rank 0 (on the CPU); the other ranks get an empty dict.

    Shapes and dtypes go first, as JSON, so that rank 0 can allocate what it receives.
    """
    shapes = {name: [str(value.dtype).removeprefix("torch."), *value.shape] for name, value in tensors.items()}
    shapes_per_rank = all_gather_json(shapes, size, device)
    if rank != 0:
        for value in tensors.values():
            dist.send(value.to(device).contiguous(), 0)
        return {}
    gathered = dict(tensors)
    for sender in range(1, size):
        for name, (dtype, *shape) in shapes_per_rank[sender].items():
            buffer = torch.empty(shape, dtype=getattr(torch, dtype), device=device)
            dist.recv(buffer, sender)
            gathered[name] = buffer.cpu()
    return gathered
