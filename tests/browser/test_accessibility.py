"""Every page in every language: axe-core finds nothing, in light and dark and on a phone. The keyboard; paper.

A page is loaded once. Then the theme is switched and the window made narrower in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.browser.conftest import Watched
from tests.browser.test_book import CHAPTERS, PAGES

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

# Of the thousands of coloured words in listings one of each kind stays: axe takes long over each element.
ONE_OF_EACH = """() => {
  const seen = new Set();
  for (const word of document.querySelectorAll("pre span:not(:has(*))")) {
    const kind = word.className + " " + word.closest("[class*=highlight], .output")?.className;
    if (seen.has(kind)) word.replaceWith(word.textContent);
    seen.add(kind);
  }
}"""

# Colours depend on tags, classes and styles up to the page, so that two texts with the same path are enough.
TWO_TEXTS_OF_EACH = """() => {
  const paths = new WeakMap([[document.documentElement, ""]]);
  const path = (at) => {
    if (!paths.has(at)) {
      const own = ["class", "style", "aria-current", "aria-selected"].map(name => at.getAttribute(name));
      paths.set(at, [path(at.parentElement), ">", at.tagName, at.cellIndex, ...own].join("|"));
    }
    return paths.get(at);
  };
  const seen = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const kind = path(text.parentElement);
    if (!text.data.trim() || text.parentElement.closest("script, style")) continue;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (seen.get(kind) > 2) text.data = "";
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


def violations(page: Page, only: str = "", leave_out: str = "") -> list[str]:
    """What axe-core finds, one line each: by all of its rules, by one only, or by all but one."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if only:
        options["runOnly"] = [only]
    if leave_out:
        options["rules"] = {leave_out: {"enabled": False}}
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
    query = "?q=merge" if name == "search" else ""  # with something to show
    still.goto(f"{book}/{language}/{name}.html{query}")
    still.wait_for_load_state("networkidle")
    for width in (390, 320):
        still.set_viewport_size({"width": width, "height": 740})
        assert still.evaluate("document.documentElement.scrollWidth") <= width
        if name in CHAPTERS:
            expect(still.locator(".work-button")).to_be_in_viewport(ratio=1)
    still.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    still.evaluate(ONE_OF_EACH)
    still.evaluate(AXE)
    assert violations(still, only="scrollable-region-focusable") == []
    still.set_viewport_size({"width": 1300, "height": 900})
    assert violations(still, leave_out="color-contrast") == []
    images = still.evaluate("[...document.images].filter(image => !image.alt && !image.closest('a')).map(i => i.src)")
    assert images == [], "every picture says what it shows"
    still.evaluate(TWO_TEXTS_OF_EACH)
    for theme in ("light", "dark"):
        still.evaluate(SET_THEME, theme)
        assert violations(still, only="color-contrast") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_the_page_behind_the_work_button(still: Page, book: str, language: str) -> None:
    still.goto(f"{book}/work/{language}/01-bpe-basics.html")
    still.evaluate(AXE)
    for scheme in ("light", "dark"):
        still.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert violations(still) == []


def test_axe_finds_nothing_on_the_front_page(browser: Browser, book: str) -> None:
    """As a browser without scripts shows it; others are sent on to their language at once."""
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{book}/index.html")
        shown = page.content()
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content(re.sub(r"<script.*?</script>", "", shown, flags=re.S))
        page.evaluate(AXE)
        assert violations(page) == []


FOCUSED = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  return {
    body: at === document.body,
    stop: at.tagName.toLowerCase() + [...at.classList].map(name => "." + name).join(""),
    part: at.closest(".hint, .solution, .bpe-playground, .lang-switcher, nav.bd-links")?.className ?? "",
    shown: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none",
  };
}"""


def tab_stops(page: Page, enough: int) -> list[dict[str, Any]]:
    """Press Tab from the top of the page until it is through, or `enough` times: what had the focus."""
    stops = []
    for _ in range(enough):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop["body"]:
            break
        stops.append(stop)
    return stops


def tab_to(page: Page, selector: str, enough: int = 60) -> None:
    """Press Tab until the focus is on an element that `selector` means."""
    for _ in range(enough):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{enough} times Tab did not lead to {selector}")


def start_at(page: Page, selector: str) -> None:
    """Let the next Tab go on from here, as after a click."""
    page.locator(selector).first.evaluate(
        "element => { element.tabIndex = -1; element.focus(); element.removeAttribute('tabindex'); }"
    )


def test_the_keyboard_reaches_everything_and_is_seen(watched: Watched) -> None:
    page = watched.goto("en/01-bpe-basics.html")
    stops = tab_stops(page, 600)
    assert "a" in stops[0]["stop"], "the first stop is the link that skips to the text"
    kinds = " ".join(stop["stop"] for stop in stops)
    for name in ("search-button", "work-button", "theme-switch-button", "primary-toggle", "textarea", "right-next"):
        assert name in kinds, name
    parts = [stop["part"] for stop in stops]
    for name in ("hint", "solution", "bpe-playground", "lang-switcher", "bd-links"):
        assert any(name in part for part in parts), name
    assert [stop for stop in stops if not stop["shown"]] == [], "what has the focus is outlined"


def test_the_keyboard_works_everything(watched: Watched) -> None:
    page = watched.goto("ko/01-bpe-basics.html")
    page.keyboard.press("Tab")
    expect(page.locator("#pst-skip-link a")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.wait_for_url("**#main-content")

    tab_to(page, ".lang-switcher summary")
    page.keyboard.press("Enter")
    expect(page.locator(".lang-switcher ul")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".lang-switcher ul")).to_be_hidden()
    theme = page.evaluate("document.documentElement.dataset.mode")
    tab_to(page, ".theme-switch-button")
    page.keyboard.press("Enter")
    page.wait_for_function(f"document.documentElement.dataset.mode !== {theme!r}")

    start_at(page, "#ex-merge-pair")
    for kind in ("hint", "solution"):
        tab_to(page, f"details.{kind} summary")
        page.keyboard.press("Enter")
        expect(page.locator(f"#ex-merge-pair details.{kind}[open]")).to_have_count(1)

    start_at(page, "#bpe-playground")
    tab_to(page, ".bpe-playground input[type=range]")
    play = page.locator(".bpe-playground")
    before = play.get_attribute("data-token-count") or ""
    page.keyboard.press("Home")
    expect(play).not_to_have_attribute("data-token-count", before)

    page.keyboard.press("Control+k")
    expect(page.locator("#pst-search-dialog")).to_be_visible()
    page.keyboard.type("병합")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ko/search.html?q=*")
    expect(page.locator(".course-search .results a").first).to_be_visible()


def test_the_keyboard_moves_through_the_attention_viewer(watched: Watched) -> None:
    page = watched.goto("zh/interlude-model.html")
    viewer = page.locator(".attention-viewer")
    start_at(page, "#attention-viewer")
    tab_to(page, ".attention-viewer .tok")
    before = viewer.get_attribute("data-query") or ""
    page.keyboard.press("ArrowLeft")
    expect(viewer).not_to_have_attribute("data-query", before)


def test_the_contents_open_and_close_on_a_phone(watched: Watched) -> None:
    page = watched.goto("ja/index.html")
    page.set_viewport_size({"width": 390, "height": 740})
    tab_to(page, ".primary-toggle")
    page.keyboard.press("Enter")
    contents = page.locator("#pst-primary-sidebar-modal")
    expect(contents).to_be_visible()
    expect(contents.locator("nav.bd-links a").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(contents).to_be_hidden()


def test_less_motion(browser: Browser, book: str) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{book}/en/01-bpe-basics.html")
        moving = """[...document.querySelectorAll("body *")].filter(e => {
            const style = getComputedStyle(e);
            const times = [style.transitionDuration, style.animationDuration].join().split(",");
            return times.some(time => parseFloat(time) > 0);
        }).map(e => e.className)"""
        assert page.evaluate(moving) == []
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_on_paper(watched: Watched, language: str) -> None:
    """The text and what the reader has opened; nothing to click on; light."""
    page = watched.goto(f"{language}/01-bpe-basics.html")
    page.evaluate(SET_THEME, "dark")
    solution = page.locator("#ex-merge-pair details.solution")
    solution.locator("summary").click()
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for name in (".bd-sidebar-primary", ".bd-sidebar-secondary", ".bd-header-article", ".prev-next-footer"):
        expect(page.locator(name)).to_be_hidden()
    expect(page.locator("button.copybtn").first).to_be_hidden()
    expect(page.locator("#ex-merge-pair details.hint").first).to_be_hidden()
    expect(solution.locator("pre")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert load_ui_strings(language)["book"]["solution"] in solution.locator("summary").inner_text()
