"""Results on disk: a number in the book comes from a JSON file in `benchmarks/results`, written by its script.

    from record import write_result
    write_result("bpe_merges", settings={"merges": 1000}, seeds=[0, 1, 2], results={"ours": 1.25})

writes `benchmarks/results/bpe_merges.json` with the same seven keys as every other file there: `script`, `date`,
`machine`, `versions`, `seeds`, `settings`, `results`. Who doubts a number can then see where it was measured, with
which versions, and which command to run again.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import shutil
import sys
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
REPOSITORY = Path(__file__).resolve().parent.parent
PACKAGES = ("torch", "numpy", "storybot")


def machine() -> str:
    """The processor's model name and the number of cores this process may use."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = names[0] if names else name
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name}, {cores} cores"


def versions(packages: Sequence[str] = PACKAGES) -> dict[str, str]:
    """The versions of Python and of these packages, for those that are installed."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def running_script() -> str:
    """The path of the running script, from the repository's top where it lies in there."""
    path = Path(sys.argv[0]).resolve()
    return str(path.relative_to(REPOSITORY)) if path.is_relative_to(REPOSITORY) else path.name


def write_result(
    name: str,
    settings: Mapping[str, Any],
    seeds: Sequence[int],
    results: Any,
    *,
    peers: Sequence[str] = (),
    folder: Path = RESULTS,
) -> Path:
    """Write `folder/name.json` and return its path. `peers` are packages whose versions also matter.

    `settings` say what was run (shapes, rounds, options), `seeds` which random seeds (empty if nothing is random),
    and `results` is whatever the plot or the text needs; all three must be JSON values.
    """
    if not name or Path(name).name != name or name.endswith(".json"):
        raise ValueError(f"the name of a result is a plain word without folder or ending, not {name!r}")
    record = {
        "script": running_script(),
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "versions": versions((*PACKAGES, *peers)),
        "seeds": list(seeds),
        "settings": dict(settings),
        "results": results,
    }
    path = folder / f"{name}.json"
    text = json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    folder.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"wrote {path}", file=sys.stderr)
    return path


def copy_to_package(path: Path, chapter: str = "training_loop") -> None:
    """Copy a result to where the notebook finds it, `storybot/<chapter>/recorded`."""
    shutil.copyfile(path, REPOSITORY / "solutions" / "storybot" / chapter / "recorded" / path.name)
