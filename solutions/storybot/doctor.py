"""`storybot doctor` or `python -m storybot.doctor`: will the course run on this machine, and with which settings?

It imports nothing that may be missing before it has checked that it is there.
"""

from __future__ import annotations

import argparse
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
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from storybot.data_pipeline.machine_config import TokenizeConfig

GIGABYTE = 1 << 30
PACKAGES = ["numpy", "numba", "psutil", "pyarrow", "regex", "torch", "tqdm", "matplotlib", "safetensors"]
Status = Literal["ok", "warning", "problem"]


@dataclass(frozen=True)
class CheckResult:
    """What one check found, and what to do about it."""

    what: str
    status: Status
    detail: str
    advice: str = ""


def run_checks() -> list[CheckResult]:
    """Check everything that the course needs."""
    results = [check_python(), *map(check_package, PACKAGES)]
    if all(result.status == "ok" for result in results):
        results.append(check_kernels())
    return [*results, check_cores(), check_memory(), check_disk(), check_threads(), check_gpu()]


def check_python() -> CheckResult:
    """Python is new enough."""
    version = platform.python_version()
    if tuple(sys.version_info) >= (3, 11):
        return CheckResult("Python", "ok", version)
    return CheckResult("Python", "problem", version, "install Python 3.11 or newer")


def check_package(name: str) -> CheckResult:
    """A package is installed."""
    if importlib.util.find_spec(name) is None:
        return CheckResult(
            name, "problem", "missing", f'pip install -c constraints.txt -e ".[course]"   (or only {name})'
        )
    return CheckResult(name, "ok", importlib.metadata.version(name))


def check_kernels() -> CheckResult:
    """The compiled kernels of chapter 3 run; the first time they are compiled here."""
    import warnings

    from storybot.optimized_merges import load_kernels

    start = time.monotonic()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        ready = load_kernels() is not None
    if ready:
        return CheckResult("compiled kernels", "ok", f"ready after {time.monotonic() - start:.1f} s")
    reason = str(warned[-1].message) if warned else "they do not run"
    return CheckResult("compiled kernels", "warning", reason, "chapters 3 and 4 work, but slowly; reinstall numba")


def usable_cores() -> int:
    """The cores that this process may use (chapter 4 has the same; the doctor must not need its packages)."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_cores() -> CheckResult:
    """There is more than one core."""
    cores = usable_cores()
    size = "small" if cores <= 16 else "medium" if cores <= 32 else "large"
    if cores < 2:
        return CheckResult("cores", "warning", "1", "chapter 2 will show no speed-up with one core")
    return CheckResult("cores", "ok", f"{cores} ({size} machine)")


def check_memory() -> CheckResult:
    """There is enough free memory."""
    if importlib.util.find_spec("psutil") is None:
        return CheckResult("memory", "warning", "unknown: psutil is missing")
    import psutil

    memory = psutil.virtual_memory()
    detail = f"{memory.available / GIGABYTE:.1f} GB free of {memory.total / GIGABYTE:.1f} GB"
    if memory.available < GIGABYTE:
        return CheckResult("memory", "problem", detail, "close other programs: the course needs 1 GB, better 4")
    if memory.available < 4 * GIGABYTE:
        return CheckResult("memory", "warning", detail, "enough for the notebooks; for large corpora use fewer workers")
    return CheckResult("memory", "ok", detail)


def check_disk(folder: Path | None = None) -> CheckResult:
    """The disk of `folder` (default: the current one) has space and is not slow."""
    path = folder or Path.cwd()
    free = shutil.disk_usage(path).free
    speed = write_speed(path)
    detail = f"{free / GIGABYTE:.1f} GB free, writes {speed:.0f} MB/s ({disk_kind(path)})"
    if free < GIGABYTE:
        return CheckResult("disk", "problem", detail, "free some space: the course needs 1 GB")
    if speed < 50:
        return CheckResult("disk", "warning", detail, "a slow disk: keep shards compressed, and few writers at a time")
    return CheckResult("disk", "ok", detail)


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
        for device_folder in (path, path.parent):
            flag = device_folder / "queue" / "rotational"
            if flag.exists():
                return "rotating" if flag.read_text().strip() == "1" else "solid state"
    except (OSError, AttributeError):
        pass
    return "kind unknown"


def check_threads() -> CheckResult:
    """No environment variable asks for more threads than cores, or for one thread only."""
    names = ["OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "TOKENIZERS_PARALLELISM", "RAYON_NUM_THREADS"]
    given = {name: os.environ[name] for name in names if name in os.environ}
    cores = usable_cores()
    for name, value in given.items():
        if value.isdecimal() and int(value) > cores:
            return CheckResult(
                "thread settings", "warning", f"{name}={value}", f"more than the {cores} cores: unset it"
            )
        if name == "OMP_NUM_THREADS" and value == "1" and cores > 1:
            return CheckResult("thread settings", "warning", f"{name}=1", "training will use one core only: unset it")
    shown = ", ".join(f"{name}={value}" for name, value in given.items())
    return CheckResult("thread settings", "ok", shown or "none set")


def check_gpu() -> CheckResult:
    """Which GPU there is; none is needed."""
    if importlib.util.find_spec("torch") is None:
        return CheckResult("GPU", "ok", "unknown: torch is missing")
    import torch

    if torch.cuda.is_available():
        return CheckResult("GPU", "ok", torch.cuda.get_device_name(0))
    return CheckResult("GPU", "ok", "none; the course runs on the CPU")


def recommended_config() -> TokenizeConfig | None:
    """Settings of chapter 4 for this machine; None as long as packages are missing."""
    if any(check_package(name).status != "ok" for name in PACKAGES):
        return None
    from storybot.data_pipeline.machine_config import auto_config

    return auto_config()


def report(as_json: bool = False) -> tuple[str, int]:
    """What was found, as text or JSON, and the exit status: 0 only if the course will run."""
    results, config = run_checks(), recommended_config()
    status = 1 if any(result.status == "problem" for result in results) else 0
    if as_json:
        checks = [asdict(result) for result in results]
        content = {"ok": status == 0, "checks": checks, "settings": asdict(config) if config else None}
        return json.dumps(content, indent=1, ensure_ascii=False), status
    labels = {"ok": "ok     ", "warning": "warning", "problem": "PROBLEM"}
    lines = []
    for result in results:
        lines.append(f"{labels[result.status]}  {result.what:18} {result.detail}")
        if result.advice:
            lines.append(f"{'':9}{'':18} -> {result.advice}")
    if config:
        lines.append(f"\nsettings for this machine ({config.mode}): {config.workers} workers,")
        lines.append(f"  batches of {config.batch_docs} documents, write buffer {config.write_buffer >> 20} MB")
    lines.append("OK: the course will run." if status == 0 else "The course will not run yet: see PROBLEM above.")
    return "\n".join(lines), status


def main(arguments: list[str] | None = None) -> int:
    """Print the report; gives the exit status."""
    parser = argparse.ArgumentParser(prog="storybot doctor", description="Will the course run here?")
    parser.add_argument("--json", action="store_true", help="as JSON, for another program")
    text, status = report(parser.parse_args(arguments).json)
    print(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
