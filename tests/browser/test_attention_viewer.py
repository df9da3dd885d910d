"""The attention viewer of the interlude, in a real browser: sliders, keyboard, pointer, phone."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.browser.conftest import Watched
from tools.attention_recording import SCALE, read_recording
from tools.book import build

PAGE = "interlude-model.html"
PICTURE = "element => element.querySelector('canvas').toDataURL()"


def recorded_row(content: dict[str, Any], layer: int, head: int, query: int) -> list[float]:
    """The weights of one token, read by Python."""
    n = len(content["tokens"])
    flat = np.frombuffer(base64.b64decode(content["weights"]), dtype=np.uint8)
    triangle = flat.reshape(content["layers"], content["heads"], -1)[layer, head]
    begin = query * (query + 1) // 2
    return [*(triangle[begin : begin + query + 1] / SCALE).tolist(), *[0.0] * (n - query - 1)]


def viewer(page: Page) -> Locator:
    element = page.locator(".attention-viewer")
    expect(element.locator(".tok").first).to_be_visible()
    return element


def shown_state(element: Locator) -> tuple[int, int, int]:
    layer, head, query = (int(element.get_attribute(f"data-{name}") or -1) for name in ("layer", "head", "query"))
    return layer - 1, head - 1, query


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_shows_the_recorded_weights(watched: Watched, language: str) -> None:
    """`watched` holds that nothing is asked for outside, and that there is no error."""
    element = viewer(watched.goto(f"{language}/{PAGE}"))
    content = read_recording(language)[1]
    start = content["start"]
    assert shown_state(element) == (start["layer"], start["head"], start["token"])
    for layer in range(content["layers"]):
        for head in range(content["heads"]):
            for name, value in (("layer", layer), ("head", head)):
                slider = element.get_by_label(load_ui_strings(language)["attention_viewer"][name], exact=True)
                slider.fill(str(value + 1))
            expected = recorded_row(content, layer, head, start["token"])
            assert element.evaluate("element => element.attention.weights()") == pytest.approx(expected)
            numbers = element.locator(".tok small").all_inner_texts()
            assert numbers == [f"{weight:.2f}" if weight >= 0.01 else "" for weight in expected]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sliders_change_the_picture(watched: Watched, language: str) -> None:
    element = viewer(watched.goto(f"{language}/{PAGE}"))
    for slider in element.get_by_role("slider").all():
        slider.focus()
        slider.press("Home")
        before, state = element.evaluate(PICTURE), shown_state(element)
        slider.press("ArrowRight")
        assert shown_state(element) != state
        assert element.evaluate(PICTURE) != before


def test_the_keyboard_moves_between_tokens(watched: Watched) -> None:
    element = viewer(watched.goto(f"ko/{PAGE}"))
    tokens, last = element.get_by_role("option"), element.get_by_role("option").count() - 1
    assert element.locator(".tok[tabindex='0']").count() == 1, "one token is in the order of the Tab key"
    tokens.nth(3).click()
    watched.page.mouse.move(2, 2)  # a pointer that rests on a token shows that one when the page scrolls below it
    words = element.locator(".row").inner_text()
    tokens.nth(3).press("ArrowRight")
    expect(tokens.nth(4)).to_be_focused()
    expect(tokens.nth(4)).to_have_attribute("aria-selected", "true")
    assert element.locator("[aria-selected='true']").count() == 1
    assert element.locator(".row").inner_text() != words
    for key, goal in (("ArrowLeft", 3), ("End", last), ("ArrowRight", last), ("Home", 0), ("ArrowLeft", 0)):
        element.locator(":focus").press(key)
        expect(tokens.nth(goal)).to_be_focused()
        assert shown_state(element)[2] == goal
    assert element.locator(".tok.later").count() == last, "the first token sees itself only"
    expect(tokens.first.locator("small")).to_have_text("1.00")


def test_the_pointer_shows_a_row_and_leaves_the_chosen_one(watched: Watched) -> None:
    page = watched.goto(f"ja/{PAGE}")
    element = viewer(page)
    element.scroll_into_view_if_needed()
    tokens = element.get_by_role("option")
    tokens.nth(8).click()
    tokens.nth(20).hover()
    assert shown_state(element)[2] == 20
    page.mouse.move(2, 2)
    assert shown_state(element)[2] == 8
    canvas = element.locator("canvas")
    box = canvas.bounding_box()
    assert box
    canvas.click(position={"x": box["width"] / 2, "y": box["height"] - 3})
    assert shown_state(element)[2] == tokens.count() - 1
    page.mouse.move(2, 2)
    assert shown_state(element)[2] == tokens.count() - 1, "a click chooses"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_text_stands_out_on_every_tint(watched: Watched, scheme: str) -> None:
    """The largest weight has the strongest tint: WCAG asks for 4.5:1."""
    watched.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    element = viewer(watched.goto(f"en/{PAGE}"))
    first = element.get_by_role("option").first
    first.click()  # its weight is 1
    ink, ground = (
        first.evaluate(f"element => getComputedStyle(element).{name}") for name in ("color", "backgroundColor")
    )
    low, high = sorted(map(luminance, (ink, ground)))
    assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground)


def luminance(color: str) -> float:
    """Of `rgb(…)` in 255ths or `color(srgb …)` in fractions."""
    parts = [float(part) for part in re.findall(r"[\d.]+", color.replace("srgb", ""))[:3]]
    parts = [part / 255 for part in parts] if color.startswith("rgb") else parts
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.fixture
def phone(browser: Browser, book: str) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True) as context:
        yield context.new_page()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_overflows_and_a_tap_chooses(phone: Page, book: str, language: str) -> None:
    phone.goto(f"{book}/{language}/{PAGE}")
    element = viewer(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    outside = "element => [...element.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > 375).length"
    assert element.evaluate(outside) == 0
    element.get_by_role("option").nth(12).tap()
    assert shown_state(element)[2] == 12


def test_without_scripts_a_sentence_stands_there(browser: Browser, book: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{book}/zh/{PAGE}")
        fallback = load_ui_strings("zh")["attention_viewer"]["fallback"]
        expect(page.locator(".attention-viewer")).to_have_text(fallback)


def test_it_works_from_a_file_and_is_loaded_on_its_page_only(browser: Browser, book: str) -> None:
    """`book` is asked for so that the book is built."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((build.HTML / "en" / PAGE).as_uri())
        assert shown_state(viewer(page))[2] > 0
        page.goto(f"{book}/en/01-bpe-basics.html")
        assert page.locator("script[src*='attention-']").count() == 0
