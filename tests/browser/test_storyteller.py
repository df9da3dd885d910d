"""The storyteller in a real browser: it tells what the Python model tells, and it can be used by everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
import torch
from playwright.sync_api import Browser, Locator, Page, expect

from storybot.bpe_basics.token_healing import split_prompt
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.model import Sampling
from tests.browser.conftest import Watched
from tests.browser.test_attention_viewer import luminance
from tools.book import build
from tools.storyteller.asset import Asset, read_asset
from tools.storyteller.files import asset_path, read_recording, told_text
from tools.storyteller.openings import load_openings
from tools.storyteller.recording import Request, tell_ids

PAGE = "index.html"
TEXTS = [
    "",
    " ",
    "Mina's",
    "  two  spaces\n\n\tand a tab ",
    "1234 ₩5.000!?\r\n",
    "민준이는 ‘밥’을",
    "朵朵。🐉👩‍👩‍👧 é e\u0301",
    "ミナは、ﾐﾅ\u3000",
]
GREEDY = 64
PARTS = "window.parts = window.STORYBOT_PARTS.reduce((parts, [name, make]) => ({ ...parts, [name]: make(parts) }), {})"
TELL = """request => {
    window.teller ??= window.parts.teller.makeTeller(window.STORYBOT_STORYTELLER);
    return [...window.teller.tell({ topK: Infinity, topP: 1, ...request })].map(token => token.id);
}"""
HEIGHT = "element => Math.round(element.getBoundingClientRect().height)"
WATCH = """element => {
    const watched = window.watched = { heights: new Set(), texts: new Set() };
    new MutationObserver(() => {
        watched.heights.add(Math.round(element.getBoundingClientRect().height));
        watched.texts.add(element.querySelector('.story').textContent);
    }).observe(element, { childList: true, subtree: true, characterData: true });
}"""


@cache
def asset_of(language: str) -> Asset:
    return read_asset(language)


def widget(page: Page) -> Locator:
    element = page.locator(".storyteller")
    expect(element.locator(".token").first).to_be_visible()
    return element


def ids(element: Locator) -> list[int]:
    shown: list[int] = element.evaluate("element => element.storyteller.ids()")
    return shown


def wait_until_told(element: Locator) -> None:
    expect(element).to_have_attribute("data-over", re.compile("."), timeout=60_000)


def tell(element: Locator, button: str = ".again", **settings: str) -> None:
    """Set the controls by their ids' endings, and let it tell to the end."""
    for name, value in settings.items():
        element.locator(f"[id$='-{name}']").fill(value)
    element.evaluate("element => delete element.dataset.over")
    element.locator(button).click()
    wait_until_told(element)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_what_the_python_model_tells(watched: Watched, language: str) -> None:
    """The recorded story again, live; and the likeliest tokens from several openings."""
    page = watched.goto(f"{language}/{PAGE}")
    element = widget(page)
    recording = read_recording(language)
    story = [token["id"] for token in recording["tokens"]]
    assert ids(element) == story
    assert page.locator(f"script[src*='storyteller/{language}.js']").count() == 0, "not before somebody asks"
    height = element.evaluate(HEIGHT)
    tell(element)
    assert element.evaluate(HEIGHT) == height, "nothing below it has moved"
    assert ids(element) == story
    assert element.evaluate("element => element.storyteller.text()") == told_text(recording)
    for shown, then in zip(
        element.evaluate("element => element.storyteller.tokens()"), recording["tokens"], strict=True
    ):
        assert shown["model"] == pytest.approx(then["model"], abs=1e-3)
        assert shown.get("sampled", 0) == pytest.approx(then.get("sampled", 0), abs=1e-3)
    assert element.get_attribute("data-where") == "worker"
    assert int(element.get_attribute("data-rate") or 0) > 0

    asset = asset_of(language)
    model, tokenizer = asset.model(), asset.tokenizer
    page.evaluate(PARTS)
    for opening in ["", *load_openings(language)[:3], "🐉 Mina 朵"]:
        prompt, told = tell_ids(model, tokenizer, Request(opening, Sampling(temperature=0), GREEDY))
        request = {"opening": opening, "temperature": 0, "seed": 0, "maxTokens": GREEDY}
        assert page.evaluate(TELL, request) == [*prompt[1:], *told], opening
    opening, sampling = load_openings(language)[1], Sampling(temperature=1.3, top_k=None, top_p=0.9, seed=42)
    prompt, told = tell_ids(model, tokenizer, Request(opening, sampling, GREEDY))
    request = {"opening": opening, "temperature": 1.3, "topP": 0.9, "seed": 42, "maxTokens": GREEDY}
    assert page.evaluate(TELL, request) == [*prompt[1:], *told], "sampled"


