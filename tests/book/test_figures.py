"""The figures are what their code draws, in every language, and every word in them can be read."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from storybot.languages import LANGUAGES
from tests.conftest import ROOT
from tools.figures.canvas import Picture
from tools.figures.drawings import FIGURES, draw, stale
from tools.figures.measure import text_width
from tools.figures.paths import FOLDER, figure_name, figure_path

SVG = "{http://www.w3.org/2000/svg}"
EACH = [pytest.param(name, language, id=f"{name}-{language}") for name in FIGURES for language in LANGUAGES]


class Area(NamedTuple):
    """What a box or a text covers, and the text."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    def meets(self, other: Area) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Area) -> bool:
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


def boxes(svg: ElementTree.Element) -> list[Area]:
    return [
        Area(x, y, x + w, y + h)
        for rect in svg.iter(f"{SVG}rect")
        for x, y, w, h in [[float(rect.attrib[name]) for name in ("x", "y", "width", "height")]]
    ]


def texts(svg: ElementTree.Element) -> list[Area]:
    """The texts, from the top of a capital letter to just below the line."""
    found = []
    for element in svg.iter(f"{SVG}text"):
        x, y, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
        text = element.text or ""
        width = text_width(text, size)
        left = x - {"start": 0, "middle": width / 2, "end": width}[element.attrib["text-anchor"]]
        found.append(Area(left, y - 0.75 * size, left + width, y + 0.1 * size, text))
    return found


@pytest.mark.parametrize(("name", "language"), EACH)
def test_a_figure_is_fresh(name: str, language: str) -> None:
    path = ROOT / FOLDER / language / f"{name}.svg"
    assert path.exists(), f"{path} is missing: run `python -m tools.figures`"
    assert path.read_text(encoding="utf-8") == draw(name, language), f"{path} is stale: run `python -m tools.figures`"


@pytest.mark.parametrize(("name", "language"), EACH)
def test_every_text_has_room(name: str, language: str) -> None:
    svg = ElementTree.fromstring(draw(name, language))
    picture = Area(0, 0, float(svg.attrib["width"]), float(svg.attrib["height"]))
    for area in boxes(svg) + texts(svg):
        assert picture.holds(area), f"{area} leaves the picture"
    for text in texts(svg):
        for box in boxes(svg):
            assert not box.meets(text) or box.holds(text), f"{text} goes over the edge of {box}"
    for one, other in combinations(texts(svg), 2):
        assert not one.meets(other), f"{one} and {other} overlap"


def test_what_has_no_room_cannot_be_drawn() -> None:
    picture = Picture(100, 50)
    picture.box(0, 0, 60, "バイト")
    assert 'font-size="16"' in picture.parts[-1]
    picture.box(0, 0, 60, "トークン")
    assert 'font-size="13"' in picture.parts[-1], "set smaller"
    with pytest.raises(ValueError, match="does not fit into a box 50 wide"):
        picture.box(0, 0, 50, "プリトークン")
    with pytest.raises(ValueError, match="leaves the picture"):
        picture.text(90, 20, "byte")


def test_every_file_is_drawn_by_code(tmp_path: Path) -> None:
    assert stale(ROOT) == []
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "old.svg").touch()
    assert len(stale(tmp_path)) == len(EACH) + 1


def test_a_chapter_names_a_figure_alike_in_every_language() -> None:
    assert figure_path(ROOT, "../../assets/figures/gpt-block.svg", "ko") == ROOT / "assets/figures/ko/gpt-block.svg"
    assert figure_name("../../assets/photo.svg") is None
    with pytest.raises(ValueError, match="is not a drawn figure"):
        figure_path(ROOT, "../../assets/photo.svg", "ko")
