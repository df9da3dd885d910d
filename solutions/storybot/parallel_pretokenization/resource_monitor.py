"""Watch memory and processor time of this process and its children while something runs."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Sample:
    """Resource use at one moment; memory in bytes, processor use in cores."""

    seconds: float
    parent_rss: int
    children_rss: int
    cores: float
    n_children: int


class Monitor:
    """Samples memory and processor use in a thread while its block runs.

    >>> with Monitor(interval=0.01) as monitor:
    ...     pass
    >>> monitor.peak_parent > 0
    True
    """

    def __init__(self, interval: float = 0.1) -> None:
        if interval <= 0:
            raise ValueError(f"interval must be more than 0 seconds, not {interval}")
        self.interval = interval
        self.samples: list[Sample] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Monitor:
        self._start = time.monotonic()
        self._last: dict[int, float] = {}
        self._last_time = self._start
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def peak_parent(self) -> int:
        """The most memory that this process held, in bytes."""
        return max(sample.parent_rss for sample in self.samples)

    @property
    def peak_total(self) -> int:
        """The most memory that this process and its children held together."""
        return max(sample.parent_rss + sample.children_rss for sample in self.samples)

    def plot(self, ax: Axes) -> None:
        """Memory of parent and children over time."""
        seconds = [sample.seconds for sample in self.samples]
        parent = [sample.parent_rss / 1e6 for sample in self.samples]
        children = [sample.children_rss / 1e6 for sample in self.samples]
        ax.stackplot(seconds, parent, children, labels=["parent", "workers"], alpha=0.7)
        ax.set_xlabel("seconds")
        ax.set_ylabel("memory (RSS), MB")
        ax.legend(loc="upper left")

    def _watch(self) -> None:
        me = psutil.Process()
        while True:
            self.samples.append(self._sample(me))
            if self._stop.wait(self.interval):
                self.samples.append(self._sample(me))
                return

    def _sample(self, me: psutil.Process) -> Sample:
        """Take one sample. A child that ends meanwhile is left out."""
        now, used, rss = time.monotonic(), 0.0, {}
        for process in [me, *me.children(recursive=True)]:
            try:
                times, rss[process.pid] = process.cpu_times(), process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
            spent = times.user + times.system
            used += max(0.0, spent - self._last.get(process.pid, spent))
            self._last[process.pid] = spent
        passed = now - self._last_time
        self._last_time = now
        cores = used / passed if passed > 0 else 0.0
        children = sum(rss.values()) - rss.get(me.pid, 0)
        return Sample(now - self._start, rss.get(me.pid, 0), children, cores, len(rss) - 1)