def test_tokenizer_filters_and_random_numbers_are_the_packages(watched: Watched) -> None:
    page = watched.goto(f"ja/{PAGE}")
    tell(widget(page), length="20")
    page.evaluate(PARTS)
    tokenizer = asset_of("ja").tokenizer
    for text in TEXTS:
        kept, rest = split_prompt(tokenizer, text)
        found = page.evaluate(
            """text => {
                window.text ??= window.parts.tokenizer.makeTokenizer(window.STORYBOT_STORYTELLER);
                return [window.text.encode(text), ...window.text.splitPrompt(text)];
            }""",
            text,
        )
        assert found == [list(tokenizer.encode(text, "none")), kept, rest.decode("latin-1")], repr(text)

    numbers = (
        "([seed, n]) => { const next = window.parts.random.makeRandom(seed); return Array.from({ length: n }, next); }"
    )
    for seed in (0, 7, 9999):
        rng = Random(f"storybot {seed} 0")
        assert page.evaluate(numbers, [f"storybot {seed} 0", 700]) == [rng.random() for _ in range(700)]

    generator = torch.Generator().manual_seed(3)
    logits = [torch.randn(300, generator=generator) * 3, torch.arange(300.0) % 7, torch.zeros(300)]
    logits.append(logits[0].clone().index_fill(0, torch.arange(5, 300), -1e30))
    for row in logits:
        for t, k, p in [
            (1, None, None),
            (0.5, 40, None),
            (1.7, None, 0.9),
            (0.8, 50, 0.95),
            (1, 1, 0.5),
            (1, 999, 0.3),
        ]:
            request = {"temperature": t, "topK": k or 1e9, "topP": p or 1}
            chances = page.evaluate(
                "([row, request]) => [...window.parts.sampling.probabilities(Float32Array.from(row), request)]",
                [row.tolist(), request],
            )
            expected = Sampling(temperature=t, top_k=k, top_p=p).probabilities(row[None])[0].tolist()
            assert chances == pytest.approx(expected, abs=1e-12), request
            assert [chance > 0 for chance in chances] == [chance > 0 for chance in expected], request


def test_seed_stop_and_nothing_jumps(watched: Watched) -> None:
    page = watched.goto(f"zh/{PAGE}")
    element = widget(page)
    element.evaluate(WATCH)
    height = element.evaluate(HEIGHT)
    element.get_by_label(load_ui_strings("zh")["storyteller"]["pace"]).select_option("slow")
    element.locator(".tell").click()
    expect(element.locator(".token").nth(5)).to_be_visible(timeout=60_000)
    expect(element.locator(".tell")).to_have_text(load_ui_strings("zh")["storyteller"]["stop"])
    element.locator(".tell").click()
    expect(element).to_have_attribute("data-over", "stopped")
    stopped = ids(element)
    seed = element.locator("[id$='-seed']").input_value()
    element.get_by_label(load_ui_strings("zh")["storyteller"]["pace"]).select_option("now")
    tell(element)
    whole = ids(element)
    assert whole[: len(stopped)] == stopped
    assert element.locator("[id$='-seed']").input_value() == seed
    tell(element, seed="4321")
    other = ids(element)
    assert other != whole
    tell(element, seed=seed)
    assert ids(element) == whole, "same seed, same story"
    tell(element, temperature="0", seed="1")
    greedy = ids(element)
    tell(element, seed="2")
    assert ids(element) == greedy, "at a temperature of 0 nothing is left to chance"
    assert page.evaluate("[...window.watched.heights]") == [height], "the widget keeps its height"


def test_a_readers_own_opening_and_characters_of_several_tokens(watched: Watched) -> None:
    element = widget(watched.goto(f"ko/{PAGE}"))
    element.evaluate(WATCH)
    opening, recorded = "옛날 옛적 彗星과 🐉 용이", element.locator(".story").text_content()
    element.get_by_label(load_ui_strings("ko")["storyteller"]["pace"]).select_option("brisk")
    tell(element, opening=opening, temperature="0", length="20")
    text = element.evaluate("element => element.storyteller.text()")
    assert text.startswith(opening)
    assert element.locator(".token b").all_inner_texts() != []
    assert "".join(element.locator(".token b").all_inner_texts()).replace("\n", "") == opening
    assert element.locator(".token[data-part]").count() > 0, "the dragon has several tokens"
    data = b"".join(asset_of("ko").tokenizer.vocab[i] for i in ids(element))
    assert text == data.decode("utf-8", "replace"), "what is no character shows as in Python"
    seen = watched.page.evaluate("[...window.watched.texts]")
    assert len(seen) > 3
    assert [one for one in seen if one != recorded and not text.startswith(one)] == [], "never half a character"
    element.locator("[id$='-opening']").fill("🐉" * 200)
    element.evaluate("element => delete element.dataset.over")
    element.locator(".again").click()
    expect(element).to_have_attribute("data-over", "too_long", timeout=60_000)
    expect(element.locator(".status")).to_contain_text("319")


