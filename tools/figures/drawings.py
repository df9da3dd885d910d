"""All figures by name, and whether their files are what their code draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storybot.languages import LANGUAGES
from tools.figures import ch1, ch2, ch3, ch4, ch5, ch6, ch7, front_page, interlude, pipeline
from tools.figures.canvas import Picture
from tools.figures.paths import FOLDER
from tools.figures.words import Words

FIGURES: dict[str, Callable[[Words], Picture]] = {
    name: draw
    for part in (pipeline, front_page, ch1, ch2, ch3, ch4, interlude, ch5, ch6, ch7)
    for name, draw in part.FIGURES.items()
}


def draw(name: str, language: str) -> str:
    """The SVG of a figure in a language."""
    try:
        return FIGURES[name](Words(language)).svg(language)
    except (KeyError, ValueError) as problem:
        problem.add_note(f"in the figure {name}, in {language}")
        raise


def stale(root: Path) -> list[str]:
    """The files that are missing, not what their code draws, or drawn by no code."""
    expected = {
        root / FOLDER / language / f"{name}.svg": draw(name, language) for language in LANGUAGES for name in FIGURES
    }
    wrong = [path for path, svg in expected.items() if not path.exists() or path.read_text(encoding="utf-8") != svg]
    unknown = set((root / FOLDER).rglob("*.svg")) - set(expected)
    return [path.relative_to(root).as_posix() for path in sorted([*wrong, *unknown])]
