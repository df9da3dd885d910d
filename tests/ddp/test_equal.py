"""The proof: W ranks do what one process with W-fold accumulation does."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from storybot.training_loop.runs.checkpoint import list_checkpoints, load_checkpoint
from tests.ddp.workers import EQUAL, SIX, UNSHARED

SingleProcess = Callable[..., dict[str, Any]]
Groups = Any
pytestmark = pytest.mark.xdist_group("groups")


def test_two_ranks_are_one_process_to_the_bit(single_process: SingleProcess, groups: Groups) -> None:
    one = single_process(micro_steps=2, **EQUAL)
    assert len(one["losses"]) == 50
    assert one["losses"][-1] < 0.7 * one["losses"][0]
    for rank in groups("equal", 2):
        assert rank["losses"] == one["losses"]
        assert rank["checksum"] == one["checksum"]
        assert rank["state_bytes"] < 0.6 * one["state_bytes"], "the state is shared out"


def test_three_ranks_are_one_process_but_for_rounding(
    single_process: SingleProcess, groups: Groups, tmp_path: Path
) -> None:
    one, three = single_process(micro_steps=3, out=tmp_path / "one", **EQUAL), groups("equal", 3)
    assert [rank["checksum"] for rank in three] == [three[0]["checksum"]] * 3
    assert three[0]["losses"] == pytest.approx(one["losses"], rel=1e-6)
    runs = (tmp_path / "one", groups.folder / "equal_3")
    models = [load_checkpoint(list_checkpoints(run)[-1]).model for run in runs]
    for name, weight in models[0].items():
        near = 2e-5 if name == "embedding.weight" else 1e-6  # AdamW magnifies what is nearly zero
        torch.testing.assert_close(models[1][name], weight, rtol=0, atol=near, msg=name)


def test_without_sharing_out_the_result_is_the_same(single_process: SingleProcess, groups: Groups) -> None:
    one = single_process(**UNSHARED)
    for rank in groups("unshared", 2):
        assert (rank["checksum"], rank["state_bytes"]) == (one["checksum"], one["state_bytes"])


def test_a_checkpoint_of_two_ranks_goes_on_with_one_and_with_three(
    single_process: SingleProcess, groups: Groups, tmp_path: Path
) -> None:
    """Six micro-steps a step: one process does six of them, two do three each, three do two each."""
    two, three = groups("six_micro_steps", 2)[0]["losses"], groups("six_micro_steps", 3)[0]["losses"]
    assert (len(two), len(three)) == (12, 6)
    assert three == pytest.approx(two[6:], rel=1e-5)
    shutil.copytree(groups.folder / "six_2/checkpoints/step_000006", tmp_path / "one/checkpoints/step_000006")
    one = single_process(out=tmp_path / "one", **SIX)["losses"]
    assert one == pytest.approx(two[6:], rel=1e-5)