def test_every_token_tells_its_probability(watched: Watched) -> None:
    page = watched.goto(f"en/{PAGE}")
    element = widget(page)
    recording = read_recording("en")
    tokens = element.locator(".token")
    assert element.locator(".token[tabindex='0']").count() == 1, "one token is in the order of the Tab key"
    at = next(i for i, token in enumerate(recording["tokens"]) if token.get("sampled", 1) < 0.9)
    tokens.nth(at).hover()
    assert shown_token(element) == shown(recording["tokens"][at])
    rows = element.locator(".details tbody tr")
    likeliest = [shown(one) for one in recording["tokens"][at]["likeliest"]]
    assert [row.inner_text() for row in rows.locator("th").all()][:5] == likeliest
    assert element.locator(".details .sampled").count() > 1
    page.mouse.move(2, 2)
    tokens.nth(at).click()
    page.mouse.move(2, 2)
    expect(tokens.nth(at)).to_be_focused()
    last = tokens.count() - 1
    for key, goal in (("ArrowRight", at + 1), ("ArrowLeft", at), ("Home", 0), ("ArrowLeft", 0), ("End", last)):
        element.locator(".token:focus").press(key)
        expect(tokens.nth(goal)).to_be_focused()
        expect(tokens.nth(goal)).to_have_attribute("aria-selected", "true")
        assert element.locator("[aria-selected='true']").count() == 1
        assert shown_token(element) == (shown(recording["tokens"][goal]) if goal < last else "end of story")
    assert "%" in (tokens.nth(last).get_attribute("aria-label") or "")
    assert element.locator("[aria-live], [role='status']").count() == 1, "one quiet live region"


def shown_token(element: Locator) -> str:
    return element.locator(".details .taken th").inner_text()


def shown(token: dict[str, Any]) -> str:
    text: str = token["bytes"]
    return text.replace(" ", "␣").replace("\n", "⏎") or "end of story"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_text_stands_out(watched: Watched, scheme: str) -> None:
    watched.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    element = widget(watched.goto(f"en/{PAGE}"))
    parts = ".token, .token b, .status, .details th, .details td, .chance, .hint, .chip, .tell, .range small, summary"
    for shaded in (False, True):
        element.locator(".check input").set_checked(shaded)
        colors = element.evaluate(
            """(element, parts) => [...new Set([...element.querySelectorAll(parts)].map(node => {
                const groundOf = one => getComputedStyle(one).backgroundColor;
                let ground = node;
                while (/, 0\\)$|transparent/.test(groundOf(ground))) ground = ground.parentElement;
                return getComputedStyle(node).color + '|' + groundOf(ground);
            }))]""",
            parts,
        )
        assert len(colors) > 3
        for pair in colors:
            low, high = sorted(map(luminance, pair.split("|")))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (shaded, pair)


@pytest.fixture
def phone(browser: Browser, book: str) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True) as context:
        yield context.new_page()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_overflows_and_fingers_find_their_target(phone: Page, book: str, language: str) -> None:
    phone.goto(f"{book}/{language}/{PAGE}")
    element = widget(phone)
    element.locator(".settings summary").tap()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    small = """element => [...element.querySelectorAll('button, input, select, summary')]
        .map(node => node.closest('label') ?? node).filter(node => node.getBoundingClientRect().height < 44)
        .map(node => node.outerHTML.slice(0, 80))"""
    assert element.evaluate(small) == []
    element.locator(".token").nth(9).tap()
    assert element.locator(".details").evaluate("node => node.scrollHeight <= node.clientHeight"), "all of it is seen"
    expect(element.locator(".token").nth(9)).to_have_attribute("aria-selected", "true")
    height = element.evaluate(HEIGHT)
    tell(element)
    assert element.evaluate(HEIGHT) == height, "nothing below it has moved"
    element.locator(".token").last.tap()
    assert element.evaluate(HEIGHT) == height


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_scripts_the_recorded_story_stands_there(browser: Browser, book: str, language: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{book}/{language}/{PAGE}")
        expect(page.locator(".storyteller .status")).to_have_text(load_ui_strings(language)["storyteller"]["fallback"])
        shown_story = page.locator(".storyteller .story").text_content() or ""
        assert shown_story == told_text(read_recording(language))


def test_it_works_from_a_file_and_without_a_worker(browser: Browser, book: str) -> None:
    """`book` is asked for so that the book is built."""
    story = [token["id"] for token in read_recording("en")["tokens"]]
    refuse = "window.Worker = class { constructor() { throw new Error('refused'); } };"
    for script, where in (("", "worker"), (refuse, "page")):
        with browser.new_context() as context:
            page = context.new_page()
            page.add_init_script(script)
            page.goto((build.HTML / "en" / PAGE).as_uri())
            element = widget(page)
            tell(element)
            assert element.get_attribute("data-where") == where
            assert ids(element) == story


def test_it_adds_little_to_the_page_before_anybody_asks(watched: Watched) -> None:
    sizes: dict[str, int] = {}
    watched.page.on("response", lambda response: sizes.update({response.url: len(response.body())}))
    page = watched.goto(f"ja/{PAGE}")
    widget(page)
    own = [size for url, size in sizes.items() if "/storyteller/" in url or url.endswith(PAGE)]
    assert len(own) == 8, "the page, six scripts and a style sheet"
    assert sum(own) < 250_000
    watched.goto("ja/01-bpe-basics.html")
    assert page.locator("script[src*='storyteller/']").count() == 0, "on its own page only"
    assert asset_path("ja").stat().st_size > 1_000_000, "which is why it is not loaded"
