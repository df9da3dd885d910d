"""The group that torchrun has started, for as long as a command runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from storybot.ddp.collective_trace import CollectiveError
from storybot.ddp.process_group import compute_cleanup, compute_init
from storybot.ddp.strategy import make_strategy
from storybot.training_loop.strategy import Strategy


@contextmanager
def joined() -> Iterator[tuple[Strategy, str]]:
    """The world of this process and its device; without torchrun it is alone.

    >>> with joined() as (world, device):
    ...     print(world.rank, world.size)
    0 1
    """
    place = compute_init()
    try:
        yield make_strategy(place), place.device
    except CollectiveError as problem:
        raise ChildProcessError(str(problem)) from None  # the command line shows it as one line
    finally:
        compute_cleanup()
