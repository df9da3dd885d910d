"""Start processes with torchrun, watch them, and leave none behind."""

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
TORCHRUN = re.compile(r"[IWE]\d{4} ")  # how torchrun begins its own lines


def torchrun_command(
    module: str, arguments: Sequence[str], processes: int, restarts: int = 0, options: Sequence[str] = ()
) -> list[str]:
    """The command line: what `torchrun` itself is short for.

    >>> print(*torchrun_command("storybot.ddp", ["--out", "run"], 2)[2:])
    torch.distributed.run --standalone --nproc-per-node=2 --max-restarts=0 -m storybot.ddp --out run
    """
    chosen = [*options, f"--nproc-per-node={processes}", f"--max-restarts={restarts}"]
    if not any("rdzv" in option for option in chosen):
        chosen.insert(0, "--standalone")
    return [sys.executable, "-m", "torch.distributed.run", *chosen, "-m", module, *arguments]


def environment(processes: int) -> dict[str, str]:
    """Of the processes: the cores of this machine are shared out, unless somebody has decided otherwise."""
    threads = str(max(1, (os.cpu_count() or 1) // processes))
    return {"OMP_NUM_THREADS": threads, "PYTHONUNBUFFERED": "1", **os.environ}


def launch(
    module: str,
    arguments: Sequence[str] = (),
    processes: int = 2,
    restarts: int = 0,
    show: Callable[[str], None] | None = None,
) -> list[str]:
    """Run a module on so many processes of this machine, and give back what they print, line by line.

    Each line goes to `show` as it comes. An error in a process is an error here. What happens, all of them end.
    """
    command = torchrun_command(module, arguments, processes, restarts)
    lines: list[str] = []
    with started(command, processes) as agent:
        assert agent.stdout is not None
        for line in agent.stdout:
            lines.append(line.rstrip("\n"))
            if show is not None:
                show(lines[-1])
        code = agent.wait()
    if code != 0:
        raise RuntimeError(f"torchrun ended with code {code}:\n" + "\n".join(strip_torchrun_log(lines)[-30:]))
    return lines


def strip_torchrun_log(lines: list[str]) -> list[str]:
    """What the ranks have said, without torchrun's own long story of how it ended.

    >>> strip_torchrun_log(["rank 1: oh", "E1116 20:04:57.1 12 torch/distributed/elastic: failed", "Traceback"])
    ['rank 1: oh']
    """
    ends = (number for number, line in enumerate(lines) if TORCHRUN.match(line) and "failed" in line)
    return lines[: next(ends, len(lines))]


@contextlib.contextmanager
def sigterm_as_keyboard_interrupt() -> Iterator[None]:
    """SIGTERM is taken as Ctrl-C; the processes that were started must end first."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def end_with_parent() -> None:
    """Called in the new process: when the one that started it is killed, Linux sends it SIGTERM."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextlib.contextmanager
def started(command: Sequence[str], processes: int):  # type: ignore[no-untyped-def]
    """torchrun, running; when the block is left for any reason, it and its processes are gone."""
    agent = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
        env=environment(processes), start_new_session=True, preexec_fn=end_with_parent if LIBC is not None else None,
    )  # fmt: skip
    try:
        yield agent
    finally:
        if agent.poll() is None:
            agent.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                agent.wait(10)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(agent.pid, signal.SIGKILL)  # its whole session: also those that did not listen
        agent.wait()
        if agent.stdout is not None:
            agent.stdout.close()
