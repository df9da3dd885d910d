"""What the front matter and the metadata say: who, when, and the name by which an e-reader knows the book."""

from __future__ import annotations

import re
import subprocess
import uuid
from datetime import UTC, datetime
from html import escape

import yaml

from tools import ROOT
from tools.print.reading import Book, to_html

SPACE = uuid.UUID("6f1d5a40-5b0e-4c57-9b0c-3c6f1f6b2a11")  # ours: identifiers stay the same from edition to edition


def edition_date() -> datetime:
    """When the newest commit was made; without git, the newest date in the changelog. Not today: editions repeat."""
    command = ["git", "log", "-1", "--format=%cI"]
    try:
        stamp = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        stamp = ""
    if not stamp:
        dates = re.findall(r"^## \[.*\] - (\d{4}-\d\d-\d\d)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
        if not dates:
            raise RuntimeError("no date for the edition: neither git nor CHANGELOG.md has one")
        stamp = max(dates)
    date = datetime.fromisoformat(stamp)
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)


def identifier(language: str) -> str:
    """
    >>> identifier("en") == identifier("en") != identifier("ja")
    True
    """
    return f"urn:uuid:{uuid.uuid5(SPACE, f'bytes-to-stories-{language}')}"


def author() -> str:
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    return str(config["author"])


def title_page(book: Book, date: datetime) -> str:
    """The page after the cover, in EPUB and PDF alike."""
    words = book.words
    return (
        f'<section class="titlepage"><h1>{escape(book.title)}</h1><p class="subtitle">{escape(words["subtitle"])}</p>'
        f'<p class="author">{escape(author())}</p>'
        f'<p class="date">{escape(words["edition"].format(date=f"{date:%Y-%m-%d}"))}</p>'
        f'<p class="about">{to_html(words["about"])}</p><p class="about">{escape(words["figures"])}</p></section>'
    )
