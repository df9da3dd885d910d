"""Where the storyteller's files lie, and what is read of them to build a page: no PyTorch is needed for that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from storybot.bpe_basics import unescape_bytes
from tools import ROOT

FOLDER = ROOT / "assets" / "static" / "storyteller"


def asset_path(language: str, folder: Path = FOLDER) -> Path:
    """The model of a language, as a script."""
    return folder / f"{language}.js"


def recording_path(language: str, folder: Path = FOLDER) -> Path:
    """The recorded story of a language."""
    return folder / f"recorded-{language}.json"


def read_recording(language: str, folder: Path = FOLDER) -> dict[str, Any]:
    """The recorded story of a language, with what was asked for and the probabilities of every token."""
    content: dict[str, Any] = json.loads(recording_path(language, folder).read_text(encoding="utf-8"))
    return content


def told_text(recording: dict[str, Any]) -> str:
    """The text of a recorded story, its opening included."""
    return b"".join(unescape_bytes(token["bytes"]) for token in recording["tokens"]).decode("utf-8", "replace")
