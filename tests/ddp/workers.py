"""What the tests run under torchrun, beside the package's own experiments: `-m tests.ddp.workers NAMES FOLDER`."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.collective_trace import CollectiveError
from storybot.ddp.experiments.ring_time import benchmark_ring
from storybot.ddp.experiments.step_time import BareStep, NeverSync, StepShape, SyncEveryMicroStep
from storybot.ddp.experiments.tiny_run import TinyRunConfig, restart_count, tiny_run
from storybot.ddp.process_group import RankInfo, process_group
from storybot.ddp.strategy import DDPStrategy, make_strategy
from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.training_loop.runs import checkpoint

EQUAL: dict[str, Any] = {"depth": 2, "steps": 50}
UNSHARED: dict[str, Any] = {"steps": 10, "optimizer": "adamw"}
SIX: dict[str, Any] = {"micro_steps": 6, "rows": 1, "steps": 12, "depth": 2, "checkpoint_every": 6}
MODEL = ModelConfig(vocab_size=300, seq_len=32, depth=2, width=64, heads=1, kv_heads=1)


def count_all_reduces(rank_info: RankInfo, folder: Path) -> Any:
    """Of two steps with three micro-steps each, for each way to communicate."""
    counts = {}
    for name, kind in (("sync_last", DDPStrategy), ("sync_every", SyncEveryMicroStep), ("never_sync", NeverSync)):
        calls = []

        def hook(state, bucket, calls=calls):  # type: ignore[no-untyped-def]
            calls.append(bucket.index())
            work = dist.all_reduce(bucket.buffer().div_(rank_info.size), async_op=True)
            assert work is not None
            return work.get_future().then(lambda future: future.value()[0])

        step = BareStep(kind(rank_info), StepShape(depth=2, width=64, seq_len=32, rows=2), micro_steps=3)
        step.forward.register_comm_hook(None, hook)  # type: ignore[operator]
        step()  # DDP divides its buckets anew after the first step
        calls.clear()
        step()
        step()
        counts[name] = [len(calls), len(set(calls))]
    return counts


def disagree(rank_info: RankInfo, folder: Path) -> Any:
    """Rank 1 has a bit of its own."""
    strategy, model = make_strategy(rank_info), init_model(MODEL)
    strategy.assert_in_sync(model, 7)
    with torch.no_grad():
        if rank_info.rank == 1:
            bits = model.embedding.weight.view(torch.int32)
            bits[5, 5] ^= 1
    try:
        strategy.assert_in_sync(model, 8)
    except CollectiveError as problem:
        return str(problem)
    return "nobody noticed"


def other_call(rank_info: RankInfo, folder: Path) -> Any:
    """Rank 1 enters another collective call than rank 0."""
    strategy = make_strategy(rank_info)
    strategy.barrier()
    try:
        if rank_info.rank == 1:
            strategy.gather_data_state({"1": {}})
        else:
            strategy.all_reduce_sum(torch.zeros(3))
    except CollectiveError as problem:
        return str(problem)
    return "nobody noticed"


def faults(rank_info: RankInfo, folder: Path) -> Any:
    """Rank 1 is killed; rank 0 raises; rank 0 is killed when only the tensors of a checkpoint are written."""
    config = TinyRunConfig(folder / "corpus", steps=20, out=folder / "run", checkpoint_every=4)
    attempt = restart_count()
    if attempt == 0:
        config.fault = ("kill", 1, 6)
    elif attempt == 1:
        config.fault = ("raise", 0, 10)
    elif attempt == 2 and rank_info.rank == 0:
        write = checkpoint.write_json_file

        def kill_at_step_16(path: Path, *content: Any) -> None:
            if "step_000016" in str(path):
                os.kill(os.getpid(), signal.SIGKILL)
            write(path, *content)

        checkpoint.write_json_file = kill_at_step_16  # type: ignore[assignment]
    return tiny_run(config, rank_info)


def equal(rank_info: RankInfo, folder: Path) -> Any:
    """The small run with as many micro-steps as there are ranks."""
    out = folder / f"equal_{rank_info.size}"
    return tiny_run(TinyRunConfig(folder / "corpus", micro_steps=rank_info.size, out=out, **EQUAL), rank_info)


def unshared(rank_info: RankInfo, folder: Path) -> Any:
    return tiny_run(TinyRunConfig(folder / "corpus", shard=False, **UNSHARED), rank_info)


def six_micro_steps(rank_info: RankInfo, folder: Path) -> Any:
    return tiny_run(TinyRunConfig(folder / "corpus", out=folder / f"six_{rank_info.size}", **SIX), rank_info)


def ring(rank_info: RankInfo, folder: Path) -> Any:
    return [row["equal"] for row in benchmark_ring(rank_info, [1, 2, 1000, 100_003])]


def who(rank_info: RankInfo, folder: Path) -> Any:
    return [rank_info.rank, rank_info.size, rank_info.backend, rank_info.is_single]


def main(names: str, folder: Path) -> None:
    with process_group(timeout=10) as rank_info:
        for each in names.split(","):
            answer = globals()[each](rank_info, folder)
            (folder / f"{each}_{rank_info.rank}_of_{rank_info.size}.json").write_text(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
