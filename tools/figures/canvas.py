"""A canvas for the figures: boxes with text, plain text, arrows, arcs, as SVG.

Each picture brings its own pale ground, so that it can be read on a light page, a dark page
and in JupyterLab.
"""

from __future__ import annotations

from html import escape

INK, MUTED, GROUND = "#1b2430", "#5b6675", "#f7f8fa"
FIRST, NEXT, PLAIN, WHITE = "#f4a259", "#fbd9b5", "#cfe3f5", "#ffffff"
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK JP', 'Noto Sans CJK JP', monospace"


class Picture:
    """A canvas: boxes with text, plain text, arrows, arcs."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.parts = width, height, list[str]()

    def box(self, x: float, y: float, w: float, text: str, fill: str = PLAIN, h: float = 34, size: int = 16) -> None:
        self.parts.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="5" fill="{fill}" stroke="{INK}"/>')
        self.text(x + w / 2, y + h / 2 + size * 0.35, text, size)

    def text(self, x: float, y: float, text: str, size: int = 16, fill: str = INK, anchor: str = "middle") -> None:
        self.parts.append(
            f'<text x="{x}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(
            f'<path d="M{x1} {y1} L{x2} {y2}" stroke="{MUTED}" stroke-width="1.6" marker-end="url(#tip)"/>'
        )

    def arc(self, x1: float, x2: float, y: float, color: str = MUTED) -> None:
        top = y - 24
        self.parts.append(
            f'<path d="M{x1} {y} C{x1} {top}, {x2} {top}, {x2} {y}" fill="none" stroke="{color}" stroke-width="2"/>'
        )

    def svg(self) -> str:
        tip = (
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0 L8 4 L0 8 z" fill="{MUTED}"/></marker></defs>'
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="{FONT}">'
        )
        ground = f'<rect width="{self.width}" height="{self.height}" rx="8" fill="{GROUND}"/>'
        return "\n".join([head, tip, ground, *self.parts, "</svg>"]) + "\n"
