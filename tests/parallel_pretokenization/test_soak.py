"""Long: workers killed at random moments, again and again. Run by `make soak`."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import psutil
import pytest

from storybot.stories import write_corpus
from tests.parallel_pretokenization.test_failures import Counting

pytestmark = pytest.mark.soak


def test_a_kill_at_any_moment_is_never_a_hang(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    write_corpus(corpus, 40_000_000)
    dice = random.Random(0)
    ended = {"finished": 0, "died": 0}
    for _ in range(20):
        counting = Counting(corpus)
        time.sleep(dice.uniform(0, 2.5))
        victim = dice.choice(counting.children)
        if psutil.pid_exists(victim):
            os.kill(victim, signal.SIGKILL)
        code, out, err = counting.end(seconds=60)
        assert ("finished" in out) == (code == 0)
        assert code == 0 or "WorkerDiedError" in err
        assert counting.left_behind() == []
        ended["finished" if code == 0 else "died"] += 1
    assert ended["died"] > 5, ended
