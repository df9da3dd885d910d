"""The colours of the figures: names that the book's style sheet sets for its light and its dark theme.

In a notebook a figure is an image that sees no style sheet and does not know what is behind it. There the second
colour given here holds: for lines and text on the page a middle tone, 4.3:1 on white and on JupyterLab's black (more
than 4.35:1 on both is impossible), for boxes a light fill with dark text.
"""

from __future__ import annotations

from dataclasses import dataclass


def color(name: str, fallback: str) -> str:
    """A colour of the style sheet, `--fig-<name>`.

    >>> color("ink", "#6f7b8c")
    'var(--fig-ink,#6f7b8c)'
    """
    return f"var(--fig-{name},{fallback})"


@dataclass(frozen=True)
class Paint:
    """How a box is filled, and the text in it."""

    fill: str
    ink: str


INK = color("ink", "#6f7b8c")  # text on the page
MUTED = color("muted", "#6f7b8c")  # less important text
LINE = color("line", "#6f7b8c")  # arrows and the edges of boxes
ALARM = color("alarm", "#d64a3e")
BOX_INK = color("box-ink", "#1b2430")
FIRST = Paint(color("first", "#f4a259"), color("first-ink", "#1b2430"))  # orange: what the picture is about
NEXT = Paint(color("next", "#fbd9b5"), BOX_INK)  # pale orange
PLAIN = Paint(color("plain", "#cfe3f5"), BOX_INK)  # pale blue
EMPTY = Paint(color("empty", "#ffffff"), BOX_INK)
LOST = Paint(color("lost", "#4a5461"), color("lost-ink", "#ffffff"))  # dark
FRAME = Paint("none", INK)  # only an edge
