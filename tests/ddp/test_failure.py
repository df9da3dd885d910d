"""Ranks that die, stop, raise or stay away: the run goes on as if nothing had happened, or says who is to blame."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from storybot.ddp.experiments.__main__ import ask
from storybot.ddp.launcher import environment, launch, started, torchrun_command
from storybot.training_loop.checkpoint import checkpoints, load_checkpoint
from storybot.training_loop.run_log import read_log
from tests.conftest import ROOT
from tests.ddp.processes import left_behind, until

Alone = Callable[..., dict[str, Any]]


def losses(folder: Path) -> list[float]:
    return [record["loss"] for record in read_log(folder)]


def test_ranks_that_die_change_nothing(alone: Alone, tiny_corpus: Path, tmp_path: Path) -> None:
    """Killed after step 6, an error after step 10, killed while it writes the checkpoint of step 16."""
    (tmp_path / "corpus").symlink_to(tiny_corpus)
    lines: list[str] = []
    launch("tests.ddp.workers", ["accidents", str(tmp_path)], 2, restarts=3, show=lines.append)
    answers = [json.loads((tmp_path / f"accidents_{rank}_of_2.json").read_text()) for rank in range(2)]
    assert [answer["attempt"] for answer in answers] == [3, 3]
    assert len(answers[0]["losses"]) == 8, "on from step 12: the half checkpoint of step 16 was not taken for one"
    assert losses(tmp_path / "run") == alone(steps=20)["losses"]
    assert not list((tmp_path / "run/checkpoints").glob(".*")), "what was half written is gone"
    assert any("RuntimeError: an accident" in line for line in lines)
    assert left_behind(tmp_path) == []


def test_a_rank_that_never_comes_is_named(tiny_corpus: Path, tmp_path: Path) -> None:
    told: dict[str, Any] = {"corpus": tiny_corpus, "steps": 20, "out": tmp_path / "run"}
    start = time.monotonic()
    with pytest.raises(RuntimeError) as ended:
        ask("train", 2, **told, timeout=4, accident=("leave", 1, 5))
    assert time.monotonic() - start < 60
    assert "rank 0 failed in the all-reduce of the gradients" in str(ended.value)
    assert "rank 1 never came: it was last seen in a sum over all ranks" in str(ended.value)
    assert left_behind(tmp_path) == []


@pytest.mark.xdist_group("groups")
def test_a_rank_in_another_call_is_named(groups: Any) -> None:
    told = groups("other_call", 2)
    assert "nobody noticed" not in told
    assert any("is in another call instead" in text for text in told), told


@pytest.mark.xdist_group("groups")
def test_parameters_that_differ_are_noticed(groups: Any) -> None:
    for told in groups("disagree", 2):
        assert told == "at step 8 rank 1 has other parameters than rank 0"


def test_when_torchrun_is_killed_its_ranks_end(tiny_corpus: Path, tmp_path: Path) -> None:
    arguments = ["train", "--corpus", str(tiny_corpus), "--steps", "100000", "--out", str(tmp_path / "run")]
    command = torchrun_command("storybot.ddp.experiments.__main__", arguments, 2)
    with started(command, 2) as agent:
        until(lambda: (tmp_path / "run/log.jsonl").exists())
        os.kill(agent.pid, signal.SIGKILL)
        agent.wait()
        until(lambda: not left_behind(tmp_path))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_two_nodes_and_a_death_on_the_second(alone: Alone, tiny_corpus: Path, tmp_path: Path) -> None:
    """Two agents with one rendezvous, as on two machines. Each counts its own restarts."""
    rendezvous = ["--nnodes=2", "--rdzv-backend=c10d", f"--rdzv-endpoint=127.0.0.1:{free_port()}", "--rdzv-id=test"]
    told = ["train", "--corpus", str(tiny_corpus), "--out", str(tmp_path / "run"), "--answers", str(tmp_path)]
    told += ["--steps", "20", "--checkpoint-every", "4", "--accident", "kill", "1", "10"]
    command = torchrun_command("storybot.ddp.experiments.__main__", told, 1, restarts=1, options=rendezvous)
    assert "--standalone" not in command
    nodes = [
        subprocess.Popen(command, cwd=ROOT, env=environment(2), stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        for _ in range(2)
    ]
    try:
        assert [node.wait(180) for node in nodes] == [0, 0]
    finally:
        for node in nodes:
            node.kill()
            node.wait()
    assert losses(tmp_path / "run") == alone(steps=20)["losses"]
    until(lambda: not left_behind(tmp_path), 10)


@pytest.mark.soak
def test_twenty_kills_in_a_row(alone: Alone, tiny_corpus: Path, tmp_path: Path) -> None:
    """Real SIGKILLs of a random rank at random moments, each followed by a restart that must be the first and last."""
    rng, kills, repeated, slowest, run = random.Random(20), 0, 0, 0.0, tmp_path / "run"
    steps, every = 3000, 50
    arguments = ["train", "--corpus", str(tiny_corpus), "--steps", str(steps), "--out", str(run)]
    command = torchrun_command(
        "storybot.ddp.experiments.__main__", [*arguments, "--checkpoint-every", str(every)], 2, restarts=20
    )
    with started(command, 2) as agent, ThreadPoolExecutor(1) as reader:
        said = reader.submit(agent.stdout.read)  # a full pipe would stop torchrun
        while kills < 20 and agent.poll() is None:
            size = log_size(run)
            until(lambda size=size: log_size(run) != size, 60)  # type: ignore[misc]
            time.sleep(rng.random())
            ranks = children(agent.pid)
            if len(ranks) < 2:
                continue
            done = len(losses(run))
            saved = int(checkpoints(run)[-1].name.removeprefix("step_")) if checkpoints(run) else 0
            os.kill(rng.choice(ranks), signal.SIGKILL)
            killed = time.monotonic()
            kills, repeated = kills + 1, repeated + done - saved
            until(lambda ranks=ranks: len(set(children(agent.pid)) - set(ranks)) == 2, 60)  # type: ignore[misc]
            fresh = (run / "log.jsonl").stat().st_mtime_ns
            until(lambda fresh=fresh: (run / "log.jsonl").stat().st_mtime_ns != fresh, 60)  # type: ignore[misc]
            slowest = max(slowest, time.monotonic() - killed)
            for path in checkpoints(run)[-1:]:
                load_checkpoint(path)
        assert agent.wait() == 0, said.result()
    wrong = sum(a != b for a, b in zip(losses(run), alone(steps=steps)["losses"], strict=True))
    print(
        f"\n{kills} kills, {kills} restarts, {repeated} steps repeated, slowest {slowest:.1f} s, wrong results: {wrong}"
    )
    assert (kills, wrong) == (20, 0)
    assert left_behind(tmp_path) == []


@pytest.mark.soak
def test_a_stopped_rank_times_out_and_the_run_goes_on(alone: Alone, tiny_corpus: Path, tmp_path: Path) -> None:
    """SIGSTOP: torchrun's SIGTERM does not reach it; after 30 s it sends SIGKILL."""
    run, lines = tmp_path / "run", []
    ask(
        "train", 2, restarts=1, show=lines.append, corpus=tiny_corpus, steps=20, out=run, checkpoint_every=4,
        timeout=5, accident=("stop", 1, 10),
    )  # fmt: skip
    assert any("rank 1 never came" in line for line in lines)
    assert losses(run) == alone(steps=20)["losses"]
    assert left_behind(tmp_path) == []


def log_size(run: Path) -> int:
    return (run / "log.jsonl").stat().st_size if (run / "log.jsonl").exists() else -1


def children(pid: int) -> list[int]:
    out = subprocess.run(
        ["pgrep", "-P", str(pid), "-f", "storybot.ddp.experiments.__main__"], capture_output=True, text=True
    )
    return [int(line) for line in out.stdout.split()]
