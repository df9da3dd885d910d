"""A canvas for the figures: boxes with text, text on the page, arrows, arcs, as SVG.

A text that does not fit into its box is set smaller; one that cannot be fitted, or that leaves the picture, is an
error. So a picture that can be drawn can be read, in every language.
"""

from __future__ import annotations

import math
from html import escape

from storybot.languages import LANGUAGES
from tools.figures.measure import text_width
from tools.figures.palette import INK, LINE, PLAIN, Paint

LATIN_FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas"
PADDING, SMALLEST = 3, 11  # left and right of a text in its box; the smallest size of letters
HEAD = 9  # length of an arrow's head


class Picture:
    """A canvas of the given size. Sizes are in pixels, as they are shown where there is room."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.parts = width, height, list[str]()

    def box(
        self, x: float, y: float, w: float, text: str = "", paint: Paint = PLAIN, h: float = 34, size: float = 16
    ) -> None:
        """A box with its text in the middle, at most `size` high."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="5" style="fill:{paint.fill};stroke:{LINE}"/>'
        )
        if text:
            size = min(size, math.floor((w - 2 * PADDING) / text_width(text, 1)))
            if size < SMALLEST:
                raise ValueError(f"{text!r} does not fit into a box {w:g} wide; make the box wider")
            self.text(x + w / 2, y + h / 2 + size * 0.35, text, size, paint.ink)

    def text(self, x: float, y: float, text: str, size: float = 16, color: str = INK, anchor: str = "middle") -> None:
        width = text_width(text, size)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        if left < 0 or left + width > self.width:
            raise ValueError(f"{text!r} leaves the picture: from {left:.0f} to {left + width:.0f} of {self.width}")
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" style="fill:{color}">'
            f"{escape(text)}</text>"
        )

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A line with a head at its second end."""
        length = math.hypot(x2 - x1, y2 - y1)
        dx, dy = HEAD * (x2 - x1) / length, HEAD * (y2 - y1) / length
        bx, by = x2 - dx, y2 - dy  # where the head begins
        self.line(x1, y1, bx, by)
        head = f"M{x2:g} {y2:g} L{bx - dy * 0.45:.1f} {by + dx * 0.45:.1f} L{bx + dy * 0.45:.1f} {by - dx * 0.45:.1f} z"
        self.parts.append(f'<path d="{head}" style="fill:{LINE}"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 1.6, dashes: str = "none") -> None:
        self.parts.append(
            f'<path d="M{x1:g} {y1:g} L{x2:.5g} {y2:.5g}" stroke-width="{width:g}" stroke-dasharray="{dashes}" '
            f'style="stroke:{LINE}"/>'
        )

    def arc(self, x1: float, x2: float, y: float, color: str = LINE) -> None:
        """From one box over to the next."""
        top = y - 24
        self.parts.append(
            f'<path d="M{x1:g} {y:g} C{x1:g} {top:g}, {x2:g} {top:g}, {x2:g} {y:g}" stroke-width="2" '
            f'style="fill:none;stroke:{color}"/>'
        )

    def svg(self, language: str) -> str:
        """The picture as a file, in the fonts of a language."""
        own = LANGUAGES[language].mono_fonts or LANGUAGES["ja"].mono_fonts
        fonts = f"{LATIN_FONTS}, {own}, monospace".replace('"', "'")
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" xml:lang="{LANGUAGES[language].bcp47}" font-family="{fonts}">'
        )
        return "\n".join([head, *self.parts, "</svg>"]) + "\n"
