"""How much a page asks for: bytes as a plain server sends them, without compression, and the number of requests.

Bytes and requests are the same on every machine, which times are not.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Response

from storybot.languages import LANGUAGES
from tests.browser.test_book import CHAPTERS, PAGES

MOST = 1_000_000  # bytes of a page with everything in it
MOST_WITHOUT_CHAPTER = 450_000  # of a page that is no chapter: the framework, a little text
REQUESTS = 50


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Page]:
    """A page without a cache: each visit is the first."""
    with browser.new_context(viewport={"width": 1300, "height": 900}) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
        yield page


def visit(page: Page, address: str) -> dict[str, int]:
    """Everything that the page loads, also when it is read to its end: path -> bytes of the body."""
    answers: list[Response] = []
    note = lambda answer: answers.append(answer)  # noqa: E731  Playwright cannot take a method of a list
    page.on("response", note)
    page.goto(address)
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", note)
    web = [answer for answer in answers if answer.url.startswith("http")]
    assert all("content-encoding" not in answer.headers for answer in web), "the server does not compress"
    return {answer.url.partition("?")[0].split("/", 3)[3]: int(answer.headers["content-length"]) for answer in web}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light(visitor: Page, book: str, language: str, name: str) -> None:
    loaded = visit(visitor, f"{book}/{language}/{name}.html")
    heaviest = sorted(loaded.items(), key=lambda item: -item[1])[:6]
    full = name in CHAPTERS or name == "search"
    assert sum(loaded.values()) < (MOST if full else MOST_WITHOUT_CHAPTER), heaviest
    assert len(loaded) <= REQUESTS
    scripts = " ".join(loaded)
    assert ("playground" in scripts) == (name == "01-bpe-basics"), "what belongs to one page is loaded by no other"
    assert ("attention-" in scripts) == (name == "interlude-model")
    assert ("search-index" in scripts) == (name == "search")


def test_the_icons_of_the_pages_are_in_the_font(visitor: Page, book: str) -> None:
    """The font is cut down to what the pages show; a missing icon would be an empty box."""
    visitor.goto(f"{book}/en/01-bpe-basics.html")
    icons = visitor.evaluate(
        """async () => {
          await document.fonts.ready;
          const canvas = document.createElement("canvas").getContext("2d");
          canvas.font = '900 40px "Font Awesome 6 Free", monospace';
          const width = (sign) => canvas.measureText(sign).width;
          const missing = width("\ue999");
          return [...document.querySelectorAll("[class*=fa-]")].filter(e => e.checkVisibility()).map(e => {
            const sign = getComputedStyle(e, "::before").content.replaceAll('"', "");
            return [e.className, sign.length, width(sign) !== missing];
          });
        }"""
    )
    assert len(icons) > 5
    assert [icon for icon in icons if icon[1:] != [1, True]] == []


def test_formulas_have_their_signs(visitor: Page, book: str) -> None:
    visitor.goto(f"{book}/en/05-training-loop.html")
    visitor.evaluate("document.fonts.load('20px \"Course Math\"')")
    assert visitor.evaluate("document.fonts.check('20px \"Course Math\"', '√∑𝑁𝛼β=')")
