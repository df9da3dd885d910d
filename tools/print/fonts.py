"""The fonts of the PDF: Noto CJK, cut down to the characters of one book and turned into TrueType.

Noto CJK has cubic outlines, and those Chromium would write as drawings without a font ("Type 3"): large, blurred on
some screens, and with the wrong characters behind some Han glyphs when text is searched or copied, because there the
first character that shares the glyph is taken (an old radical, `⾓` for `角`). A subset with quadratic outlines is
embedded as a font, and knows only the characters that the book has.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

from storybot.languages import Language

SANS, MONO, MATH = "Course Sans", "Course Mono", "Course Math"  # what the style sheet calls them
TOLERANCE = 1.0  # units of 1/1000 em by which a quadratic curve may differ
LIMITS = [
    "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
    "maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours", "maxCompositePoints",
    "maxCompositeContours", "maxComponentDepth",
]  # fmt: skip


def write_fonts(folder: Path, language: Language, characters: set[str]) -> str:
    """Write the fonts of a book to `folder`; returns the rules that name them to the browser."""
    first = (language.fonts or '"Noto Sans CJK JP"').split(",")[0].strip('"')
    rules = []
    for family, source in ((SANS, first), (MONO, first.replace("Sans", "Sans Mono"))):
        for weight, style in ((400, "Regular"), (700, "Bold")):
            path = folder / f"{family.replace(' ', '')}-{style}.ttf"
            cut(*find_font(source, style), characters, path)
            rules.append(font_face(family, path, weight))
    return "\n".join(rules)


def font_face(family: str, path: Path, weight: int = 400) -> str:
    return f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url("{path.as_uri()}"); }}'


def find_font(family: str, style: str) -> tuple[str, int]:
    """The file that has a font, and the font's number in it."""
    query = [f"{family}:style={style}", "--format=%{file}|%{index}|%{family}"]
    try:
        found = subprocess.run(["fc-match", *query], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        found = ""
    file, _, rest = found.partition("|")
    number, _, name = rest.partition("|")
    if family not in name:
        raise RuntimeError(f"the PDF needs the font {family} (Debian: apt-get install fontconfig fonts-noto-cjk)")
    return file, int(number)


def cut(file: str, number: int, characters: set[str], path: Path) -> None:
    """Write the glyphs of some characters as a TrueType font."""
    options = subset.Options(
        hinting=False, notdef_outline=True, layout_features=["halt", "kern", "ccmp", "ljmo", "vjmo"]
    )
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(character) for character in characters])
    with TTFont(file, fontNumber=number, lazy=True, recalcTimestamp=False) as font:
        cutter.subset(font)
        to_quadratic(font)
        font.save(path)


def to_quadratic(font: TTFont) -> None:
    """Replace the cubic outlines of a font."""
    order, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    outlines = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, TOLERANCE, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder, table.glyphs = order, outlines
    del font["CFF "]
    font["maxp"].tableVersion = 0x00010000
    font["maxp"].maxZones = 1
    for limit in LIMITS:
        setattr(font["maxp"], limit, 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"
