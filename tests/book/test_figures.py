"""The figures are what their code draws, and every word in them can be read."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from tests.conftest import ROOT
from tools.figures import FIGURES


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_fresh(name: str) -> None:
    drawn = FIGURES[name]().svg()
    path = ROOT / "assets/figures" / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == drawn, f"{path.name} is stale: run `python -m tools.figures`"
    width = float(ElementTree.fromstring(drawn).attrib["width"])
    for box in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}rect"):
        assert float(box.get("x", "0")) + float(box.attrib["width"]) <= width, "a box leaves the picture"


def test_every_figure_is_drawn_by_code() -> None:
    assert {path.stem for path in (ROOT / "assets/figures").glob("*.svg")} == set(FIGURES)
