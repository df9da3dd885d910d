"""The monitor sees this process and its children; Amdahl's law there and back."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from storybot.parallel_pretokenization import Monitor, amdahl_speedup, choose_batch_size, parallel_fraction
from tests.helpers import wait_until

BUSY = """
import sys, time
block = bytearray(60_000_000)
print("ready", flush=True)
sys.stdin.readline()
start = time.process_time()
while time.process_time() - start < 0.5:
    pass
print("done", flush=True)
sys.stdin.readline()
"""


def test_it_sees_memory_and_children() -> None:
    """The child waits until it has been sampled before and after its work, however busy the machine is."""
    with Monitor(interval=0.02) as monitor:
        block = bytearray(80_000_000)
        with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            for word in (b"ready\n", b"done\n"):
                assert child.stdout.readline() == word
                sampled = len(monitor.samples)
                wait_until(lambda n=sampled: len(monitor.samples) >= n + 2)  # type: ignore[misc]
                child.stdin.write(b"go on\n")
                child.stdin.flush()
        del block
    assert monitor.peak_parent > 80_000_000
    assert max(sample.children_rss for sample in monitor.samples) > 60_000_000
    assert max(sample.n_children for sample in monitor.samples) >= 1
    core_seconds = sum(after.cores * (after.seconds - before.seconds) for before, after in pairwise(monitor.samples))
    assert core_seconds > 0.4, "the child used half a second of a core"
    assert monitor.peak_total >= monitor.peak_parent
    assert [s.seconds for s in monitor.samples] == sorted(s.seconds for s in monitor.samples)


def test_it_ends_with_an_error_too() -> None:
    monitor = Monitor(0.01)
    with contextlib.suppress(KeyError), monitor:
        raise KeyError
    assert len(monitor.samples) >= 2, "one at the start and one at the end"
    assert "_watch" not in {thread.name.rpartition("(")[2].rstrip(")") for thread in threading.enumerate()}


def test_it_plots() -> None:
    with Monitor(0.01) as monitor:
        pass
    fig, ax = plt.subplots()
    monitor.plot(ax)
    assert ax.get_xlabel() == "seconds"
    plt.close(fig)
    with pytest.raises(ValueError, match="more than 0 seconds"):
        Monitor(0)


@given(st.floats(0, 1), st.integers(2, 1000))
def test_amdahl_there_and_back(share: float, workers: int) -> None:
    assert parallel_fraction(amdahl_speedup(share, workers), workers) == pytest.approx(share, abs=1e-9)
    assert 1 <= amdahl_speedup(share, workers) <= workers + 1e-9


def test_one_worker_tells_nothing() -> None:
    with pytest.raises(ValueError, match="measure at least 2"):
        parallel_fraction(1.0, 1)


def test_the_smallest_good_batch() -> None:
    assert choose_batch_size({1: 2.0, 2: 1.0, 4: 1.04, 8: 0.99}) == 2
    assert choose_batch_size({8: 1.0}) == 8
    with pytest.raises(ValueError, match="no measurements"):
        choose_batch_size({})


@pytest.mark.parametrize(
    ("share", "workers", "message"),
    [(-0.1, 2, "from 0 to 1, not -0.1"), (1.5, 2, "from 0 to 1, not 1.5"), (0.5, 0, "at least 1, not 0")],
)
def test_amdahl_refuses_what_makes_no_sense(share: float, workers: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        amdahl_speedup(share, workers)
