"""The book as a zip that opens from disk: unpack it, and open `index.html`.

One zip has all languages, because the switch on every page leads to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tools.print.archive import write_archive

TOP = "bytes-to-stories"
LEFT_OUT = (".map", ".buildinfo", ".inv", ".LICENSE.txt", "/sbt-webpack-macros.html", "/webpack-macros.html")
FOLDERS_LEFT_OUT = {"_sources", "jupyter_execute", "locales"}  # what no page asks for


def write_offline(path: Path, site: Path, date: datetime) -> None:
    write_archive(path, site_files(site), date)


def site_files(site: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(site.rglob("*")):
        name = file.relative_to(site)
        if file.is_file() and not FOLDERS_LEFT_OUT & set(name.parts) and not file.as_posix().endswith(LEFT_OUT):
            yield f"{TOP}/{name.as_posix()}", file.read_bytes()
