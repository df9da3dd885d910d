"""`python -m tools.badges`: the badges at the top of the READMEs, drawn from what the repository itself says.

A badge has a fact of the course and nothing else: how many exercises, which languages, which Python, which licences.
They are small SVG files, in every language, and ask no other host for anything. `stale` names those that are not what
the repository says now.
"""

from __future__ import annotations

import re
import sys
import tomllib
from html import escape
from pathlib import Path

from storybot.atomic import write_atomically
from storybot.check.registry import exercise_names
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.figures.measure import text_width

FOLDER = "assets/badges"
SIZE, PADDING, HEIGHT = 11, 7, 20
LEFT, RIGHT = "#3b4654", "#b3541e"  # 9.5:1 and 5.1:1 against white letters


def facts(root: Path) -> dict[str, str]:
    """Name of a badge -> the fact on it."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minimum = re.fullmatch(r">=(\d+\.\d+)", project["requires-python"])
    if minimum is None:
        raise ValueError(f"pyproject.toml: requires-python is {project['requires-python']!r}, expected >=3.11 or so")
    licence = (root / "LICENSE").read_text(encoding="utf-8")
    names = {"MIT": "MIT License", "CC BY 4.0": "Creative Commons Attribution 4.0"}
    return {
        "exercises": str(sum(map(len, exercise_names().values()))),
        "languages": " · ".join(LANGUAGES),
        "python": f"{minimum[1]}+",
        "licence": " · ".join(short for short, name in names.items() if name in licence),
    }


def draw(label: str, fact: str) -> str:
    """A badge: what it is about on the left, the fact on the right."""
    widths = [round(text_width(text, SIZE) * 0.93) + 2 * PADDING for text in (label, fact)]
    total = sum(widths)
    texts = "\n".join(
        f'<text x="{x}" y="14" textLength="{width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
        for text, x, width in ((label, PADDING, widths[0]), (fact, widths[0] + PADDING, widths[1]))
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{HEIGHT}" role="img">
<title>{escape(label)}: {escape(fact)}</title>
<rect width="{total}" height="{HEIGHT}" rx="3" fill="{LEFT}"/>
<path d="M{widths[0]} 0 H{total - 3} a3 3 0 0 1 3 3 V{HEIGHT - 3} a3 3 0 0 1 -3 3 H{widths[0]} z" fill="{RIGHT}"/>
<g fill="#fff" font-family="Verdana, 'DejaVu Sans', 'Noto Sans CJK JP', sans-serif" font-size="{SIZE}">
{texts}
</g>
</svg>
"""


def files(root: Path) -> dict[Path, str]:
    """Every badge in every language: where it lies, and what must stand there."""
    return {
        root / FOLDER / language / f"{name}.svg": draw(load_ui_strings(language)["course_map"][f"badge_{name}"], fact)
        for language in LANGUAGES
        for name, fact in facts(root).items()
    }


def stale(root: Path) -> list[str]:
    """The badges that are missing, say something else, or are drawn by nobody."""
    expected = files(root)
    wrong = [path for path, svg in expected.items() if not path.exists() or path.read_text(encoding="utf-8") != svg]
    unknown = set((root / FOLDER).rglob("*.svg")) - set(expected)
    return [f"{path.relative_to(root)} is stale: run `python -m tools.badges`" for path in sorted([*wrong, *unknown])]


def main() -> int:
    for path, svg in files(ROOT).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, svg)
    print(f"{len(facts(ROOT))} badges in {len(LANGUAGES)} languages in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
