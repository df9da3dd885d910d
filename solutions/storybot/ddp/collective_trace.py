"""Which collective call each rank entered last, written to the store: it names the missing rank after a time-out.

A collective call ends when all ranks have entered it. If one never does, the others time out, and the backend only
knows that it has waited. The trace knows more: the call that each rank entered last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch.distributed as dist

from storybot.ddp.process_group import RankInfo

BACKEND_WORDS = ("gloo", "NCCL", "Timed out", "Connection", "timeout", "peer")


class CollectiveError(ConnectionError):
    """Ranks that should agree do not: one is missing from a collective call, or has other parameters.

    It is a ConnectionError, so that the command line shows it as one line instead of a traceback.
    """


class CollectiveTracer:
    """Records the collective calls of one rank and reads where the others are."""

    def __init__(self, rank_info: RankInfo) -> None:
        self.rank_info, self.calls = rank_info, 0

    @contextmanager
    def trace(self, call: str) -> Iterator[None]:
        """Around a collective call: a failure becomes an error that names the call and the missing ranks.

        >>> tracer = CollectiveTracer(RankInfo())
        >>> with tracer.trace("a barrier"):
        ...     pass
        >>> tracer.calls
        1
        """
        self.calls += 1
        self.record(call)
        try:
            yield
        except (RuntimeError, dist.DistError) as problem:
            if not is_backend_error(problem):
                raise
            raise CollectiveError(self.describe_failure(call, str(problem).splitlines()[0])) from None

    def record(self, call: str) -> None:
        """Write the call that this rank enters to the store, with its number."""
        store = self.rank_info.store
        if store is None:
            return
        try:
            store.set(f"rank/{self.rank_info.rank}", f"{self.calls} {call}")
        except (RuntimeError, dist.DistError) as problem:
            raise CollectiveError(f"rank {self.rank_info.rank}: torchrun's store is gone ({problem})") from None

    def describe_failure(self, call: str, reason: str) -> str:
        """The call that failed on this rank, and which ranks are not in it."""
        own_rank = self.rank_info.rank
        others = (rank for rank in range(self.rank_info.size) if rank != own_rank)
        elsewhere = [line for rank in others for line in self.last_call(rank, call)]
        blame = "; ".join(elsewhere) or "all ranks have entered it, but one has died since, or hangs in it"
        return f"rank {own_rank} failed in {call} (call {self.calls}): {blame}. The backend says: {reason}"

    def last_call(self, rank: int, call: str) -> list[str]:
        """The call that a rank entered last, as a sentence; nothing if it is the one that this rank is in."""
        store = self.rank_info.store
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


def is_backend_error(problem: Exception) -> bool:
    """Whether an error comes from the network and not from the model's own code.

    >>> is_backend_error(RuntimeError("Timed out waiting 4000ms for recv")), is_backend_error(RuntimeError("shape"))
    (True, False)
    """
    return isinstance(problem, dist.DistError) or any(word in str(problem) for word in BACKEND_WORDS)
