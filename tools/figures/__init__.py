"""The pictures of the chapters, drawn as SVG: one module a chapter, each with a registry `FIGURES`.

The words in a picture are few and need no translation; the caption says the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from tools.figures import ch1, ch2, ch3, ch4, ch5, ch6, ch7
from tools.figures.canvas import Picture

FIGURES: dict[str, Callable[[], Picture]] = {
    name: draw for chapter in (ch1, ch2, ch3, ch4, ch5, ch6, ch7) for name, draw in chapter.FIGURES.items()
}
