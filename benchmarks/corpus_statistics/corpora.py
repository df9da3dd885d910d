"""The real corpora of these measurements, one a language, read from STORYBOT_DATA."""

from __future__ import annotations

import lzma
import os
from pathlib import Path

from storybot.special_tokens import END

DATA = Path(os.environ.get("STORYBOT_DATA", Path(__file__).parents[3] / "shared" / "data"))
CORPORA = {"en": "en_wiki", "ja": "ja_aozora", "ko": "ko_wiki", "zh": "zh_wiki"}


def read_documents(name: str, most_bytes: int = -1) -> list[str]:
    """The documents of a corpus, without the special token after each.

    With `most_bytes`, those that end within that many bytes.
    """
    with lzma.open(DATA / f"{name}.txt.xz") as packed:
        data = packed.read(most_bytes)
    return [part for part in data.decode("utf-8", errors="ignore").split(END)[:-1] if part.strip()]
