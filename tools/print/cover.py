"""The cover: the bytes of a story in the reader's language, line by line, and below them the story that they are."""

from __future__ import annotations

import re
from html import escape

from playwright.sync_api import Browser

from storybot.languages import Language
from storybot.stories import read_stories
from tools.print.reading import Book

WIDTH, HEIGHT = 1200, 1700
COLUMNS, ROWS = 16, 13
GROUND, LIGHT, WARM = "#13233f", "#ffffff", "#f4a259"


def cover_svg(book: Book) -> str:
    story = read_stories(book.language.code)[3].split("\n", 1)[1]
    data = story.encode()
    step, top = (WIDTH - 160) / COLUMNS, 130
    cells = []
    for number, byte in enumerate(data[: COLUMNS * ROWS]):
        row, column = divmod(number, COLUMNS)
        x, y = 80 + column * step, top + row * 56
        strength = 0.16 + 0.5 * row / ROWS
        cells.append(
            f'<text x="{x + step / 2:.1f}" y="{y}" text-anchor="middle" fill-opacity="{strength:.2f}">{byte:02x}</text>'
        )
    lines = "".join(
        f'<text x="80" y="{1030 + 62 * i}" fill="{WARM}" font-size="38">{escape(line)}</text>'
        for i, line in enumerate(cut_lines(first_sentences(story), book.language))
    )
    family = book.language.fonts.replace('"', "'") or "'Noto Sans CJK JP'"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(book.words["cover"])}" \
font-family="{family}, sans-serif">
<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>
<g fill="{LIGHT}" font-family="'Noto Sans Mono CJK JP', monospace" font-size="34">{"".join(cells)}</g>
<rect x="80" y="910" width="120" height="10" fill="{WARM}"/>
{lines}
<text x="76" y="1400" fill="{LIGHT}" font-size="112" font-weight="700">{escape(book.title)}</text>
<text x="80" y="1490" fill="{LIGHT}" font-size="44" fill-opacity=".85">{escape(book.words["subtitle"])}</text>
<text x="80" y="1610" fill="{LIGHT}" font-size="32" fill-opacity=".6">{escape(book.language.name)}</text>
</svg>"""


def first_sentences(story: str, number: int = 2) -> str:
    """
    >>> first_sentences("A cat. A dog. A hen.")
    'A cat. A dog.'
    """
    return "".join(re.findall(r".*?[.。]\s?", story)[:number]).strip()


def cut_lines(text: str, language: Language, width: int = 52) -> list[str]:
    """Lines of about one width, counting a wide character twice. A language with spaces is cut at them.

    >>> from storybot.languages import LANGUAGES
    >>> cut_lines("one two three", LANGUAGES["en"], width=8)
    ['one two', 'three']
    >>> cut_lines("一二三四五", LANGUAGES["zh"], width=4)
    ['一二', '三四', '五']
    """
    lines = [""]
    for piece in text.split(" ") if language.spaced else text:
        gap = " " if language.spaced and lines[-1] else ""
        if sum(2 if ord(c) > 0x2E7F else 1 for c in lines[-1] + gap + piece) > width:
            lines.append(piece)
        else:
            lines[-1] += gap + piece
    return lines


def cover_png(browser: Browser, svg: str) -> bytes:
    """The cover as e-readers want it."""
    with browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}) as context:
        page = context.new_page()
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
        return page.screenshot(type="png")
