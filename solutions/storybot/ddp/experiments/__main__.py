"""Small things to run under torchrun, for the chapter and the tests: each rank says what it found, as JSON.

torchrun --standalone --nproc-per-node=3 -m storybot.ddp.experiments.__main__ hello
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from storybot.atomic import write_atomically
from storybot.ddp.launcher import launch


def ask(what: str, processes: int, restarts: int = 0, show: Any = None, **options: Any) -> list[dict[str, Any]]:
    """Run a demo on so many processes; the answers, in the order of the ranks."""
    arguments = [what]
    for name, value in options.items():
        values = value if isinstance(value, (list, tuple)) else [value]
        arguments += [f"--{name.replace('_', '-')}", *map(str, values)]
    with tempfile.TemporaryDirectory() as folder:
        launch("storybot.ddp.experiments.__main__", [*arguments, "--answers", folder], processes, restarts, show)
        return [json.loads((Path(folder) / f"{rank}.json").read_text()) for rank in range(processes)]


def main(arguments: Sequence[str]) -> None:
    from storybot.ddp.experiments.tiny_run import TinyRunConfig
    from storybot.ddp.process_group import compute_cleanup, compute_init

    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("hello", "ring", "train", "speed"))
    parser.add_argument("--answers", type=Path, help="a folder for the answers; else they are printed")
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--numbers", type=int, nargs="+", default=[2], help="of float32s (ring) or micro-steps (speed)")
    parser.add_argument("--corpus", type=Path, default=Path())
    parser.add_argument("--out", type=Path)
    parser.add_argument("--accident", nargs=3, default=())
    parser.add_argument("--optimizer", default="muon")
    parser.add_argument("--shard", type=int, default=1)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--vocab", type=int, default=4096)
    for name in ("steps", "micro_steps", "rows", "seq_len", "depth", "checkpoint_every"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(TinyRunConfig, name))
    chosen = parser.parse_args(arguments)
    place = compute_init(chosen.timeout)
    try:
        if chosen.what == "hello":
            answer: dict[str, Any] = {"rank": place.rank, "size": place.size, "backend": place.backend}
        elif chosen.what == "ring":
            from storybot.ddp.experiments.ring_time import ring_times

            answer = {"rank": place.rank, **ring_times(place, chosen.numbers)}
        elif chosen.what == "speed":
            from storybot.ddp.experiments.step_time import Shape, measure

            shape = Shape(chosen.depth, chosen.width, chosen.seq_len, chosen.rows, chosen.vocab)
            answer = {"rank": place.rank, "rows": measure(place, shape, chosen.numbers, chosen.steps)}
        else:
            from storybot.ddp.experiments.tiny_run import tiny_run

            told = {field.name: getattr(chosen, field.name) for field in fields(TinyRunConfig)}
            if os.environ.get("TORCHELASTIC_RESTART_COUNT", "0") != "0":
                told["accident"] = ()  # once is enough
            answer = tiny_run(TinyRunConfig(**told | {"shard": bool(chosen.shard)}), place)
        if chosen.answers is None:
            print(answer, flush=True)
        else:
            write_atomically(chosen.answers / f"{place.rank}.json", json.dumps(answer))
    finally:
        compute_cleanup()


if __name__ == "__main__":
    main(sys.argv[1:])
