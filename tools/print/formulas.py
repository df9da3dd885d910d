"""Formulas as MathJax sets them: MathML for the EPUB, positioned glyphs for the PDF.

The same program reads the same TeX as on the page, in Chromium. A formula that it cannot read is an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement
from playwright.sync_api import Browser

from tools.print.reading import Book, Page

DELIMITERS = re.compile(r"^\s*(?:\\\((?P<inline>.*)\\\)|\\\[(?P<display>.*)\\\])\s*$", re.S)
RAW_TEX = re.compile(r"\\[(\[]|\\(?:frac|sum|sqrt|beta|text|cdot|ln|begin)\b")
CONFIG = {
    "startup": {"typeset": False},
    "options": {"enableMenu": False, "enableAssistiveMml": False, "sre": {"speech": "none"}},
}
SET_ALL = """async ([config, script, formulas]) => {
  window.MathJax = config;
  await new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    tag.src = script; tag.onload = resolve; tag.onerror = reject;
    document.head.append(tag);
  });
  await MathJax.startup.promise;
  const made = [];
  for (const [tex, display] of formulas) {
    made.push([await MathJax.tex2mmlPromise(tex, { display }),
               (await MathJax.tex2chtmlPromise(tex, { display })).outerHTML]);
  }
  return [made, MathJax.chtmlStylesheet().textContent];
}"""

Formula = tuple[str, bool]  # TeX, and whether it stands on a line of its own


@dataclass
class Typeset:
    """Formulas in both forms, and the style sheet of the second."""

    mathml: dict[Formula, str] = field(default_factory=dict)
    glyphs: dict[Formula, str] = field(default_factory=dict)
    css: str = ""


def formulas_in(page: Page) -> list[tuple[HtmlElement, Formula]]:
    """The elements that hold a formula, with what they hold. The number of an equation is not part of it."""
    found = []
    for element in page.body.xpath(".//*[contains(concat(' ', @class, ' '), ' math ')]"):
        text = "".join(element.xpath("text()"))
        match = DELIMITERS.match(text)
        if match is None:
            raise ValueError(f"{page.name}: a formula without its delimiters: {text.strip()[:80]!r}")
        display = match["display"] is not None
        found.append((element, (match["display"] if display else match["inline"], display)))
    return found


def typeset(browser: Browser, mathjax: Path, books: list[Book]) -> Typeset:
    """All formulas of some books, each once. `mathjax` is the script that the pages load."""
    formulas = sorted({formula for book in books for page in book.pages for _, formula in formulas_in(page)})
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(mathjax.as_uri())  # a page from disk may load a script from disk, an empty page may not
        made, css = page.evaluate(SET_ALL, [CONFIG, mathjax.as_uri(), formulas])
    result = Typeset(css=css)
    for formula, (mathml, glyphs) in zip(formulas, made, strict=True):
        if "<merror" in mathml:
            raise ValueError(f"MathJax cannot read the formula {formula[0]!r}")
        result.mathml[formula] = re.sub(r' data-[\w-]+="[^"]*"', "", mathml)
        result.glyphs[formula] = glyphs
    return result


def insert(page: Page, forms: dict[Formula, str]) -> None:
    """Replace the TeX of a page. What is put in is parsed as XML, and stays what it is when written as HTML or XML."""
    for element, formula in formulas_in(page):
        numbers = [child for child in element if child.get("class") == "eqno"]
        element.text = None
        for child in list(element):
            element.remove(child)
        made = html.fragment_fromstring(forms[formula])
        element.append(made)
        made.tail = None
        for number in numbers:
            number.tail = None
            element.append(number)
        element.set("class", "equation" if formula[1] else "formula")
        element.set("data-tex", formula[0])
