"""Small programs for many ranks, which the chapter and the tests start under torchrun.

    hello       each rank says who it is
    ring_time   our ring beside the library's all-reduce
    step_time   the time of a training step, with and without communication
    tiny_run    a short training run, with a fault on request

`run_experiment` starts one of them from a notebook and collects the answers. By hand:

    torchrun --standalone --nproc-per-node=3 -m storybot.ddp.experiments hello
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from storybot.ddp.experiments.step_time import StepShape, benchmark_step
from storybot.ddp.experiments.tiny_run import TinyRunConfig
from storybot.ddp.launcher import launch

__all__ = ["StepShape", "TinyRunConfig", "benchmark_step", "experiment_arguments", "run_experiment"]

Experiment = Literal["hello", "ring_time", "step_time", "tiny_run"]
MODULE = "storybot.ddp.experiments"


def run_experiment(
    name: Experiment,
    nproc: int,
    *,
    lengths: Sequence[int] = (),
    shape: StepShape | None = None,
    micro_steps: Sequence[int] = (),
    steps: int = 5,
    config: TinyRunConfig | None = None,
    timeout: float = 60.0,
    max_restarts: int = 0,
    on_line: Callable[[str], None] | None = None,
) -> list[dict[str, Any]]:
    """Run an experiment on `nproc` ranks of this machine and return their answers, in the order of the ranks.

    "ring_time" takes the `lengths` of its tensors; "step_time" the `shape` of a micro-step, the numbers of
    `micro_steps` (of all ranks together) to compare, and how many `steps` to time; "tiny_run" its `config`.
    `timeout` is how many seconds the ranks wait for each other, `max_restarts` how often torchrun starts all of them
    again after a death. `on_line` is called with each line that they print.

    `run_experiment("hello", 2)` gives `[{"rank": 0, "size": 2, ...}, {"rank": 1, "size": 2, ...}]`.
    """
    arguments = experiment_arguments(
        name, lengths=lengths, shape=shape, micro_steps=micro_steps, steps=steps, config=config, timeout=timeout
    )
    with tempfile.TemporaryDirectory() as folder:
        launch(MODULE, [*arguments, "--answers", folder], nproc, max_restarts, on_line)
        return [json.loads((Path(folder) / f"{rank}.json").read_text()) for rank in range(nproc)]


def experiment_arguments(
    name: Experiment,
    *,
    lengths: Sequence[int] = (),
    shape: StepShape | None = None,
    micro_steps: Sequence[int] = (),
    steps: int = 5,
    config: TinyRunConfig | None = None,
    timeout: float = 60.0,
) -> list[str]:
    """The command-line arguments of an experiment: its name, and its options as JSON.

    >>> experiment_arguments("ring_time", lengths=[8])
    ['ring_time', '--timeout', '60.0', '--options', '{"lengths": [8]}']
    """
    options: dict[str, Any] = {}
    if name == "ring_time":
        options = {"lengths": list(lengths)}
    elif name == "step_time":
        if shape is None or not micro_steps:
            raise ValueError('"step_time" needs a shape and the numbers of micro-steps: shape=StepShape(...)')
        options = {"shape": vars(shape), "micro_steps": list(micro_steps), "steps": steps}
    elif name == "tiny_run":
        if config is None:
            raise ValueError('"tiny_run" needs config=TinyRunConfig(corpus, ...)')
        options = {"config": config.to_json()}
    return [name, "--timeout", str(timeout), "--options", json.dumps(options)]
