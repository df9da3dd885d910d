"""What the tests run under torchrun, beside the package's own demos: `-m tests.ddp.workers NAMES FOLDER`."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.group import Group, make_world
from storybot.ddp.place import Place, compute_cleanup, compute_init
from storybot.ddp.ring_times import ring_times
from storybot.ddp.small_run import SmallRun, small_run
from storybot.ddp.speed import Chatty, Shape, Silent, Step
from storybot.training_loop import checkpoint
from storybot.training_loop.config import ModelConfig
from storybot.training_loop.model import make_model

EQUAL: dict[str, Any] = {"depth": 2, "steps": 50}
UNSHARED: dict[str, Any] = {"steps": 10, "optimizer": "adamw"}
SIX: dict[str, Any] = {"micro_steps": 6, "rows": 1, "steps": 12, "depth": 2, "checkpoint_every": 6}
MODEL = ModelConfig(vocab_size=300, seq_len=32, depth=2, width=64, heads=1, kv_heads=1)


def count_all_reduces(place: Place, folder: Path) -> Any:
    """Of two steps with three micro-steps each, for each rule of when to talk."""
    counts = {}
    for name, kind in (("ours", Group), ("chatty", Chatty), ("silent", Silent)):
        calls = []

        def hook(state, bucket, calls=calls):  # type: ignore[no-untyped-def]
            calls.append(bucket.index())
            work = dist.all_reduce(bucket.buffer().div_(place.size), async_op=True)
            assert work is not None
            return work.get_future().then(lambda future: future.value()[0])

        step = Step(kind(place), Shape(depth=2, width=64, seq_len=32, rows=2), micro_steps=3)
        step.forward.register_comm_hook(None, hook)  # type: ignore[operator]
        step()  # DDP deals out its buckets anew after the first one
        calls.clear()
        step()
        step()
        counts[name] = [len(calls), len(set(calls))]
    return counts


def disagree(place: Place, folder: Path) -> Any:
    """Rank 1 has a bit of its own."""
    world, model = make_world(place), make_model(MODEL)
    world.must_agree(model, 7)
    with torch.no_grad():
        if place.rank == 1:
            bits = model.embedding.weight.view(torch.int32)
            bits[5, 5] ^= 1
    try:
        world.must_agree(model, 8)
    except RuntimeError as problem:
        return str(problem)
    return "nobody noticed"


def other_call(place: Place, folder: Path) -> Any:
    """Rank 1 goes to another meeting."""
    world = make_world(place)
    world.barrier()
    try:
        if place.rank == 1:
            world.collect({"1": {}})
        else:
            world.sum(torch.zeros(3))
    except RuntimeError as problem:
        return str(problem)
    return "nobody noticed"


def accidents(place: Place, folder: Path) -> Any:
    """Rank 1 is killed; rank 0 raises; rank 0 is killed when only the tensors of a checkpoint are written."""
    told = SmallRun(folder / "corpus", steps=20, out=folder / "run", checkpoint_every=4)
    attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
    if attempt == 0:
        told.accident = ("kill", 1, 6)
    elif attempt == 1:
        told.accident = ("raise", 0, 10)
    elif attempt == 2 and place.rank == 0:
        write = checkpoint.write_atomically

        def deadly(path: Path, text: str) -> None:
            if "step_000016" in str(path):
                os.kill(os.getpid(), signal.SIGKILL)
            write(path, text)

        checkpoint.write_atomically = deadly  # type: ignore[assignment]
    return small_run(told, place)


def equal(place: Place, folder: Path) -> Any:
    """The small run with as many micro-steps as there are ranks."""
    told = SmallRun(folder / "corpus", micro_steps=place.size, out=folder / f"equal_{place.size}", **EQUAL)
    return small_run(told, place)


def unshared(place: Place, folder: Path) -> Any:
    return small_run(SmallRun(folder / "corpus", shard=False, **UNSHARED), place)


def six_micro_steps(place: Place, folder: Path) -> Any:
    return small_run(SmallRun(folder / "corpus", out=folder / f"six_{place.size}", **SIX), place)


def ring(place: Place, folder: Path) -> Any:
    return [row["equal"] for row in ring_times(place, [1, 2, 1000, 100_003])["rows"]]


def who(place: Place, folder: Path) -> Any:
    return [place.rank, place.size, place.backend, place.alone]


def main(names: str, folder: Path) -> None:
    place = compute_init(timeout=10)
    try:
        for each in names.split(","):
            answer = globals()[each](place, folder)
            (folder / f"{each}_{place.rank}_of_{place.size}.json").write_text(json.dumps(answer))
    finally:
        compute_cleanup()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
