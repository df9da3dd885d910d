"""Agree on the number of this attempt, so that no rank reads what an earlier, dead attempt left in the store.

After a rank has died, `torchrun` starts all ranks again, but its key-value store lives on and still holds the
addresses of the dead processes. A rank that reads one of them waits until its time-out. So the ranks first agree
on a key prefix that only living processes use:

    rank r publishes a fresh nonce      nonce/<r> = <random>
    rank 0 acknowledges every nonce     ack/<nonce> = <attempt>
    rank r has seen its acknowledgement joined/<attempt>/<r>

A nonce of a dead process is acknowledged too, but nobody reads that acknowledgement. Rank 0 goes on until every
rank has joined. (torchrun's restart count cannot be the prefix: with two machines, each counts its own restarts.)
"""

from __future__ import annotations

import secrets
import time

from torch.distributed import PrefixStore, Store  # type: ignore[attr-defined]

POLL_SECONDS = 0.01


def join_attempt(store: Store, rank: int, size: int, timeout: float) -> Store:
    """The part of the store that belongs to this attempt; every rank of the attempt gets the same one.

    >>> from torch.distributed import HashStore
    >>> shared = HashStore()
    >>> join_attempt(shared, rank=0, size=1, timeout=1.0).set("key", "value")
    >>> shared.get("attempt_1/key")
    b'value'
    """
    nonce = secrets.token_hex(8)
    store.set(f"nonce/{rank}", nonce)
    deadline = time.monotonic() + timeout
    if rank == 0:
        attempt = store.add("attempts", 1)
        _acknowledge_ranks(store, range(1, size), attempt, deadline)
    else:
        while not store.check([f"ack/{nonce}"]):
            _pause(deadline, f"rank {rank} waited {timeout:g} s for rank 0 to acknowledge it")
        attempt = int(store.get(f"ack/{nonce}"))
        store.set(f"joined/{attempt}/{rank}", "yes")
    return PrefixStore(f"attempt_{attempt}", store)


def _acknowledge_ranks(store: Store, ranks: range, attempt: int, deadline: float) -> None:
    """Acknowledge every nonce that appears, until all ranks have joined the attempt."""
    missing, acknowledged = set(ranks), set[str]()
    while missing:
        for rank in sorted(missing):
            if store.check([f"nonce/{rank}"]):
                nonce = store.get(f"nonce/{rank}").decode()
                if nonce not in acknowledged:
                    store.set(f"ack/{nonce}", str(attempt))
                    acknowledged.add(nonce)
            if store.check([f"joined/{attempt}/{rank}"]):
                missing.discard(rank)
        if missing:
            names = ", ".join(map(str, sorted(missing)))
            _pause(deadline, f"rank{'s' if len(missing) > 1 else ''} {names} did not join the process group in time")


def _pause(deadline: float, problem: str) -> None:
    if time.monotonic() > deadline:
        raise TimeoutError(problem)
    time.sleep(POLL_SECONDS)
