"""Who was where when it went wrong? Each process notes in the store which call it enters.

A collective call ends when all processes have entered it. If one never does, the others time out, and all that
the backend knows is that it waited. The notes know more: who was last seen where.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch.distributed as dist

from storybot.ddp.process_group import RankInfo


class CollectiveError(RuntimeError):
    """A call that all processes must enter, and not all did."""


class Notes:
    """The notes of one process, and a look at those of the others."""

    def __init__(self, place: RankInfo) -> None:
        self.place, self.calls = place, 0

    @contextmanager
    def entering(self, call: str) -> Iterator[None]:
        """Around a collective call. Its failure becomes an error that names the call and who is missing."""
        self.calls += 1
        self.write(call)
        try:
            yield
        except (RuntimeError, dist.DistError) as problem:
            if not from_backend(problem):
                raise
            raise CollectiveError(self.report(call, str(problem).splitlines()[0])) from None

    def write(self, call: str) -> None:
        store = self.place.store
        if store is None:
            return
        try:
            store.set(f"rank/{self.place.rank}", f"{self.calls} {call}")
        except (RuntimeError, dist.DistError) as problem:
            raise CollectiveError(f"rank {self.place.rank}: torchrun's store is gone ({problem})") from None

    def report(self, call: str, reason: str) -> str:
        """What this process knows: its own place, and those who are elsewhere."""
        place = self.place
        elsewhere = [line for rank in range(place.size) if rank != place.rank for line in self.seen(rank, call)]
        blame = "; ".join(elsewhere) or "all ranks have entered it, but one has died since, or hangs in it"
        return f"rank {place.rank} failed in {call} (call {self.calls}): {blame}. The backend says: {reason}"

    def seen(self, rank: int, call: str) -> list[str]:
        """Where a rank was last seen, unless it is where we are."""
        store = self.place.store
        try:
            if store is None or not store.check([f"rank/{rank}"]):
                return [f"rank {rank} has entered no call at all"]
            number, _, name = store.get(f"rank/{rank}").decode().partition(" ")
        except (RuntimeError, dist.DistError):
            return ["torchrun's store is gone"]
        if int(number) < self.calls:
            return [f"rank {rank} never came: it was last seen in {name} (call {number})"]
        if int(number) == self.calls and name != call:
            return [f"rank {rank} is in another call instead: {name}"]
        return []


def from_backend(problem: Exception) -> bool:
    """Whether an error is the network's, and not one of the model's own."""
    words = ("gloo", "NCCL", "Timed out", "Connection", "timeout", "peer")
    return isinstance(problem, dist.DistError) or any(word in str(problem) for word in words)
