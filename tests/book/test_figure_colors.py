"""The figures can be read on a light and on a dark page, and in a notebook on any ground."""

from __future__ import annotations

import re

import pytest

from storybot.languages import LANGUAGES
from tests.conftest import ROOT
from tools.figures import palette
from tools.figures.drawings import FIGURES, draw
from tools.figures.palette import Paint

VARIABLE = re.compile(r"var\(--fig-([\w-]+),(#[0-9a-f]{6})\)")
PAINTS = {name: paint for name, paint in vars(palette).items() if isinstance(paint, Paint) and paint.fill != "none"}
ON_PAGE = {name: getattr(palette, name) for name in ("INK", "MUTED", "LINE", "ALARM")}


def theme(name: str) -> dict[str, str]:
    """The colours that the style sheet gives to the figures in a theme."""
    css = (ROOT / "assets/static/course.css").read_text(encoding="utf-8")
    light, dark = (
        dict(re.findall(r"--fig-([\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r"^(?::root|html\[data-theme=\"dark\"\]) \{\n((?:  --fig.*\n)+)\}", css, re.M)
    )
    return {"light": light, "dark": dark}[name] | {"page": {"light": "#ffffff", "dark": "#121212"}[name]}


def contrast(one: str, other: str) -> float:
    """The ratio that WCAG defines: 1 for equal colours, 21 for black on white."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def split(color: str) -> tuple[str, str]:
    """The name of a colour and what it is without a style sheet."""
    match = VARIABLE.fullmatch(color)
    assert match, color
    return match[1], match[2]


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_stands_out_in_both_themes(name: str) -> None:
    colors = theme(name)
    for which, color in ON_PAGE.items():
        assert contrast(colors[split(color)[0]], colors["page"]) >= 4.5, which
    for which, paint in PAINTS.items():
        assert contrast(colors[split(paint.ink)[0]], colors[split(paint.fill)[0]]) >= 4.5, which


def test_text_stands_out_without_a_style_sheet() -> None:
    for which, color in ON_PAGE.items():
        for ground in ("#ffffff", "#111111"):  # JupyterLab's; more than 4.35 on both is impossible
            assert contrast(split(color)[1], ground) >= 4.25, which
    for which, paint in PAINTS.items():
        assert contrast(split(paint.ink)[1], split(paint.fill)[1]) >= 4.5, which


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_no_colour_of_its_own(name: str, language: str) -> None:
    svg = draw(name, language)
    assert not re.search(r"#[0-9a-f]{3,6}", VARIABLE.sub("", svg)), "every colour is one of the palette"
    assert {match[1] for match in VARIABLE.finditer(svg)} <= set(theme("light")) & set(theme("dark"))
    assert " id=" not in svg, "ids of two figures on a page could be the same"
