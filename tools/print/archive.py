"""Zip files that are the same whenever they hold the same: fixed order, one date, one mode."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

PACKED = (".png", ".jpg", ".woff", ".woff2", ".gz")  # compressed already


def write_archive(path: Path, files: Iterable[tuple[str, bytes]], date: datetime, stored: str = "") -> None:
    """Write name and content of each file, in this order. The file `stored` is not compressed."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files:
            info = zipfile.ZipInfo(name, date.timetuple()[:6])
            info.external_attr = 0o644 << 16
            plain = name == stored or name.endswith(PACKED)
            archive.writestr(info, content, zipfile.ZIP_STORED if plain else zipfile.ZIP_DEFLATED, 9)
