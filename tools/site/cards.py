"""`python -m tools.site.cards`: the picture that a shared link shows, one a language, drawn by Chromium.

Title and one sentence, and below them the beginning of the language's first story: its bytes, and the
characters that they make. assets/social/<code>.png carries the digest of what it was drawn from.
"""

from __future__ import annotations

import hashlib
import io
import sys
from html import escape
from pathlib import Path
from string import Template

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.stories import read_stories
from tools import ROOT
from tools.book.publishing import CARD_SIZE

FOLDER = ROOT / "assets/social"
TEMPLATE = ROOT / "assets/card.html"
CHROMIUM = "/usr/bin/chromium"
DIGEST = "made-from"  # the key in the PNG
BYTES = 18  # as many as fit in one row
COMMAND = "python -m tools.site.cards"


def card_page(code: str) -> str:
    """The card as a page of HTML."""
    language, words = LANGUAGES[code], load_ui_strings(code)
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        lang=language.bcp47,
        fonts=f"{language.fonts}," if language.fonts else "",
        title=escape(words["book"]["title"]),
        tagline=escape(words["site"]["tagline"]),
        characters="".join(map(character_box, first_characters(read_stories(code)[0].split("\n")[1]))),
        languages=" · ".join(language.name for language in LANGUAGES.values()),
    )


def first_characters(story: str) -> list[str]:
    """The beginning of the story, whole characters, as many as have room for their bytes."""
    characters, n_bytes = [], 0
    for character in story:
        n_bytes += len(character.encode("utf-8"))
        if n_bytes > BYTES:
            break
        characters.append(character)
    return characters


def character_box(character: str) -> str:
    """A character over its bytes.

    >>> character_box("é")
    '<div class="character" style="flex: 2"><b>é</b><span><i>c3</i><i>a9</i></span></div>'
    """
    data = character.encode("utf-8")
    cells = "".join(f"<i>{byte:02x}</i>" for byte in data)
    shown = "␣" if character == " " else escape(character)
    return f'<div class="character" style="flex: {len(data)}"><b>{shown}</b><span>{cells}</span></div>'


def digest(code: str) -> str:
    return hashlib.sha256(card_page(code).encode("utf-8")).hexdigest()[:16]


def write_card(code: str, picture: bytes) -> None:
    """Save a screenshot in few colours, with the digest of its page."""
    with Image.open(io.BytesIO(picture)) as screenshot:
        image = screenshot.convert("RGB").quantize(128)
    notes = PngInfo()
    notes.add_text(DIGEST, digest(code))
    image.save(card_path(code), optimize=True, pnginfo=notes)


def card_path(code: str) -> Path:
    return FOLDER / f"{code}.png"


def read_digest(path: Path) -> str | None:
    with Image.open(path) as image:
        found: str | None = image.info.get(DIGEST)
        return found


def stale_cards() -> list[str]:
    """Every card that is missing or was drawn from other words."""
    problems = []
    for code in LANGUAGES:
        path = card_path(code)
        if not path.exists():
            problems.append(f"assets/social/{code}.png is missing: run `{COMMAND}`")
        elif read_digest(path) != digest(code):
            problems.append(f"assets/social/{code}.png is stale: run `{COMMAND}`")
    return problems


def main() -> int:
    from playwright.sync_api import sync_playwright  # only drawing needs it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": CARD_SIZE[0], "height": CARD_SIZE[1]})
        for code in LANGUAGES:
            page.set_content(card_page(code))
            write_card(code, page.screenshot())
            print(f"{card_path(code).relative_to(ROOT)}: {card_path(code).stat().st_size / 1000:.0f} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
