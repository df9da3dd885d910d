"""Accidents on purpose, to see what happens then."""

from __future__ import annotations

import os
import signal
import time

from storybot.training_loop.loop import Progress

KINDS = ("kill", "stop", "raise", "leave")


class FaultInjector:
    """A callback: after a step, this process is killed, stopped, raises an error, or stays away."""

    def __init__(self, kind: str, step: int) -> None:
        if kind not in KINDS:
            raise ValueError(f"an accident is one of {', '.join(KINDS)}, not {kind!r}")
        self.kind, self.step = kind, step

    def __call__(self, progress: Progress) -> None:
        if progress.step != self.step:
            return
        print(f"rank {os.environ.get('RANK', '0')}: {self.kind} after step {self.step}", flush=True)
        if self.kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.kind == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif self.kind == "raise":
            raise RuntimeError("an accident")
        else:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            time.sleep(3600)
