"""Which rank reads what, which keeps what, and which prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import torch

from storybot.data_pipeline import write_shards
from storybot.ddp.collectives import print0
from storybot.ddp.experiments.tiny_run import TinyRunConfig, tiny_run
from storybot.ddp.partitioning import partition_by_size, row_groups_by_micro_step
from storybot.ddp.process_group import RankInfo, compute_cleanup, compute_init
from storybot.ddp.sharded_optimizers import ShardedMuon
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop import train_state
from storybot.training_loop.data import Corpus, MicroStepLoader
from storybot.training_loop.strategy import Strategy


@pytest.mark.parametrize(("world_size", "micro_steps"), [(1, 6), (2, 6), (3, 6), (6, 6), (2, 2)])
def test_every_row_group_is_read_once(world_size: int, micro_steps: int) -> None:
    reads = [row_groups_by_micro_step(50, micro_steps, rank, world_size) for rank in range(world_size)]
    assert sorted(group for rank in reads for stream in rank for group in stream) == list(range(50))


@pytest.mark.parametrize("world_size", [1, 2, 3])
def test_micro_step_loaders_read_the_row_groups_of_the_exercise(
    world_size: int, tiny_corpus: Path, tmp_path: Path
) -> None:
    """Every document of row group i says "i"; a pass over the data shows which row groups a micro-step reads."""
    n_groups, rows = 13, 2
    write_shards([f" {i // rows}." for i in range(n_groups * rows)], tmp_path, rows_per_shard=10_000, row_group=rows)
    corpus = Corpus(tmp_path, FastTokenizer.load(tiny_corpus / "tokenizer.json"))
    for rank in range(world_size):
        data = corpus.micro_step_loader(1, 4, 6, rank, world_size)
        read = []
        for loader in data.loaders.values():
            text = ""
            while loader.epoch == 0:
                text += corpus.tokenizer.decode(next(loader)[0][0].tolist())
            groups = [int(number) for number in re.findall(r" (\d+)\.", text)]
            first_pass = groups[: rows * len(set(groups))]
            read.append(list(dict.fromkeys(first_pass)))
        data.close()
        assert read == row_groups_by_micro_step(n_groups, 6, rank, world_size)


class CountingLoader:
    """A loader whose batches are pairs: the number of its micro-step, and how many it has given."""

    tokenizer = None
    epoch = 0

    def __init__(self, micro_step: int) -> None:
        self.micro_step, self.n = micro_step, 0

    def __next__(self) -> tuple[int, int]:
        self.n += 1
        return self.micro_step, self.n - 1

    def state_dict(self) -> dict[str, int]:
        return {"micro_step": self.micro_step, "n": self.n}

    def load_state_dict(self, state: dict[str, int]) -> None:
        assert state["micro_step"] == self.micro_step
        self.n = state["n"]


def counting_loaders(n: int, rank: int, size: int) -> MicroStepLoader:
    return MicroStepLoader(CountingLoader, n, rank, size)  # type: ignore[arg-type]


def test_a_step_is_the_same_for_any_number_of_processes() -> None:
    wanted = {(micro_step, 0) for micro_step in range(6)}
    for size in (1, 2, 3, 6):
        ranks = [counting_loaders(6, rank, size) for rank in range(size)]
        assert {next(data) for data in ranks for _ in range(6 // size)} == wanted


def test_data_positions_move_from_two_processes_to_three() -> None:
    two = [counting_loaders(6, rank, 2) for rank in range(2)]
    for data in two:
        for _ in range(3 * 4):
            next(data)
    state = {name: value for data in two for name, value in data.state_dict().items()}
    three = [counting_loaders(6, rank, 3) for rank in range(3)]
    for data in three:
        data.load_state_dict(json.loads(json.dumps(state)))
    assert {next(data) for data in three for _ in range(2)} == {(micro_step, 4) for micro_step in range(6)}
    with pytest.raises(ValueError, match="the state has loaders for 2 micro-steps; micro-step 2 is not among them"):
        counting_loaders(6, 0, 1).load_state_dict({"0": {"micro_step": 0, "n": 1}, "1": {"micro_step": 1, "n": 1}})


def test_too_few_micro_steps_for_the_ranks(tiny_corpus: Path) -> None:
    rank_info = RankInfo(rank=0, size=2, backend="gloo")
    with pytest.raises(ValueError, match="a step has 3 micro-steps; 2 processes cannot share them evenly"):
        tiny_run(TinyRunConfig(tiny_corpus, micro_steps=3), rank_info)


@pytest.mark.parametrize("other_rank_measures_float32", [True, False])
def test_ranks_that_measure_differently_agree_on_the_dtype(
    monkeypatch: pytest.MonkeyPatch, other_rank_measures_float32: bool
) -> None:
    class OneOfTwo(Strategy):
        def any_rank(self, flag: bool) -> bool:
            return flag or other_rank_measures_float32

    monkeypatch.setattr(train_state, "pick_dtype", lambda device: torch.bfloat16)
    picked = train_state.pick_common_dtype(torch.device("cpu"), OneOfTwo())
    assert picked == (torch.float32 if other_rank_measures_float32 else torch.bfloat16)


def test_shares_are_about_equal() -> None:
    sizes = [int(n) for n in torch.randint(1, 100, (40,), generator=torch.Generator().manual_seed(1))]
    shares = partition_by_size(sizes, 4)
    assert sorted(number for share in shares for number in share) == list(range(40))
    loads = [sum(sizes[number] for number in share) for share in shares]
    assert max(loads) - min(loads) <= max(sizes)


@pytest.mark.parametrize("world_size", [2, 3, 5])
def test_muon_divides_its_matrices_by_size(world_size: int) -> None:
    shapes = [(8, 8)] * 5 + [(8, 32), (32, 8), (8, 32)] + [(16, 8)] * 2
    matrices = [torch.nn.Parameter(torch.zeros(shape)) for shape in shapes]
    ranks = [ShardedMuon(matrices, rank, world_size) for rank in range(world_size)]
    owned = [[m for group in muon.param_groups for m in muon.owned_params(group)] for muon in ranks]
    sizes = [sum(m.numel() for m in share) for share in owned]
    stacked = [m.numel() for group in ranks[0].param_groups for m in group["params"]]
    assert sizes == [sum(stacked[i] for i in share) for share in partition_by_size(stacked, world_size)]
    assert sorted(id(m) for share in owned for m in share) == sorted(id(m) for m in matrices)


@pytest.mark.xdist_group("groups")
def test_gradients_are_all_reduced_once_a_step(groups: Any) -> None:
    for counts in groups("count_all_reduces", 2):
        buckets = counts["sync_last"][1]
        assert buckets >= 1
        assert counts["sync_last"][0] == 2 * buckets, "two steps"
        assert counts["sync_every"][0] == 2 * 3 * buckets, "two steps of three micro-steps"
        assert counts["never_sync"] == [0, 0]


def test_without_torchrun_there_is_a_single_process(monkeypatch: pytest.MonkeyPatch) -> None:
    rank_info = compute_init()
    assert (rank_info.rank, rank_info.size, rank_info.backend, rank_info.is_single) == (0, 1, "", True)
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
