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

from storybot.ddp.experiments.ring_time import ring_times
from storybot.ddp.experiments.step_time import NeverSync, Shape, Step, SyncEveryMicroStep
from storybot.ddp.experiments.tiny_run import TinyRunConfig, tiny_run
from storybot.ddp.process_group import RankInfo, compute_cleanup, compute_init
from storybot.ddp.strategy import DDPStrategy, make_strategy
from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.training_loop import checkpoint

EQUAL: dict[str, Any] = {"depth": 2, "steps": 50}
UNSHARED: dict[str, Any] = {"steps": 10, "optimizer": "adamw"}
SIX: dict[str, Any] = {"micro_steps": 6, "rows": 1, "steps": 12, "depth": 2, "checkpoint_every": 6}
MODEL = ModelConfig(vocab_size=300, seq_len=32, depth=2, width=64, heads=1, kv_heads=1)


def count_all_reduces(place: RankInfo, folder: Path) -> Any:
    """Of two steps with three micro-steps each, for each rule of when to talk."""
    counts = {}
    for name, kind in (("ours", DDPStrategy), ("chatty", SyncEveryMicroStep), ("silent", NeverSync)):
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


def disagree(place: RankInfo, folder: Path) -> Any:
    """Rank 1 has a bit of its own."""
    world, model = make_strategy(place), init_model(MODEL)
    world.assert_in_sync(model, 7)
    with torch.no_grad():
        if place.rank == 1:
            bits = model.embedding.weight.view(torch.int32)
            bits[5, 5] ^= 1
    try:
        world.assert_in_sync(model, 8)
    except RuntimeError as problem:
        return str(problem)
    return "nobody noticed"


def other_call(place: RankInfo, folder: Path) -> Any:
    """Rank 1 goes to another meeting."""
    world = make_strategy(place)
    world.barrier()
    try:
        if place.rank == 1:
            world.collect({"1": {}})
        else:
            world.sum(torch.zeros(3))
    except RuntimeError as problem:
        return str(problem)
    return "nobody noticed"


def accidents(place: RankInfo, folder: Path) -> Any:
    """Rank 1 is killed; rank 0 raises; rank 0 is killed when only the tensors of a checkpoint are written."""
    told = TinyRunConfig(folder / "corpus", steps=20, out=folder / "run", checkpoint_every=4)
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
    return tiny_run(told, place)


def equal(place: RankInfo, folder: Path) -> Any:
    """The small run with as many micro-steps as there are ranks."""
    told = TinyRunConfig(folder / "corpus", micro_steps=place.size, out=folder / f"equal_{place.size}", **EQUAL)
    return tiny_run(told, place)


def unshared(place: RankInfo, folder: Path) -> Any:
    return tiny_run(TinyRunConfig(folder / "corpus", shard=False, **UNSHARED), place)


def six_micro_steps(place: RankInfo, folder: Path) -> Any:
    return tiny_run(TinyRunConfig(folder / "corpus", out=folder / f"six_{place.size}", **SIX), place)


def ring(place: RankInfo, folder: Path) -> Any:
    return [row["equal"] for row in ring_times(place, [1, 2, 1000, 100_003])["rows"]]


def who(place: RankInfo, folder: Path) -> Any:
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
