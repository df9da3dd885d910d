"""Ranks that die, stop, raise or stay away: the run goes on as if nothing had happened, or says who is to blame."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from storybot.ddp.experiments import MODULE, experiment_arguments, run_experiment
from storybot.ddp.experiments.tiny_run import TinyRunConfig
from storybot.ddp.launcher import launch, rank_environment, torchrun, torchrun_command
from storybot.training_loop.runs.checkpoint import list_checkpoints, load_checkpoint
from tests.conftest import ROOT
from tests.ddp.processes import processes_naming
from tests.helpers import free_port, logged_losses, wait_until

SingleProcess = Callable[..., dict[str, Any]]


def test_ranks_that_die_change_nothing(single_process: SingleProcess, tiny_corpus: Path, tmp_path: Path) -> None:
    """Killed after step 6, an error after step 10, killed while it writes the checkpoint of step 16."""
    (tmp_path / "corpus").symlink_to(tiny_corpus)
    lines: list[str] = []
    launch("tests.ddp.workers", ["faults", str(tmp_path)], 2, max_restarts=3, on_line=lines.append)
    answers = [json.loads((tmp_path / f"faults_{rank}_of_2.json").read_text()) for rank in range(2)]
    assert [answer["attempt"] for answer in answers] == [3, 3]
    assert len(answers[0]["losses"]) == 8, "on from step 12: the half checkpoint of step 16 was not taken for one"
    assert logged_losses(tmp_path / "run") == single_process(steps=20)["losses"]
    assert not list((tmp_path / "run/checkpoints").glob(".*")), "what was half written is gone"
    assert any("RuntimeError: an injected fault" in line for line in lines)
    assert processes_naming(tmp_path) == []


def test_a_rank_that_never_comes_is_named(tiny_corpus: Path, tmp_path: Path) -> None:
    config = TinyRunConfig(tiny_corpus, steps=20, out=tmp_path / "run", fault=("hang", 1, 5))
    with pytest.raises(RuntimeError) as ended:
        run_experiment("tiny_run", 2, config=config, timeout=4)
    assert "4000ms" in str(ended.value), "after the time-out that was asked for"
    assert "rank 0 failed in the all-reduce of the gradients" in str(ended.value)
    assert "rank 1 never came: it was last seen in a sum over all ranks" in str(ended.value)
    assert processes_naming(tmp_path) == []


@pytest.mark.xdist_group("groups")
def test_a_rank_in_another_call_is_named(groups: Any) -> None:
    messages = groups("other_call", 2)
    assert "nobody noticed" not in messages
    assert any("is in another call instead" in text for text in messages), messages


@pytest.mark.xdist_group("groups")
def test_parameters_that_differ_are_noticed(groups: Any) -> None:
    for message in groups("disagree", 2):
        assert message == "at step 8 rank 1 has other parameters than rank 0"


def test_when_torchrun_is_killed_its_ranks_end(tiny_corpus: Path, tmp_path: Path) -> None:
    config = TinyRunConfig(tiny_corpus, steps=100_000, out=tmp_path / "run")
    command = torchrun_command(MODULE, experiment_arguments("tiny_run", config=config), 2)
    with torchrun(command, 2) as agent:
        wait_until(lambda: (tmp_path / "run/log.jsonl").exists())
        os.kill(agent.pid, signal.SIGKILL)
        agent.wait()
        wait_until(lambda: not processes_naming(tmp_path))


def test_two_nodes_and_a_death_on_the_second(single_process: SingleProcess, tiny_corpus: Path, tmp_path: Path) -> None:
    """Two agents with one rendezvous, as on two machines. Each counts its own restarts."""
    rendezvous = ["--nnodes=2", "--rdzv-backend=c10d", f"--rdzv-endpoint=127.0.0.1:{free_port()}", "--rdzv-id=test"]
    config = TinyRunConfig(tiny_corpus, steps=20, out=tmp_path / "run", checkpoint_every=4, fault=("kill", 1, 10))
    arguments = [*experiment_arguments("tiny_run", config=config), "--answers", str(tmp_path)]
    command = torchrun_command(MODULE, arguments, 1, max_restarts=1, options=rendezvous)
    assert "--standalone" not in command
    nodes = [
        subprocess.Popen(
            command, cwd=ROOT, env=rank_environment(2), stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
        )
        for _ in range(2)
    ]
    try:
        assert [node.wait(180) for node in nodes] == [0, 0]
    finally:
        for node in nodes:
            node.kill()
            node.wait()
    assert logged_losses(tmp_path / "run") == single_process(steps=20)["losses"]
    wait_until(lambda: not processes_naming(tmp_path), 10)


@pytest.mark.soak
def test_twenty_kills_in_a_row(single_process: SingleProcess, tiny_corpus: Path, tmp_path: Path) -> None:
    """Real SIGKILLs of a random rank at random moments, each followed by a restart that must be the first and last."""
    rng, kills, repeated, slowest, run = random.Random(20), 0, 0, 0.0, tmp_path / "run"
    steps, every = 3000, 50
    config = TinyRunConfig(tiny_corpus, steps=steps, out=run, checkpoint_every=every)
    command = torchrun_command(MODULE, experiment_arguments("tiny_run", config=config), 2, max_restarts=20)
    with torchrun(command, 2) as agent, ThreadPoolExecutor(1) as reader:
        output = reader.submit(agent.stdout.read)  # a full pipe would stop torchrun
        while kills < 20 and agent.poll() is None:
            size = log_size(run)
            wait_until(lambda size=size: log_size(run) != size, 60)  # type: ignore[misc]
            time.sleep(rng.random())
            ranks = children(agent.pid)
            if len(ranks) < 2:
                continue
            done = len(logged_losses(run))
            saved = int(list_checkpoints(run)[-1].name.removeprefix("step_")) if list_checkpoints(run) else 0
            os.kill(rng.choice(ranks), signal.SIGKILL)
            killed = time.monotonic()
            kills, repeated = kills + 1, repeated + done - saved
            wait_until(lambda ranks=ranks: len(set(children(agent.pid)) - set(ranks)) == 2, 60)  # type: ignore[misc]
            fresh = (run / "log.jsonl").stat().st_mtime_ns
            wait_until(lambda fresh=fresh: (run / "log.jsonl").stat().st_mtime_ns != fresh, 60)  # type: ignore[misc]
            slowest = max(slowest, time.monotonic() - killed)
            for path in list_checkpoints(run)[-1:]:
                load_checkpoint(path)
        assert agent.wait() == 0, output.result()
    wrong = sum(a != b for a, b in zip(logged_losses(run), single_process(steps=steps)["losses"], strict=True))
    print(
        f"\n{kills} kills, {kills} restarts, {repeated} steps repeated, slowest {slowest:.1f} s, wrong results: {wrong}"
    )
    assert (kills, wrong) == (20, 0)
    assert processes_naming(tmp_path) == []


@pytest.mark.soak
def test_a_stopped_rank_times_out_and_the_run_goes_on(
    single_process: SingleProcess, tiny_corpus: Path, tmp_path: Path
) -> None:
    """SIGSTOP: torchrun's SIGTERM does not reach it; after 30 s it sends SIGKILL."""
    run, lines = tmp_path / "run", []
    config = TinyRunConfig(tiny_corpus, steps=20, out=run, checkpoint_every=4, fault=("stop", 1, 10))
    run_experiment("tiny_run", 2, config=config, timeout=5, max_restarts=1, on_line=lines.append)
    assert any("rank 1 never came" in line for line in lines)
    assert logged_losses(run) == single_process(steps=20)["losses"]
    assert processes_naming(tmp_path) == []


def log_size(run: Path) -> int:
    return (run / "log.jsonl").stat().st_size if (run / "log.jsonl").exists() else -1


def children(pid: int) -> list[int]:
    out = subprocess.run(["pgrep", "-P", str(pid), "-f", MODULE], capture_output=True, text=True)
    return [int(line) for line in out.stdout.split()]
