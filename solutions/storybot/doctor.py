"""`storybot doctor`: will the course run on this machine, and with which settings is it at its best?"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from storybot.data_pipeline.machine_config import GIGABYTE, auto_config, usable_cores

OK, WARNING, PROBLEM = "ok", "warning", "problem"
PACKAGES = ["numpy", "numba", "pyarrow", "regex", "torch", "tqdm", "matplotlib", "safetensors"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    what: str
    status: str
    found: str
    advice: str = ""


def examine() -> list[Finding]:
    """Look at everything the course needs."""
    findings = [check_python(), *map(check_package, PACKAGES)]
    if all(f.status == OK for f in findings):
        findings.append(check_kernels())
    return [*findings, check_cores(), check_memory(), check_disk(), check_threads(), check_gpu()]


def check_python() -> Finding:
    version = platform.python_version()
    if tuple(sys.version_info) >= (3, 11):
        return Finding("Python", OK, version)
    return Finding("Python", PROBLEM, version, "install Python 3.11 or newer")


def check_package(name: str) -> Finding:
    if importlib.util.find_spec(name) is None:
        return Finding(name, PROBLEM, "missing", f'pip install -c constraints.txt -e ".[course]"   (or only {name})')
    return Finding(name, OK, importlib.metadata.version(name))


def check_kernels() -> Finding:
    import warnings

    from storybot.optimized_merges import load_kernels

    start = time.monotonic()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        ready = load_kernels() is not None
    if ready:
        return Finding("compiled kernels", OK, f"ready after {time.monotonic() - start:.1f} s")
    reason = str(seen[-1].message) if seen else "they do not run"
    return Finding("compiled kernels", WARNING, reason, "chapters 3 and 4 work, but slowly; reinstall numba")


def check_cores() -> Finding:
    cores = usable_cores()
    size = "small" if cores <= 16 else "medium" if cores <= 32 else "large"
    if cores < 2:
        return Finding("cores", WARNING, "1", "chapter 2 will show no speed-up with one core")
    return Finding("cores", OK, f"{cores} ({size} machine)")


def check_memory() -> Finding:
    memory = psutil.virtual_memory()
    found = f"{memory.available / GIGABYTE:.1f} GB free of {memory.total / GIGABYTE:.1f} GB"
    if memory.available < GIGABYTE:
        return Finding("memory", PROBLEM, found, "close other programs: the course needs 1 GB, better 4")
    if memory.available < 4 * GIGABYTE:
        return Finding("memory", WARNING, found, "enough for the notebooks; for large corpora use fewer workers")
    return Finding("memory", OK, found)


def check_disk(folder: Path | None = None) -> Finding:
    place = folder or Path.cwd()
    free = shutil.disk_usage(place).free
    speed = write_speed(place)
    found = f"{free / GIGABYTE:.1f} GB free, writes {speed:.0f} MB/s ({disk_kind(place)})"
    if free < GIGABYTE:
        return Finding("disk", PROBLEM, found, "free some space: the course needs 1 GB")
    if speed < 50:
        return Finding("disk", WARNING, found, "a slow disk: keep shards compressed, and few writers at a time")
    return Finding("disk", OK, found)


def write_speed(folder: Path, n_bytes: int = 16 << 20) -> float:
    """MB/s of writing a small file through to the disk."""
    start = time.perf_counter()
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(n_bytes))
        file.flush()
        os.fsync(file.fileno())
    return n_bytes / 1e6 / max(time.perf_counter() - start, 1e-9)


def disk_kind(folder: Path) -> str:
    """Solid state or rotating, where the system tells."""
    try:
        device = os.stat(folder).st_dev  # noqa: PTH116
        path = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
        for place in (path, path.parent):
            flag = place / "queue" / "rotational"
            if flag.exists():
                return "rotating" if flag.read_text().strip() == "1" else "solid state"
    except (OSError, AttributeError):
        pass
    return "kind unknown"


def check_threads() -> Finding:
    names = ["OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "TOKENIZERS_PARALLELISM", "RAYON_NUM_THREADS"]
    given = {name: os.environ[name] for name in names if name in os.environ}
    cores = usable_cores()
    for name, value in given.items():
        if value.isdecimal() and int(value) > cores:
            return Finding("thread settings", WARNING, f"{name}={value}", f"more than the {cores} cores: unset it")
        if name == "OMP_NUM_THREADS" and value == "1" and cores > 1:
            return Finding("thread settings", WARNING, f"{name}=1", "training will use one core only: unset it")
    shown = ", ".join(f"{name}={value}" for name, value in given.items())
    return Finding("thread settings", OK, shown or "none set")


def check_gpu() -> Finding:
    if importlib.util.find_spec("torch") is None:
        return Finding("GPU", OK, "unknown: torch is missing")
    import torch

    if torch.cuda.is_available():
        return Finding("GPU", OK, torch.cuda.get_device_name(0))
    return Finding("GPU", OK, "none; the course runs on the CPU")


def advice() -> dict[str, object]:
    """Recommended settings for this machine."""
    return asdict(auto_config())


def report(as_json: bool = False) -> tuple[str, int]:
    """What was found, as text or JSON, and the exit status: 0 only if the course will run."""
    findings = examine()
    status = 1 if any(f.status == PROBLEM for f in findings) else 0
    if as_json:
        content = {"ok": status == 0, "findings": [asdict(f) for f in findings], "settings": advice()}
        return json.dumps(content, indent=1, ensure_ascii=False), status
    signs = {OK: "ok     ", WARNING: "warning", PROBLEM: "PROBLEM"}
    lines = []
    for finding in findings:
        lines.append(f"{signs[finding.status]}  {finding.what:18} {finding.found}")
        if finding.advice:
            lines.append(f"{'':9}{'':18} -> {finding.advice}")
    chosen = auto_config()
    lines.append(f"\nsettings for this machine ({chosen.mode}): {chosen.workers} workers,")
    lines.append(f"  batches of {chosen.batch_docs} documents, write buffer {chosen.write_buffer >> 20} MB")
    lines.append("OK: the course will run." if status == 0 else "The course will not run yet: see PROBLEM above.")
    return "\n".join(lines), status
