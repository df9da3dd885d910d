"""Checkpoints: all that a run needs to go on, in a folder that is whole or not there.

    run/checkpoints/step_000200/model.safetensors       the parameters
                                optimizer.safetensors   what the optimizers remember
                                state.json              step, config, loader, random numbers, hashes of both files

Written under another name, flushed to the disk, renamed. No pickle: nothing in it can run.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from safetensors import SafetensorError

from storybot.atomic import write_atomically
from storybot.data_pipeline.shards import fingerprint
from storybot.files import FilePath

FORMAT, VERSION = "storybot checkpoint", 1
MODEL, OPTIMIZER, STATE = "model.safetensors", "optimizer.safetensors", "state.json"
Tensors = dict[str, torch.Tensor]


class CorruptCheckpointError(ValueError):
    """A checkpoint that is not what was written."""


def checkpoint_path(folder: FilePath, step: int) -> Path:
    """Where the checkpoint of a step lies.

    >>> checkpoint_path("run", 200).as_posix()
    'run/checkpoints/step_000200'
    """
    return Path(folder) / "checkpoints" / f"step_{step:06d}"


def checkpoints(folder: FilePath) -> list[Path]:
    """The checkpoints of a run, oldest first. A folder without `state.json` is none."""
    return sorted(path.parent for path in (Path(folder) / "checkpoints").glob(f"step_*/{STATE}"))


def save_checkpoint(folder: FilePath, model: Tensors, optimizer: Tensors, state: dict[str, Any], keep: int = 2) -> Path:
    """Write a checkpoint of `state["step"]`, then remove all but the last `keep`."""
    target = checkpoint_path(folder, state["step"])
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.tmp")
    for unfinished in target.parent.glob(".step_*.tmp"):  # of a run that was killed while it wrote
        shutil.rmtree(unfinished, ignore_errors=True)
    try:
        temporary.mkdir()
        for name, tensors in ((MODEL, model), (OPTIMIZER, optimizer)):
            _write_tensors(temporary / name, tensors)
        files = {name: fingerprint(temporary / name) for name in (MODEL, OPTIMIZER)}
        body = {"format": FORMAT, "version": VERSION, **state, "files": files}
        write_atomically(temporary / STATE, json.dumps(body | {"sha256": _hash(body)}, indent=1) + "\n")
        if target.exists():  # the same step again, after a damaged one was passed over
            _remove(target)
        temporary.rename(target)
        _sync_folder(target.parent)
    except OSError as problem:
        shutil.rmtree(temporary, ignore_errors=True)
        good = checkpoints(folder)
        last = f"the last good checkpoint is {good[-1]}" if good else "there is no earlier checkpoint"
        raise OSError(problem.errno, f"cannot write {target}: {problem.strerror or problem}; {last}") from None
    for old in checkpoints(folder)[:-keep]:
        _remove(old)
    return target


def load_checkpoint(path: FilePath) -> tuple[Tensors, Tensors, dict[str, Any]]:
    """Model, optimizer and state, after everything was compared with its hash."""
    state = read_state(path)
    for name, wanted in state["files"].items():
        file = Path(path) / name
        if not file.exists():
            raise CorruptCheckpointError(f"{file} is missing")
        found = fingerprint(file)
        for what in ("bytes", "sha256"):
            if found[what] != wanted[what]:
                raise CorruptCheckpointError(f"{file} is damaged: {what} {found[what]}, but {wanted[what]} was written")
    model, optimizer = (safetensors.torch.load_file(Path(path) / name) for name in (MODEL, OPTIMIZER))
    return model, optimizer, state


def read_state(path: FilePath) -> dict[str, Any]:
    """The `state.json` of a checkpoint, checked."""
    file = Path(path) / STATE
    if not file.exists():
        raise FileNotFoundError(f"{path} is no checkpoint: there is no {STATE} in it")
    try:
        body = json.loads(file.read_text(encoding="utf-8"))
        kind, version = body["format"], body["version"]
    except (ValueError, KeyError, TypeError) as problem:
        raise CorruptCheckpointError(f"{file} is damaged: {problem}") from None
    if kind != FORMAT:
        raise ValueError(f"{file} is a {kind!r}, not a {FORMAT!r}")
    if version > VERSION:
        raise ValueError(f"{file} has version {version}; this storybot reads up to {VERSION}: update it")
    if body.pop("sha256", None) != _hash(body):
        raise CorruptCheckpointError(f"{file} is damaged: it does not have the hash it was written with")
    return dict(body)


def latest_valid_checkpoint(folder: FilePath) -> tuple[Path | None, list[str]]:
    """The newest checkpoint that is whole, and what is wrong with the newer ones."""
    problems = []
    for path in reversed(checkpoints(folder)):
        try:
            load_checkpoint(path)
        except CorruptCheckpointError as problem:
            problems.append(str(problem))
        else:
            return path, problems
    return None, problems


def _write_tensors(path: Path, tensors: Tensors) -> None:
    try:
        safetensors.torch.save_file(tensors, path)
    except SafetensorError as problem:  # its errors from the disk are no OSErrors
        raise OSError(errno.EIO, str(problem)) from None
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    """First `state.json`: half of a checkpoint is never taken for one."""
    (path / STATE).unlink(missing_ok=True)
    shutil.rmtree(path, ignore_errors=True)


def _hash(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _sync_folder(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
