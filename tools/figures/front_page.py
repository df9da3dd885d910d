"""The picture of the first page: how fast each rung of chapter 3 was, from the benchmark's results."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

from tools import ROOT
from tools.figures.canvas import Picture
from tools.figures.palette import FIRST, INK, MUTED, NEXT, PLAIN
from tools.figures.words import Words

RESULT = "benchmarks/results/merge_ladder.json"
WIDTH, ROW, SHORTEST = 424, 43, 12  # narrow enough for a phone; from rung to rung; the length of the shortest bar


@cache
def read_result() -> dict[str, Any]:
    result: dict[str, Any] = json.loads((ROOT / RESULT).read_text(encoding="utf-8"))
    return result


def speed_ladder(w: Words) -> Picture:
    """A bar for each rung on a logarithmic scale, the lowest rung on top, because the eye begins there."""
    seconds: dict[str, float] = read_result()["results"]["seconds"]
    slowest, fastest = max(seconds.values()), min(seconds.values())
    p = Picture(WIDTH, ROW * len(seconds))
    for number, (name, value) in enumerate(seconds.items()):
        y = number * ROW
        a, b = rounded(value), rounded(slowest / value)
        text = w("{a} s · {b} times as fast", a=a, b=b) if number else w("{n} seconds", n=a)
        p.text(1, y + 15, w(name), 14, INK, "start")
        p.text(WIDTH - 1, y + 15, text, 12, INK if value == fastest else MUTED, "end")
        share = math.log(value / fastest) / math.log(slowest / fastest)
        paint = PLAIN if number == 0 else FIRST if value == fastest else NEXT
        p.box(1, y + 21, SHORTEST + share * (WIDTH - 2 - SHORTEST), "", paint, h=14)
    return p


def rounded(value: float) -> str:
    """Two digits that count, without more: a time is no more exact than that.

    >>> rounded(0.04321), rounded(3.27), rounded(251.3), rounded(2511)
    ('0.043', '3.3', '250', '2,500')
    """
    digits = 1 - math.floor(math.log10(value))
    return f"{round(value, digits):,.{max(digits, 0)}f}"


FIGURES = {"speed-ladder": speed_ladder}
