"""ring_all_reduce: the ring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, PerRank
from storybot.ddp.exercises.inputs import describe_per_rank
from storybot.ddp.ring import ring_all_reduce
from storybot.ddp.simulator import SimulatedRank, run_ranks


def run_on_ring(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank, and the pieces that it has sent."""

    def work(rank: SimulatedRank) -> Any:
        return function(per_rank[rank.rank], rank.rank, rank.send, rank.receive), rank.sent

    results = run_ranks(work, len(per_rank))
    return PerRank([result for result, _ in results], [f"sent {sent}" for _, sent in results])


@st.composite
def rings(draw: st.DrawFn) -> Arguments:
    """As many pieces on every rank as there are ranks."""
    size = draw(st.integers(1, 4))
    pieces = st.lists(st.integers(0, 9), min_size=size, max_size=size)
    return tuple(draw(pieces) for _ in range(size))


EXERCISE = Exercise(
    ring_all_reduce,
    [
        ([1, 2], [10, 20]),
        ([5],),
        ([1, 2, 3], [10, 20, 30], [100, 200, 300]),
        tuple([100 * rank + piece for piece in range(6)] for rank in range(6)),
    ],
    rings(),
    invoke=run_on_ring,
    describe_call=describe_per_rank("({own}, {rank}, send, receive)"),
)


@EXERCISE.mistake
def waits_before_it_sends(pieces, rank, send, receive):
    """Everybody waits for somebody else to begin."""
    size, pieces = len(pieces), list(pieces)
    for step in range(size - 1):
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
        send(pieces[(rank - step) % size])
    for step in range(size - 1):
        pieces[(rank - step) % size] = receive()
        send(pieces[(rank + 1 - step) % size])
    return pieces


@EXERCISE.mistake
def sends_everything(pieces, rank, send, receive):
    """Right sums, but whole lists go round: every rank sends as much as there are ranks."""
    total, passing = list(pieces), list(pieces)
    for _ in range(len(pieces) - 1):
        for piece in passing:
            send(piece)
        passing = [receive() for _ in passing]
        total = [mine + other for mine, other in zip(total, passing, strict=True)]
    return total


@EXERCISE.mistake
def only_half_the_way(pieces, rank, send, receive):
    """The finished sums are never handed on."""
    size, pieces = len(pieces), list(pieces)
    for step in range(size - 1):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    return pieces


@EXERCISE.mistake
def adds_twice(pieces, rank, send, receive):
    """In the second half the sums are added again instead of taken over."""
    size, pieces = len(pieces), list(pieces)
    for step in range(2 * (size - 1)):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    return pieces


@EXERCISE.mistake
def one_round_too_many(pieces, rank, send, receive):
    """`size` steps in each half."""
    size, pieces = len(pieces), list(pieces)
    for step in range(size):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    return pieces


@EXERCISE.mistake
def changes_its_argument(pieces, rank, send, receive):
    """The caller's own list is written over."""
    size = len(pieces)
    for step in range(size - 1):
        send(pieces[(rank - step) % size])
        pieces[(rank - step - 1) % size] += receive()
    for step in range(size - 1):
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces


@EXERCISE.mistake
def whole_lists_in_few_messages(pieces, rank, send, receive):
    """As many messages as a ring sends, but each of the first half holds everything."""
    size, total, passing = len(pieces), list(pieces), list(pieces)
    for _ in range(size - 1):
        send(passing)
        passing = receive()
        total = [mine + other for mine, other in zip(total, passing, strict=True)]
    for _ in range(size - 1):
        send(total[0])
        receive()
    return total


@EXERCISE.mistake
def four_ranks_at_most(pieces, rank, send, receive):
    size, pieces = len(pieces), list(pieces)
    for step in range(min(size, 4) - 1):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    for step in range(min(size, 4) - 1):
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces
