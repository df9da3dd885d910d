"""Every page in every language: no violation that axe-core knows, in light and dark and on a phone; the keyboard; paper.

A page is loaded once. Then the theme is switched and the window made narrower in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from storybot.languages import LANGUAGES
from tests.browser.conftest import Watched
from tests.browser.test_book import CHAPTERS, PAGES

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

# Of the thousands of coloured words in listings one of each kind stays: they look alike, and axe takes long over each.
ONE_OF_EACH = """() => {
  const seen = new Set();
  for (const word of document.querySelectorAll("pre span:not(:has(*))")) {
    const kind = word.className + " " + word.closest("[class*=highlight], .output")?.className;
    if (seen.has(kind)) word.replaceWith(word.textContent);
    seen.add(kind);
  }
}"""
SET_THEME = (
    "theme => { document.documentElement.dataset.theme = theme; document.documentElement.dataset.mode = theme; }"
)


@pytest.fixture(scope="module")
def still(browser: Browser) -> Iterator[Page]:
    """One page for all tests, without transitions: a colour is what it will be at once."""
    with browser.new_context(viewport={"width": 1300, "height": 900}, reduced_motion="reduce") as context:
        yield context.new_page()


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds, by all of its rules or by these, one line each."""
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("options => axe.run(document, options).then(result => result.violations)", options)
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for violation in found
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_a_phone_is_wide_enough(still: Page, book: str, language: str, name: str) -> None:
    still.set_viewport_size({"width": 1300, "height": 900})
    still.goto(f"{book}/{language}/{name}.html")
    still.wait_for_load_state("networkidle")
    for width in (390, 320):
        still.set_viewport_size({"width": width, "height": 740})
        assert still.evaluate("document.documentElement.scrollWidth") <= width
        if name in CHAPTERS:
            expect(still.locator(".work-button")).to_be_in_viewport(ratio=1)
    still.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    still.evaluate(ONE_OF_EACH)
    still.evaluate(AXE)
    assert violations(still, "scrollable-region-focusable") == []
    still.set_viewport_size({"width": 1300, "height": 900})
    still.evaluate(SET_THEME, "light")
    assert violations(still) == []
    still.evaluate(SET_THEME, "dark")
    assert violations(still, "color-contrast") == []
    images = still.evaluate("[...document.images].filter(image => !image.alt && !image.closest('a')).map(i => i.src)")
    assert images == [], "every picture says what it shows"
