"""What cannot be trained is refused with both sides named, and nothing is lost."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import safetensors.torch

from storybot.data_pipeline import write_shards
from storybot.json_file import WrongFormatError
from storybot.model.config import ModelConfig, config_for_depth
from storybot.training_loop.budget import plan
from storybot.training_loop.data import Corpus
from storybot.training_loop.loop import train
from storybot.training_loop.runs.checkpoint import (
    VERSION,
    CorruptCheckpointError,
    latest_valid_checkpoint,
    list_checkpoints,
    load_checkpoint,
)
from tests.helpers import damage_file
from tests.training_loop.conftest import tiny


@pytest.fixture(scope="module")
def finished(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    train(tiny(steps=4, checkpoint_every=2), corpus.loader(4, 32), folder=folder)
    return folder


@pytest.fixture
def copied(finished: Path, run: Path) -> Path:
    shutil.copytree(finished, run)
    return run


def test_a_vocabulary_larger_than_the_models(corpus: Corpus) -> None:
    small = ModelConfig(vocab_size=299, seq_len=32, depth=1, width=32, heads=2, kv_heads=2)
    with pytest.raises(ValueError, match="the tokenizer has 300 tokens, but the model knows 299"):
        train(tiny(model=small), corpus.loader(4, 32))


def test_batches_of_another_shape(corpus: Corpus) -> None:
    with pytest.raises(ValueError, match=r"batches of shape \(3, 32\), the run needs \(4, 32\)"):
        train(tiny(), corpus.loader(3, 32))


def test_a_corpus_shorter_than_one_batch(corpus: Corpus, tmp_path: Path) -> None:
    write_shards(["One day.", "Two days."], tmp_path / "s")
    with pytest.raises(ValueError, match="the corpus is shorter than one batch of 4 × 32 tokens"):
        train(tiny(), Corpus(tmp_path / "s", corpus.tokenizer).loader(4, 32))


def test_an_empty_corpus(corpus: Corpus, tmp_path: Path) -> None:
    write_shards([], tmp_path / "s")
    with pytest.raises(ValueError, match="there are no documents"):
        Corpus(tmp_path / "s", corpus.tokenizer).loader(4, 32)


def test_a_checkpoint_of_another_config(corpus: Corpus, copied: Path) -> None:
    config = tiny(steps=9, accumulation=1)
    with pytest.raises(
        ValueError, match="is of another run: accumulation is 2 in the checkpoint, 1 here; steps is 4 in the"
    ):
        train(config, corpus.loader(4, 32), folder=copied, resume="auto")
    assert len(list_checkpoints(copied)) == 2


def test_a_folder_that_holds_a_run(corpus: Corpus, copied: Path) -> None:
    with pytest.raises(FileExistsError, match=r"holds a run already \(at step_000004\); resume it with"):
        train(tiny(steps=4), corpus.loader(4, 32), folder=copied)


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.safetensors", "state.json"])
def test_one_flipped_bit_is_found(copied: Path, corpus: Corpus, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = list_checkpoints(copied)[-1]
    damage_file(path / name)
    with pytest.raises(CorruptCheckpointError, match=f"{name} is damaged"):
        load_checkpoint(path)
    result = train(tiny(steps=4, checkpoint_every=2), corpus.loader(4, 32), folder=copied, resume="auto")
    assert len(result.losses) == 2, "from the good one before it"
    assert f"skipped a damaged checkpoint: {path / name} is damaged" in capsys.readouterr().err
    load_checkpoint(path)


def test_a_missing_file_and_a_folder_that_is_none(copied: Path) -> None:
    path = list_checkpoints(copied)[-1]
    (path / "model.safetensors").unlink()
    with pytest.raises(CorruptCheckpointError, match=r"model\.safetensors is missing"):
        load_checkpoint(path)
    with pytest.raises(FileNotFoundError, match=r"is not a checkpoint: there is no state\.json"):
        load_checkpoint(copied)


def test_a_newer_checkpoint_says_so(copied: Path) -> None:
    path = list_checkpoints(copied)[-1] / "state.json"
    body = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(body | {"version": VERSION + 1}), encoding="utf-8")
    with pytest.raises(WrongFormatError, match=f"has version {VERSION + 1}; this storybot reads version {VERSION}"):
        load_checkpoint(path.parent)


def test_an_older_checkpoint_is_refused_with_what_to_do(copied: Path) -> None:
    """Version 1 called the MLP of a block `network`: its parameters fit no model of today."""
    path = list_checkpoints(copied)[-1] / "state.json"
    body = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(body | {"version": 1}), encoding="utf-8")
    with pytest.raises(WrongFormatError, match=r"has version 1; .*train the model again"):
        latest_valid_checkpoint(copied)


def test_verification_returns_what_it_has_loaded(copied: Path) -> None:
    checkpoint, problems = latest_valid_checkpoint(copied)
    assert checkpoint is not None
    assert (checkpoint.path, checkpoint.state.step, problems) == (list_checkpoints(copied)[-1], 4, [])
    assert set(checkpoint.model) == set(safetensors.torch.load_file(checkpoint.path / "model.safetensors"))
    assert set(checkpoint.optimizer) == set(safetensors.torch.load_file(checkpoint.path / "optimizer.safetensors"))


def test_all_checkpoints_damaged_do_not_start_again_from_0_unasked(corpus: Corpus, copied: Path) -> None:
    paths = list_checkpoints(copied)
    for path in paths:
        damage_file(path / "model.safetensors")
    with pytest.raises(CorruptCheckpointError) as raised:
        train(tiny(steps=4, checkpoint_every=2), corpus.loader(4, 32), folder=copied, resume="auto")
    for path in paths:
        assert f"{path / 'model.safetensors'} is damaged" in str(raised.value), "every problem is listed"
    assert "--restart" in str(raised.value)
    assert list_checkpoints(copied) == paths


FULL_DISK = """
import resource, sys, torch
from storybot.training_loop.runs.checkpoint import SavedState, save_checkpoint
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
save_checkpoint(sys.argv[1], SavedState(5, 0.0, {}, {}, "", {}), {"w": torch.zeros(100_000)}, {})
"""


def test_no_space_left_keeps_the_last_good_checkpoint(copied: Path) -> None:
    """A file-size limit stands for the full disk: the system refuses to write on."""
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    done = subprocess.run([sys.executable, "-c", FULL_DISK, copied], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "step_000005" in done.stderr
    assert f"the last good checkpoint is {list_checkpoints(copied)[-1]}" in done.stderr
    assert sorted(path.name for path in (copied / "checkpoints").iterdir()) == ["step_000002", "step_000004"]
    load_checkpoint(list_checkpoints(copied)[-1])


def test_a_plan_that_does_not_divide_names_the_nearest() -> None:
    config = config_for_depth(2, 300, 128)
    with pytest.raises(ValueError, match=r"5,000 tokens is not a multiple of 4,096, .*: 4,096 or 8,192$"):
        plan(config, tokens=10**6, total_batch=5000, device_batch=16, world_size=2)
    with pytest.raises(ValueError, match=r"the nearest that is: 4,096$"):
        plan(config, tokens=10**6, total_batch=100, device_batch=16, world_size=2)
    with pytest.raises(ValueError, match="give tokens or ratio"):
        plan(config, total_batch=2048, device_batch=16)
    with pytest.raises(ValueError, match="1,000 tokens are less than one step of 2,048"):
        plan(config, tokens=1000, total_batch=2048, device_batch=16)
