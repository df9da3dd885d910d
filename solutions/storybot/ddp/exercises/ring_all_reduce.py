"""ring_all_reduce: the ring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, PerRank
from storybot.check.formatting import format_value
from storybot.ddp.exercises.inputs import describe_per_rank
from storybot.ddp.ring import ring_all_reduce
from storybot.ddp.simulator import SimulatedRank, run_ranks


def run_on_ring(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank, and the pieces that it has sent."""

    def work(rank: SimulatedRank) -> Any:
        return function(per_rank[rank.rank], rank.rank, rank.send, rank.receive), rank.sent

    results = run_ranks(work, len(per_rank))
    return PerRank([result for result, _ in results], [f"send: {format_value(sent)}" for _, sent in results])


@st.composite
def rings(draw: st.DrawFn) -> Arguments:
    """As many pieces on every rank as there are ranks; no two equal and none 0, so that a wrong piece shows."""
    size = draw(st.integers(1, 4))
    pieces = draw(st.lists(st.integers(1, 99), min_size=size * size, max_size=size * size, unique=True))
    return tuple(pieces[size * rank : size * (rank + 1)] for rank in range(size))


EXERCISE = Exercise(
    ring_all_reduce,
    [
        ([1, 2], [10, 20]),
        ([5],),
        ([1, 2, 3], [10, 20, 30], [100, 200, 300]),
        tuple([torch.tensor([float(10**rank)]), torch.tensor([2.0 * 10**rank, 0.0])] for rank in range(2)),
        tuple([100 * rank + piece for piece in range(1, 7)] for rank in range(6)),
    ],
    rings(),
    invoke=run_on_ring,
    describe_call=describe_per_rank("({own}, {rank}, send, receive)"),
)


@EXERCISE.mistake
def waits_before_it_sends(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        index = (rank - step - 1) % size
        sums[index] = sums[index] + receive()
        send(sums[(rank - step) % size])
    for step in range(size - 1):
        sums[(rank - step) % size] = receive()
        send(sums[(rank + 1 - step) % size])
    return sums


@EXERCISE.mistake
def only_half_the_way(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        send(sums[(rank - step) % size])
        index = (rank - step - 1) % size
        sums[index] = sums[index] + receive()
    return sums


@EXERCISE.mistake
def adds_in_both_halves(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(2 * (size - 1)):
        send(sums[(rank - step) % size])
        index = (rank - step - 1) % size
        sums[index] = sums[index] + receive()
    return sums


@EXERCISE.mistake
def second_half_from_its_own_piece(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        send(sums[(rank - step) % size])
        index = (rank - step - 1) % size
        sums[index] = sums[index] + receive()
    for step in range(size - 1):
        send(sums[(rank - step) % size])
        sums[(rank - step - 1) % size] = receive()
    return sums


@EXERCISE.mistake
def counts_up(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        send(sums[(rank + step) % size])
        index = (rank + step + 1) % size
        sums[index] = sums[index] + receive()
    for step in range(size - 1):
        send(sums[(rank + step - 1) % size])
        sums[(rank + step) % size] = receive()
    return sums


@EXERCISE.mistake
def sends_its_own_pieces_only(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        sums[index] = sums[index] + receive()
    for step in range(size - 1):
        send(sums[(rank + 1 - step) % size])
        sums[(rank - step) % size] = receive()
    return sums


@EXERCISE.mistake
def does_not_wrap_around(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        send(sums[rank - step])
        sums[rank - step - 1] = sums[rank - step - 1] + receive()
    for step in range(size - 1):
        send(sums[rank + 1 - step])
        sums[rank - step] = receive()
    return sums


@EXERCISE.mistake
def one_step_too_many(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size):
        send(sums[(rank - step) % size])
        index = (rank - step - 1) % size
        sums[index] = sums[index] + receive()
    for step in range(size):
        send(sums[(rank + 1 - step) % size])
        sums[(rank - step) % size] = receive()
    return sums


@EXERCISE.mistake
def sends_everything(pieces, rank, send, receive):
    total, passing = list(pieces), list(pieces)
    for _ in range(len(pieces) - 1):
        for piece in passing:
            send(piece)
        passing = [receive() for _ in passing]
        total = [mine + other for mine, other in zip(total, passing, strict=True)]
    return total


@EXERCISE.mistake
def writes_into_the_given_list(pieces, rank, send, receive):
    size = len(pieces)
    for step in range(size - 1):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    for step in range(size - 1):
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces


@EXERCISE.mistake
def adds_into_the_given_tensors(pieces, rank, send, receive):
    size, sums = len(pieces), list(pieces)
    for step in range(size - 1):
        send(sums[(rank - step) % size])
        sums[(rank - step - 1) % size] += receive()
    for step in range(size - 1):
        send(sums[(rank + 1 - step) % size])
        sums[(rank - step) % size] = receive()
    return sums
