"""Begin each attempt with a clean sheet: a prefix in the common store that only living processes know.

After a death `torchrun` starts all processes again, but the store stays, with the addresses of the dead in it.
Who reads them waits for somebody who is gone. So rank 0 calls the roll. Every process shows a word it has just
made up; rank 0 answers each word with the number of this attempt; and who has heard it says so. A word of
somebody dead is answered too, but nobody hears it. (Counting restarts is not enough: with two machines, each
counts its own.)
"""

from __future__ import annotations

import secrets
import time

from torch.distributed import PrefixStore, Store  # type: ignore[attr-defined]

PAUSE = 0.01  # seconds between two looks


def roll_call(store: Store, rank: int, size: int, timeout: float) -> Store:
    """The part of the store that belongs to this attempt."""
    word = secrets.token_hex(8)
    store.set(f"word/{rank}", word)
    end = time.monotonic() + timeout
    if rank == 0:
        attempt = store.add("attempts", 1)
        _call(store, range(1, size), attempt, end)
    else:
        while not store.check([f"answer/{word}"]):
            _wait(end, f"rank {rank} waited {timeout:g} s for rank 0 to call the roll")
        attempt = int(store.get(f"answer/{word}"))
        store.set(f"here/{attempt}/{rank}", "yes")
    return PrefixStore(f"attempt_{attempt}", store)


def _call(store: Store, ranks: range, attempt: int, end: float) -> None:
    """Answer every word that is shown, until each rank has said that it is here."""
    absent, answered = set(ranks), set[str]()
    while absent:
        for rank in sorted(absent):
            if store.check([f"word/{rank}"]):
                word = store.get(f"word/{rank}").decode()
                if word not in answered:
                    store.set(f"answer/{word}", str(attempt))
                    answered.add(word)
            if store.check([f"here/{attempt}/{rank}"]):
                absent.discard(rank)
        if absent:
            names = ", ".join(map(str, sorted(absent)))
            _wait(end, f"no answer to the roll call from rank{'s' if len(absent) > 1 else ''} {names}")


def _wait(end: float, problem: str) -> None:
    if time.monotonic() > end:
        raise TimeoutError(problem)
    time.sleep(PAUSE)
