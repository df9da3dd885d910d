"""The two fonts that pages load, cut down to what they show: the icons of the theme, and the signs in formulas."""

from __future__ import annotations

import html
import logging
import re
import unicodedata
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset

ICON = re.compile("[\ue000-\uf8ff]|\\\\f[0-9a-f]{3}")
MATH = re.compile(r"<math[ >].*?</math>", re.S)
OTHER_ICONS = re.compile(r',\s*url\("?[^)]*\.ttf"?\)\s*format\("truetype"\)')


def cut(font: Path, characters: str, target: Path) -> None:
    """Write the part of a font that `characters` need, with its tables for mathematics if it has any."""
    logging.getLogger("fontTools").setLevel(logging.WARNING)  # it reports every table that it drops
    options = subset.Options(flavor="woff", layout_features=["*"], hinting=False)
    with subset.load_font(str(font), options) as loaded:
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(loaded)
        target.parent.mkdir(parents=True, exist_ok=True)
        subset.save_font(loaded, str(target), options)


def cut_icons(folder: Path) -> None:
    """Only the icons that the style sheets still name, in the file that these load first."""
    styles = folder / "_static/styles/pydata-sphinx-theme.css"
    css = styles.read_text(encoding="utf-8")
    icons = {chr(int(icon[1:], 16)) if len(icon) > 1 else icon for icon in ICON.findall(css)}
    fonts = folder / "_static/vendor/fontawesome/webfonts"
    cut(fonts / "fa-solid-900.ttf", "".join(sorted(icons)), fonts / "fa-solid-900.woff")
    css = OTHER_ICONS.sub("", css).replace('.woff2") format("woff2")', '.woff") format("woff")')
    styles.write_text(css.replace('.woff2) format("woff2")', '.woff) format("woff")'), encoding="utf-8")
    for path in fonts.glob("*"):
        if path.suffix != ".woff":
            path.unlink()


def math_characters(pages: list[str]) -> str:
    """What formulas show. A letter of its own is drawn in italics, which Unicode counts as another letter.

    >>> math_characters(['<math display="inline"><mi>h</mi><mo>&#x02212;</mo></math>'])
    'hℎ−'
    >>> math_characters(["<math><msqrt><mn>2</mn></msqrt></math>"])
    '2√'
    """
    formulas = " ".join(formula for page in pages for formula in MATH.findall(page))
    roots = {"√"} if "<msqrt" in formulas else set()
    shown = html.unescape(re.sub(r"<[^>]*>", "", formulas))
    plain = roots | {sign for sign in shown if " " < sign < "\u3000"}
    return "".join(sorted(plain | {sign for letter in plain for sign in ITALICS.get(letter, "")}))


ITALICS: dict[str, list[str]] = {"h": ["ℎ"]}
for _code in [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)]:
    if unicodedata.category(chr(_code)) != "Cn":
        ITALICS.setdefault(unicodedata.normalize("NFKC", chr(_code)), []).append(chr(_code))


def cut_math(folder: Path) -> None:
    """The signs of this book's formulas, from the STIX font that the package ziamath brings."""
    spec = find_spec("ziamath")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package ziamath is missing: pip install -e '.[course]'")
    font = Path(spec.origin).parent / "fonts/STIXTwoMath-Regular.ttf"
    signs = math_characters([path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.html"))])
    cut(font, signs, folder / "_static/math.woff")


def cut_fonts(folder: Path) -> None:
    cut_icons(folder)
    cut_math(folder)
