"""A short training run on one rank of several, for the chapter and the tests, with a fault on request."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from storybot.ddp.process_group import RankInfo
from storybot.ddp.strategy import checksum, make_strategy
from storybot.model.config import config_for_depth
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.data import Corpus
from storybot.training_loop.loop import StepReport, train
from storybot.training_loop.train_config import OptimizerConfig, TrainConfig

FaultKind = Literal["kill", "stop", "raise", "hang"]


@dataclass
class TinyRunConfig:
    """What a tiny run trains on, and for how long.

    >>> TinyRunConfig.from_json(TinyRunConfig(Path("stories"), fault=("kill", 1, 13)).to_json()).fault
    ('kill', 1, 13)
    """

    corpus: Path  # a folder made by `story_corpus`
    steps: int = 20
    micro_steps: int = 2  # of all ranks together
    rows: int = 2
    seq_len: int = 64
    depth: int = 1
    out: Path | None = None
    checkpoint_every: int = 0
    shard: bool = True
    optimizer: Literal["muon", "adamw"] = "muon"
    fault: tuple[FaultKind, int, int] | None = None  # which fault, on which rank, after which step

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON can hold them."""
        return vars(self) | {"corpus": str(self.corpus), "out": None if self.out is None else str(self.out)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> TinyRunConfig:
        """What `to_json` has written."""
        out, fault = values["out"], values["fault"]
        paths = {"corpus": Path(values["corpus"]), "out": None if out is None else Path(out)}
        return cls(**values | paths | {"fault": None if fault is None else tuple(fault)})


class FaultInjector:
    """A callback that ends this process after a step ("kill"), stops it ("stop"), raises ("raise") or never returns
    ("hang"), so that one can see what the other ranks and torchrun do."""

    def __init__(self, kind: FaultKind, step: int) -> None:
        if kind not in get_args(FaultKind):
            raise ValueError(f"{kind!r} is not a valid fault; use one of {', '.join(get_args(FaultKind))}")
        self.kind, self.step = kind, step

    def __call__(self, report: StepReport) -> None:
        if report.step != self.step:
            return
        print(f"rank {os.environ.get('RANK', '0')}: {self.kind} after step {self.step}", flush=True)
        if self.kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.kind == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif self.kind == "raise":
            raise RuntimeError("an injected fault")
        else:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            time.sleep(3600)


def restart_count() -> int:
    """How often torchrun has restarted this rank; 0 in the first attempt and without torchrun.

    >>> restart_count()
    0
    """
    return int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))


def tiny_run(config: TinyRunConfig, rank_info: RankInfo) -> dict[str, Any]:
    """Train; returns the losses, a checksum of the parameters, and the bytes of this rank's optimizer state.

    `tiny_run(TinyRunConfig(folder, steps=50), RankInfo())` trains in this process.
    """
    strategy = make_strategy(rank_info, config.shard)
    corpus = Corpus(config.corpus / "shards", FastTokenizer.load(config.corpus / "tokenizer.json"))
    model = config_for_depth(config.depth, max(corpus.tokenizer.vocab) + 1, config.seq_len)
    train_config = TrainConfig(
        model, config.steps, config.rows, config.micro_steps, optimizer=OptimizerConfig(config.optimizer, warmup=2),
        dtype="float32", checkpoint_every=config.checkpoint_every,
    )  # fmt: skip
    callbacks = []
    if config.fault is not None and config.fault[1] == rank_info.rank:
        callbacks.append(FaultInjector(config.fault[0], config.fault[2]))
    data = corpus.micro_step_loader(config.rows, config.seq_len, config.micro_steps, rank_info.rank, rank_info.size)
    try:
        result = train(
            train_config, data, folder=config.out, resume="auto" if config.out is not None else None,
            callbacks=callbacks, strategy=strategy,
        )  # fmt: skip
    finally:
        data.close()
    return {
        "rank": rank_info.rank,
        "attempt": restart_count(),
        "losses": result.losses,
        "checksum": checksum(result.model),
        "state_bytes": result.state_bytes,
    }
