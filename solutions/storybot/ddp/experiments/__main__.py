"""What each rank of an experiment runs: `-m storybot.ddp.experiments NAME --options JSON`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from storybot.atomic import write_atomically
from storybot.ddp.experiments import Experiment
from storybot.ddp.experiments.ring_time import benchmark_ring
from storybot.ddp.experiments.step_time import StepShape, benchmark_step
from storybot.ddp.experiments.tiny_run import TinyRunConfig, restart_count, tiny_run
from storybot.ddp.process_group import RankInfo, process_group


def run_on_rank(name: Experiment, options: dict[str, Any], rank_info: RankInfo) -> dict[str, Any]:
    """The answer of one rank.

    >>> run_on_rank("hello", {}, RankInfo())
    {'rank': 0, 'size': 1, 'backend': ''}
    """
    if name == "hello":
        return {"rank": rank_info.rank, "size": rank_info.size, "backend": rank_info.backend}
    if name == "ring_time":
        return {"rank": rank_info.rank, "rows": benchmark_ring(rank_info, options["lengths"])}
    if name == "step_time":
        shape = StepShape(**options["shape"])
        rows = benchmark_step(rank_info, shape, options["micro_steps"], options["steps"])
        return {"rank": rank_info.rank, "rows": rows}
    config = TinyRunConfig.from_json(options["config"])
    if restart_count() > 0:
        config.fault = None  # it happens in the first attempt only, so that the restart can succeed
    return tiny_run(config, rank_info)


def main(arguments: Sequence[str]) -> None:
    """Run one experiment as a rank of the process group, and write or print its answer."""
    parser = argparse.ArgumentParser(prog="storybot.ddp.experiments")
    parser.add_argument("experiment", choices=get_args(Experiment))
    parser.add_argument("--options", type=json.loads, default={}, help="of the experiment, as JSON")
    parser.add_argument("--answers", type=Path, help="a folder for the answers (default: they are printed)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds that ranks wait for each other")
    args = parser.parse_args(arguments)
    with process_group(args.timeout) as rank_info:
        answer = run_on_rank(args.experiment, args.options, rank_info)
        if args.answers is None:
            print(answer, flush=True)
        else:
            write_atomically(args.answers / f"{rank_info.rank}.json", json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
