"""How much a page asks for: bytes as a plain server sends them, without compression, and the number of requests.

Bytes and requests are the same on every machine, which times are not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Page, expect

from storybot.languages import LANGUAGES
from tests.browser.conftest import Watched
from tests.browser.test_book import CHAPTERS, PAGES
from tools.book import build
from tools.book.fonts import ITALICS

MOST = 1_000_000  # bytes of a page with everything in it
MOST_WITHOUT_CHAPTER = 550_000  # of a page that is no chapter: the framework, a little text, a recorded story
REQUESTS = 50


def count_bytes(page: Page) -> dict[str, int]:
    """A dictionary that fills while the page loads: path of a file -> its bytes on the wire, headers included."""
    paths: dict[str, str] = {}
    files: dict[str, int] = {}

    def answered(event: dict[str, Any]) -> None:
        if event["response"]["url"].startswith("http"):
            paths[event["requestId"]] = event["response"]["url"].partition("?")[0].split("/", 3)[3]
            assert "content-encoding" not in event["response"]["headers"], "the server does not compress"

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in paths:
            files[paths[event["requestId"]]] = int(event["encodedDataLength"])

    protocol = page.context.new_cdp_session(page)
    protocol.on("Network.responseReceived", answered)
    protocol.on("Network.loadingFinished", finished)
    protocol.send("Network.enable")
    return files


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_loads_cleanly_and_is_light(watched: Watched, language: str, name: str) -> None:
    """No error, no request to another host (see `Watched`), and few bytes, on a first visit that reads to the end."""
    files = count_bytes(watched.page)
    page = watched.goto(f"{language}/{name}.html")
    tag = page.locator("html").get_attribute("lang") or ""
    assert tag.replace("_", "-").split("-")[0] == language
    expect(page.locator("h1:visible").first).to_be_visible()

    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_load_state("networkidle")
    heaviest = sorted(files.items(), key=lambda item: -item[1])[:6]
    full = name in CHAPTERS or name == "search"
    assert 100_000 < sum(files.values()) < (MOST if full else MOST_WITHOUT_CHAPTER), heaviest
    assert len(files) <= REQUESTS
    assert min(files.values()) > 0, "everything was measured"
    names = " ".join(files)
    assert ("playground" in names) == (name == "01-bpe-basics"), "what belongs to one page is loaded by no other"
    assert ("attention-" in names) == (name == "interlude-model")
    assert ("search-index" in names) == (name == "search")
    assert ("math.woff" in names) == (page.locator("math").count() > 0)


def signs_in(font: Path) -> set[str]:
    with TTFont(font) as loaded:
        return {chr(code) for code in loaded.getBestCmap()}


def test_the_icons_of_the_pages_are_in_the_font(watched: Watched) -> None:
    """The font is cut down to what the pages show; a missing icon would be an empty box."""
    icons: list[str] = watched.goto("en/01-bpe-basics.html").evaluate(
        """[...document.querySelectorAll("[class*=fa-]")].filter(e => e.checkVisibility())
             .map(e => getComputedStyle(e, "::before").content.replaceAll('"', ""))"""
    )
    assert len(icons) > 5
    font = build.HTML / "en/_static/vendor/fontawesome/webfonts/fa-solid-900.woff"
    assert set(icons) <= signs_in(font)


@pytest.mark.parametrize("language", LANGUAGES)
def test_formulas_have_their_signs(watched: Watched, language: str) -> None:
    """As they are drawn: a letter of its own in italics, which are signs of their own."""
    page = watched.goto(f"{language}/05-training-loop.html")
    letters: list[str] = page.locator("math mi").evaluate_all("all => all.map(e => e.textContent)")
    italics = {sign for letter in letters if len(letter) == 1 for sign in ITALICS[letter]}
    assert {"𝑁", "√", "∑"} | italics <= signs_in(build.HTML / language / "_static/math.woff")
