"""Which processes are running."""

from __future__ import annotations

from pathlib import Path


def processes_naming(folder: Path) -> list[str]:
    """The command lines of all processes that name this folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(folder) in line:
            found.append(line)
    return found
