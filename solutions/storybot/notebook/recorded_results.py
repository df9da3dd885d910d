"""Results that take too long to make in a notebook: measured once by a script in `benchmarks`, and kept as JSON.

A chapter's results lie in its folder `recorded`, so that they are installed with the package and need no network.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]


def recorded(name: str, folder: Path = PACKAGE) -> dict[str, Any]:
    """The record of this name, whatever chapter it belongs to.

    Its keys are `script`, `date`, `machine`, `versions`, `seeds`, `settings` and `results`.

    >>> recorded("model_ablations")["script"]
    'benchmarks/bench_model_ablations.py'
    """
    found = {path.stem: path for path in sorted(folder.glob("*/recorded/*.json"))}
    if name not in found:
        raise ValueError(f"there is no recorded result {name!r}; there are: {', '.join(found) or 'none'}")
    record: dict[str, Any] = json.loads(found[name].read_text(encoding="utf-8"))
    return record
