"""Who reads what, who remembers what, who says what."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from storybot.ddp.experiments.tiny_run import TinyRunConfig, tiny_run
from storybot.ddp.printing import print0
from storybot.ddp.process_group import RankInfo, compute_cleanup, compute_init
from storybot.ddp.readers import row_groups_by_micro_step
from storybot.ddp.shares import partition_by_size
from storybot.training_loop.lanes import MicroStepLoader


@pytest.mark.parametrize(("world_size", "micro_steps"), [(1, 6), (2, 6), (3, 6), (6, 6), (2, 2)])
def test_every_row_group_is_read_once(world_size: int, micro_steps: int) -> None:
    reads = [row_groups_by_micro_step(50, micro_steps, rank, world_size) for rank in range(world_size)]
    assert sorted(group for rank in reads for lane in rank for group in lane) == list(range(50))


class Counter:
    """A loader whose batches say whose they are."""

    tokenizer = None
    epoch = 0

    def __init__(self, lane: int) -> None:
        self.lane, self.n = lane, 0

    def __next__(self) -> tuple[int, int]:
        self.n += 1
        return self.lane, self.n - 1

    def state_dict(self) -> dict[str, int]:
        return {"lane": self.lane, "n": self.n}

    def load_state_dict(self, state: dict[str, int]) -> None:
        assert state["lane"] == self.lane
        self.n = state["n"]


def lanes(n: int, rank: int, size: int) -> MicroStepLoader:
    return MicroStepLoader(Counter, n, rank, size)  # type: ignore[arg-type]


def test_lanes_are_the_same_for_any_number_of_processes() -> None:
    def batches_of_a_step(size: int, readers: list[MicroStepLoader]) -> set[object]:
        return {next(reader) for reader in readers for _ in range(6 // size)}

    wanted = {(lane, 0) for lane in range(6)}
    for size in (1, 2, 3, 6):
        assert batches_of_a_step(size, [lanes(6, rank, size) for rank in range(size)]) == wanted


def test_lanes_move_from_two_processes_to_three() -> None:
    two = [lanes(6, rank, 2) for rank in range(2)]
    for reader in two:
        for _ in range(3 * 4):
            next(reader)
    state = {name: value for reader in two for name, value in reader.state_dict().items()}
    three = [lanes(6, rank, 3) for rank in range(3)]
    for reader in three:
        reader.load_state_dict(json.loads(json.dumps(state)))
    assert {next(reader) for reader in three for _ in range(2)} == {(lane, 4) for lane in range(6)}
    with pytest.raises(ValueError, match="the state has 2 lanes; lane 2 is not among them"):
        lanes(6, 0, 1).load_state_dict({"0": {"lane": 0, "n": 1}, "1": {"lane": 1, "n": 1}})


def test_too_few_micro_steps_for_the_ranks(tiny_corpus: Path) -> None:
    place = RankInfo(rank=0, size=2, backend="gloo")
    with pytest.raises(ValueError, match="a step has 3 micro-steps; 2 processes cannot share them evenly"):
        tiny_run(TinyRunConfig(tiny_corpus, micro_steps=3), place)


def test_shares_are_about_equal() -> None:
    sizes = [int(n) for n in torch.randint(1, 100, (40,), generator=torch.Generator().manual_seed(1))]
    shares = partition_by_size(sizes, 4)
    assert sorted(number for share in shares for number in share) == list(range(40))
    loads = [sum(sizes[number] for number in share) for share in shares]
    assert max(loads) - min(loads) <= max(sizes)


@pytest.mark.xdist_group("groups")
def test_gradients_go_round_once_a_step(groups: Any) -> None:
    for counts in groups("count_all_reduces", 2):
        buckets = counts["ours"][1]
        assert buckets >= 1
        assert counts["ours"][0] == 2 * buckets, "two steps"
        assert counts["chatty"][0] == 2 * 3 * buckets, "two steps of three micro-steps"
        assert counts["silent"] == [0, 0]


def test_without_torchrun_a_process_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    place = compute_init()
    assert (place.rank, place.size, place.backend, place.alone) == (0, 1, "", True)
    compute_cleanup()
    monkeypatch.setenv("RANK", "0")
    with pytest.raises(ValueError, match="WORLD_SIZE is '' in the environment, not a number"):
        compute_init()


@pytest.mark.xdist_group("groups")
def test_ranks_know_who_they_are(groups: Any) -> None:
    assert groups("who", 3) == [[rank, 3, "gloo", False] for rank in range(3)]


def test_one_rank_prints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for rank in ("0", "1"):
        monkeypatch.setenv("RANK", rank)
        print0("I am", rank)
    assert capsys.readouterr().out == "I am 0\n"
