"""The ring: right sums, the least messages, and no silent deadlock."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.check.timeout import TimeLimitError, call_with_limit
from storybot.ddp.partitioning import (
    all_reduce_uneven,
    average_gradients,
    partition_by_size,
    row_groups_by_micro_step,
)
from storybot.ddp.ring import ring_all_reduce, ring_all_reduce_seconds
from storybot.ddp.simulator import DeadlockError, SimulatedRank, run_ranks, simulate


@settings(deadline=None)
@given(st.integers(1, 5), st.integers(0, 3), st.randoms())
def test_the_sum_of_all_on_every_rank(size: int, length: int, rng: object) -> None:
    values = [[torch.randint(9, (length,)) for _ in range(size)] for _ in range(size)]
    results = simulate(ring_all_reduce, [(own,) for own in values])
    for got in results:
        for index in range(size):
            assert torch.equal(got[index], sum(own[index] for own in values))


def test_each_rank_sends_two_pieces_less_than_twice_its_data() -> None:
    def work(rank: SimulatedRank) -> Any:
        ring_all_reduce([1] * 5, rank.rank, rank.send, rank.receive)
        return len(rank.sent)

    assert run_ranks(work, 5) == [8] * 5


@pytest.mark.xdist_group("groups")
def test_real_processes_agree_with_the_library(groups: Any) -> None:
    assert groups("ring", 3) == [[True] * 4] * 3


def test_a_deadlock_is_reported_and_leaves_no_thread() -> None:
    def work(rank: SimulatedRank) -> Any:
        for _ in range(2 + rank.rank):
            rank.all_reduce(1)

    before = alive()
    with pytest.raises(DeadlockError, match=r"rank 0 has returned; rank 1 waits in all_reduce \(call 3\)"):
        run_ranks(work, 2)
    with pytest.raises(DeadlockError, match="rank 0 waits in receive; rank 1 waits in receive"):
        run_ranks(lambda rank: rank.receive(), 2)
    assert alive() == before


def test_a_deadlock_names_last_the_rank_whose_line_it_comes_from() -> None:
    def work(rank: SimulatedRank) -> Any:
        if rank.rank == 0:
            rank.all_reduce(1)
        elif rank.rank == 1:
            rank.receive()

    with pytest.raises(DeadlockError) as caught:
        run_ranks(work, 3)
    assert str(caught.value) == "rank 2 has returned; rank 0 waits in all_reduce (call 1); rank 1 waits in receive"
    (frame,) = [entry for entry in caught.traceback if entry.name == "work"]
    assert "receive" in str(frame.statement)


def test_a_message_is_a_copy() -> None:
    def work(rank: SimulatedRank) -> Any:
        piece = torch.zeros(2)
        rank.send(piece)
        piece += 1 + rank.rank
        received = rank.receive()
        received += 10
        return piece.tolist(), rank.sent[0].tolist(), received.tolist()

    assert run_ranks(work, 2) == [([1 + r, 1 + r], [0, 0], [10, 10]) for r in range(2)]


def test_what_makes_no_sense_is_refused() -> None:
    for world_size, bandwidth in ((0, 1e9), (2, 0.0)):
        with pytest.raises(ValueError, match="must be"):
            ring_all_reduce_seconds(8e6, world_size, bandwidth, 0.001)
    with pytest.raises(ValueError, match="world_size must be at least 1, not 0"):
        partition_by_size([1], 0)
    with pytest.raises(ValueError, match="rank 2 of 2: ranks go from 0 to 1"):
        row_groups_by_micro_step(8, 4, 2, 2)
    with pytest.raises(ValueError, match="a step has 3 micro-steps; 2 ranks cannot share them evenly"):
        row_groups_by_micro_step(8, 3, 0, 2)
    with pytest.raises(ValueError, match="at least one gradient"):
        average_gradients([], 1, lambda x: x)


def test_an_endless_rank_is_ended_with_the_call() -> None:
    def work(rank: SimulatedRank) -> Any:
        while rank.rank == 1:
            pass

    before = alive()
    with pytest.raises(TimeLimitError):
        call_with_limit(run_ranks, (work, 2), 0.5)
    end = time.monotonic() + 5
    while alive() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert alive() == before


def alive() -> int:
    """Threads that really run; `Thread.is_alive` believes an interrupted `join`."""
    return len(sys._current_frames())


def test_an_error_of_one_rank_comes_out_and_not_the_deadlock_it_caused() -> None:
    def work(rank: SimulatedRank) -> Any:
        if rank.rank == 0:
            raise ZeroDivisionError
        rank.all_reduce(1)

    with pytest.raises(ZeroDivisionError):
        run_ranks(work, 3)


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 9), max_size=5), min_size=1, max_size=4))
def test_all_reduce_uneven_with_any_lengths(per_rank: list[list[int]]) -> None:
    results = run_ranks(lambda rank: all_reduce_uneven(per_rank[rank.rank], rank.all_reduce), len(per_rank))
    longest = max(map(len, per_rank))
    wanted = [sum(own[step] for own in per_rank if step < len(own)) for step in range(longest)]
    assert results == [wanted] * len(per_rank)


def test_a_ring_of_one_costs_nothing_and_a_large_one_twice_its_data() -> None:
    assert ring_all_reduce_seconds(1e9, 1, 1e9, 0.1) == 0
    assert ring_all_reduce_seconds(1e9, 1000, 1e9, 0) == pytest.approx(2, rel=0.01)
