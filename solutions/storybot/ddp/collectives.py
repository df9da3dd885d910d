"""Small things that ranks tell each other, as JSON in tensors of bytes: no pickle."""

from __future__ import annotations

import json
from typing import Any

import torch
import torch.distributed as dist


def all_gather_json(value: Any, size: int, device: str = "cpu") -> list[Any]:
    """What every rank has given, in the order of the ranks."""
    body = torch.frombuffer(bytearray(json.dumps(value).encode()), dtype=torch.uint8).to(device)
    lengths = [torch.zeros(1, dtype=torch.int64, device=device) for _ in range(size)]
    dist.all_gather(lengths, torch.tensor([len(body)], device=device))
    longest = max(int(n) for n in lengths)
    padded = torch.zeros(longest, dtype=torch.uint8, device=device)
    padded[: len(body)] = body
    bodies = [torch.empty_like(padded) for _ in range(size)]
    dist.all_gather(bodies, padded)
    return [json.loads(bytes(each[: int(n)].cpu().numpy().tobytes())) for each, n in zip(bodies, lengths, strict=True)]


def gather_tensors(
    tensors: dict[str, torch.Tensor], rank: int, size: int, device: str = "cpu"
) -> dict[str, torch.Tensor]:
    """The tensors of all ranks by name, on rank 0; the others get nothing."""
    shapes = {name: [str(value.dtype).removeprefix("torch."), *value.shape] for name, value in tensors.items()}
    everybody = all_gather_json(shapes, size, device)
    if rank != 0:
        for value in tensors.values():
            dist.send(value.to(device).contiguous(), 0)
        return {}
    gathered = dict(tensors)
    for sender in range(1, size):
        for name, (dtype, *shape) in everybody[sender].items():
            buffer = torch.empty(shape, dtype=getattr(torch, dtype), device=device)
            dist.recv(buffer, sender)
            gathered[name] = buffer.cpu()
    return gathered
