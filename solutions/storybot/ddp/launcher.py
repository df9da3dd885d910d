"""Start ranks with torchrun, read what they print, and make sure that none of them outlives the caller."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
SECONDS_UNTIL_SIGKILL = 10
TORCHRUN_LOG = re.compile(r"[IWE]\d{4} ")  # how torchrun's own log lines begin
FAILURE_EVENTS = (
    re.compile(r"(?P<event>rank \d+: (kill|stop|raise|hang) after step \d+)"),
    re.compile(r"(?P<event>rank \d+ failed in .*?)\. The backend says"),
    re.compile(
        r"^[IWE]\d{4} .*?\] (?P<event>Sending process \d+ closing signal \w+"
        r"|failed \(exitcode: -?\d+\) local_rank: \d+)"
    ),
)


def torchrun_command(
    module: str, arguments: Sequence[str], nproc: int, max_restarts: int = 0, options: Sequence[str] = ()
) -> list[str]:
    """The command line that `torchrun` is short for. `options` are more options of torchrun's own.

    >>> print(*torchrun_command("storybot.ddp", ["--out", "run"], 2)[2:])
    torch.distributed.run --standalone --nproc-per-node=2 --max-restarts=0 -m storybot.ddp --out run
    """
    all_options = [*options, f"--nproc-per-node={nproc}", f"--max-restarts={max_restarts}"]
    if not any("rdzv" in option for option in all_options):
        all_options.insert(0, "--standalone")
    return [sys.executable, "-m", "torch.distributed.run", *all_options, "-m", module, *arguments]


def available_cores() -> int:
    """How many cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def warn_if_oversubscribed(nproc: int) -> bool:
    """Say on stderr that more ranks were asked for than there are cores; returns whether it did.

    >>> warn_if_oversubscribed(1)
    False
    """
    cores = available_cores()
    if nproc <= cores:
        return False
    print(
        f"storybot: warning: {nproc} processes share {cores} core{'s' if cores > 1 else ''}. Each step waits for the "
        f"slowest process, so this trains more slowly than --nproc {cores}",
        file=sys.stderr,
        flush=True,
    )
    return True


def rank_environment(nproc: int) -> dict[str, str]:
    """The environment of the ranks: the cores are divided between them, unless OMP_NUM_THREADS is already set.

    >>> "OMP_NUM_THREADS" in rank_environment(2)
    True
    """
    threads = str(max(1, available_cores() // nproc))
    return {"OMP_NUM_THREADS": threads, "PYTHONUNBUFFERED": "1", **os.environ}


def launch(
    module: str,
    arguments: Sequence[str] = (),
    nproc: int = 2,
    max_restarts: int = 0,
    on_line: Callable[[str], None] | None = None,
) -> list[str]:
    """Run a module on `nproc` ranks of this machine and return the lines that they print.

    Each line also goes to `on_line` as it comes. An error in a rank is a RuntimeError here. However the call ends,
    no rank is left running.

    `launch("storybot.ddp", ["--out", "run"], nproc=2)` trains on two ranks.
    """
    command = torchrun_command(module, arguments, nproc, max_restarts)
    lines: list[str] = []
    with torchrun(command, nproc) as agent:
        assert agent.stdout is not None
        for line in agent.stdout:
            lines.append(line.rstrip("\n"))
            if on_line is not None:
                on_line(lines[-1])
        code = agent.wait()
    if code != 0:
        raise RuntimeError(f"torchrun ended with code {code}:\n" + "\n".join(strip_torchrun_log(lines)[-30:]))
    return lines


@contextlib.contextmanager
def torchrun(command: Sequence[str], nproc: int) -> Iterator[subprocess.Popen[str]]:
    """torchrun's agent, running; when the block is left for any reason, the agent and its ranks have ended."""
    agent = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
        env=rank_environment(nproc), start_new_session=True,
        preexec_fn=_end_with_parent if LIBC is not None else None,
    )  # fmt: skip
    try:
        yield agent
    finally:
        if agent.poll() is None:
            agent.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                agent.wait(SECONDS_UNTIL_SIGKILL)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(agent.pid, signal.SIGKILL)  # its whole session: ranks that ignored SIGTERM, too
        agent.wait()
        if agent.stdout is not None:
            agent.stdout.close()


def _end_with_parent() -> None:
    """Called in the new process: when its parent is killed, Linux sends it SIGTERM."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextlib.contextmanager
def sigterm_as_keyboard_interrupt() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C inside the block, so that `finally` blocks run and the ranks end first."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def strip_torchrun_log(lines: list[str]) -> list[str]:
    """What the ranks have printed, without torchrun's long report on how they ended.

    >>> strip_torchrun_log(["rank 1: oh", "E1116 20:04:57.1 12 torch/distributed/elastic: failed", "Traceback"])
    ['rank 1: oh']
    """
    ends = (number for number, line in enumerate(lines) if TORCHRUN_LOG.match(line) and "failed" in line)
    return lines[: next(ends, len(lines))]


def summarize_failure(lines: list[str]) -> list[str]:
    """Who died, what the others noticed, what torchrun did; without tracebacks, dates and paths.

    >>> log = ["rank 1: kill after step 13", "[rank0]: Traceback"]
    >>> summarize_failure([*log, "E1117 19:21 1 api.py:2] failed (exitcode: -9) local_rank: 1 (pid: 7) of binary: x"])
    ['rank 1: kill after step 13', 'torchrun: failed (exitcode: -9) local_rank: 1']
    """
    events = []
    for line in lines:
        match = next((match for pattern in FAILURE_EVENTS if (match := pattern.search(line))), None)
        if match is not None:
            events.append(("torchrun: " if TORCHRUN_LOG.match(line) else "") + match["event"])
    return events
