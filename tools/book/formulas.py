"""Formulas as MathML, which browsers draw and read aloud by themselves: no script, nothing to load but a small font.

The course's formulas are short, and MathJax would cost every page that has one more than a megabyte.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.util.math import get_node_equation_number

FUNCTION = re.compile(r"(</m[a-z]+>)?(<mi>[a-z]{2,}</mi>)(<m(?!o)[a-z]+)?")  # ln, cos, sin
SPACE = '<mspace width="0.17em"/>'


def mathml(tex: str, display: str = "inline") -> str:
    """A formula as MathML, with a thin space around the names of functions, as TeX sets them.

    >>> mathml("x^2").partition("<mrow>")[2]
    '<msup><mi>x</mi><mn>2</mn></msup></mrow></math>'
    >>> re.findall(">(a|ln|x)<|(mspace)", mathml(r"a \\ln x"))
    [('a', ''), ('', 'mspace'), ('ln', ''), ('', 'mspace'), ('x', '')]
    """

    def spaced(match: re.Match[str]) -> str:
        before, name, after = match.groups()
        left = before + ("" if before == "</mo>" else SPACE) if before else ""
        return left + name + (SPACE + after if after else "")

    return FUNCTION.sub(spaced, convert(tex.strip(), display=display))


def visit_inline(self: Any, node: nodes.math) -> None:
    self.body.append(f'<span class="math">{mathml(node.astext())}</span>')
    raise nodes.SkipNode


def visit_block(self: Any, node: nodes.math_block) -> None:
    """A formula on a line of its own, which scrolls if a phone is too narrow for it, with its number if it has one."""
    self.body.append(self.starttag(node, "div", CLASS="math math-block"))
    if node.get("number"):
        self.body.append(f'<span class="eqno">({escape(str(get_node_equation_number(self, node)))})</span>')
    self.body.append(f"{mathml(node.astext(), 'block')}</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
