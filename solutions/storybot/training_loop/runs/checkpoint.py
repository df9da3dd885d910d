"""Checkpoints: all that a run needs to go on, in a folder that is complete or not there.

    run/checkpoints/step_000200/model.safetensors       the parameters
                                optimizer.safetensors   the state of the optimizers
                                state.json              step, config, loader, random numbers, hashes of both files

Written under another name, flushed to the disk, renamed. No pickle: nothing in it can run.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from safetensors import SafetensorError

from storybot.files import FilePath
from storybot.fingerprints import file_digest
from storybot.json_file import DamagedFileError, WrongFormatError, explain_damage, read_json_file, write_json_file

FORMAT, VERSION = "storybot checkpoint", 2  # 2: a block's MLP is called `mlp`, not `network`
MODEL, OPTIMIZER, STATE = "model.safetensors", "optimizer.safetensors", "state.json"
Tensors = dict[str, torch.Tensor]


class CorruptCheckpointError(DamagedFileError):
    """A checkpoint that is not what was written."""


@dataclass(frozen=True)
class SavedState:
    """What a checkpoint holds besides tensors."""

    step: int
    mean_loss: float
    config: dict[str, Any]  # of TrainConfig.as_dict
    data: dict[str, Any]  # of the batch source
    rng_state: str  # of torch's generator, in hexadecimal
    versions: dict[str, str]


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint that was read from disk and compared with its hashes."""

    path: Path
    state: SavedState
    model: Tensors
    optimizer: Tensors


def checkpoint_path(folder: FilePath, step: int) -> Path:
    """Where the checkpoint of a step is saved.

    >>> checkpoint_path("run", 200).as_posix()
    'run/checkpoints/step_000200'
    """
    return Path(folder) / "checkpoints" / f"step_{step:06d}"


def list_checkpoints(folder: FilePath) -> list[Path]:
    """The checkpoints of a run, oldest first, unverified. A folder without `state.json` is not a checkpoint."""
    return sorted(path.parent for path in (Path(folder) / "checkpoints").glob(f"step_*/{STATE}"))


def save_checkpoint(folder: FilePath, state: SavedState, model: Tensors, optimizer: Tensors, keep: int = 2) -> Path:
    """Write a checkpoint, then remove all but the last `keep` of the run."""
    target = checkpoint_path(folder, state.step)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.tmp")
    for unfinished in target.parent.glob(".step_*.tmp"):  # of a run that was killed while it wrote
        shutil.rmtree(unfinished, ignore_errors=True)
    try:
        temporary.mkdir()
        for name, tensors in ((MODEL, model), (OPTIMIZER, optimizer)):
            _write_tensors(temporary / name, tensors)
        files = {name: asdict(file_digest(temporary / name)) for name in (MODEL, OPTIMIZER)}
        fields = asdict(state) | {"files": files}
        write_json_file(temporary / STATE, FORMAT, VERSION, fields | {"sha256": _hash(fields)})
        if target.exists():  # the same step again, after a damaged checkpoint was skipped
            remove_checkpoint(target)
        temporary.rename(target)
        _sync_folder(target.parent)
    except OSError as problem:
        shutil.rmtree(temporary, ignore_errors=True)
        saved = list_checkpoints(folder)
        last = f"the last good checkpoint is {saved[-1]}" if saved else "there is no earlier checkpoint"
        raise OSError(problem.errno, f"cannot write {target}: {problem.strerror or problem}; {last}") from None
    for old in list_checkpoints(folder)[:-keep]:
        remove_checkpoint(old)
    return target


def load_checkpoint(path: FilePath) -> Checkpoint:
    """Read a checkpoint, and compare everything with its hash before it is used."""
    state, files = _read_state(Path(path))
    for name, wanted in files.items():
        file = Path(path) / name
        if not file.exists():
            raise CorruptCheckpointError(f"{file} is missing")
        found = asdict(file_digest(file))
        for what in ("bytes", "sha256"):
            if found[what] != wanted[what]:
                raise CorruptCheckpointError(f"{file} is damaged: {what} {found[what]}, but {wanted[what]} was written")
    model, optimizer = (safetensors.torch.load_file(Path(path) / name) for name in (MODEL, OPTIMIZER))
    return Checkpoint(Path(path), state, model, optimizer)


def latest_valid_checkpoint(folder: FilePath) -> tuple[Checkpoint | None, list[str]]:
    """The newest checkpoint that is whole, loaded, and what is wrong with the newer ones."""
    problems: list[str] = []
    for path in reversed(list_checkpoints(folder)):
        try:
            return load_checkpoint(path), problems
        except CorruptCheckpointError as problem:
            problems.append(str(problem))
    return None, problems


def remove_checkpoint(path: Path) -> None:
    """Remove `state.json` first, so that half of a checkpoint is never taken for one."""
    (path / STATE).unlink(missing_ok=True)
    shutil.rmtree(path, ignore_errors=True)


def _read_state(path: Path) -> tuple[SavedState, dict[str, dict[str, Any]]]:
    """The contents of `state.json`, checked, and the digests of the other files."""
    file = path / STATE
    if not file.exists():
        raise FileNotFoundError(f"{path} is not a checkpoint: there is no {STATE} in it")
    try:
        fields = read_json_file(file, FORMAT, VERSION, required=("files", "sha256"))
        if fields.pop("sha256") != _hash(fields):
            raise DamagedFileError(f"{file} is damaged: its content does not have the hash it was written with")
        files = fields.pop("files")
        with explain_damage(file, FORMAT):
            return SavedState(**fields), files
    except DamagedFileError as problem:
        raise CorruptCheckpointError(str(problem)) from None
    except WrongFormatError as problem:
        raise WrongFormatError(f"{problem} (train the model again: its checkpoints cannot be converted)") from None


def _write_tensors(path: Path, tensors: Tensors) -> None:
    try:
        safetensors.torch.save_file(tensors, path)
    except SafetensorError as problem:  # raised for a full disk, too, where an OSError would be expected
        raise OSError(errno.EIO, str(problem)) from None
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _hash(fields: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _sync_folder(path: Path) -> None:
    """A rename is safe from a power cut only after the folder itself was flushed."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
