"""Plots that suit a light page and a dark one, with labels in the reader's script, a number and an alt text.

The ground is transparent, and all lines and words are of a middle grey or a middle colour, so that the
same picture can be read on white and on black and follows the theme switch by itself.
"""

from __future__ import annotations

import base64
import io
import re
from typing import Any

from storybot.check.messages import load_messages, notebook_language
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings

GREY = "#7b8492"  # contrast above 3.7 on white and 4.5 on near-black
COLORS = ["#3f87c8", "#d9772b", "#3f9c63", "#c9545d", "#8b72be", "#a08523"]
DPI = 144
CSS_DPI = 96


def set_plot_style(language: str) -> None:
    """Set matplotlib's colours and fonts; say so if this machine has no font for the language."""
    import matplotlib as mpl
    from cycler import cycler

    families, found = fonts_for(language)
    grey: dict[Any, Any] = dict.fromkeys(
        ["text.color", "axes.labelcolor", "axes.edgecolor", "axes.titlecolor", "xtick.color", "ytick.color"], GREY
    )
    mpl.rcParams.update(
        {
            **grey,
            "grid.color": GREY,
            "figure.facecolor": "none",
            "axes.facecolor": "none",
            "savefig.facecolor": "none",
            "legend.frameon": False,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.prop_cycle": cycler(color=COLORS),
            "axes.unicode_minus": False,
            "font.family": families,
        }
    )
    if "text.language" in mpl.rcParams:  # the same Han character has another glyph in each language
        mpl.rcParams["text.language"] = LANGUAGES[language].bcp47
    if not found:
        print(load_messages()["no_font"].format(fonts=LANGUAGES[language].fonts.replace('"', "")))


def fonts_for(language: str) -> tuple[list[str], bool]:
    """The font families to use, the first that has a glyph serves; and whether the language's script is covered."""
    from matplotlib import font_manager

    installed = set(font_manager.get_font_names())
    wanted = re.findall(r'"([^"]+)"', LANGUAGES[language].fonts)
    # matplotlib sees only the first face of a collection such as Noto Sans CJK, which is the Japanese one
    usable = [name for name in [*wanted, "Noto Sans CJK JP", "Noto Sans CJK SC"] if name in installed]
    return ["DejaVu Sans", *dict.fromkeys(usable)], bool(usable) or not wanted


def show(figure: Any, number: str, alt: str) -> None:
    """Show a figure with its number (`"1.5"`) and its alt text, and close it."""
    import matplotlib.pyplot as plt
    from IPython.display import display

    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI, bbox_inches="tight")
    plt.close(figure)
    name = figure_name(number)
    png = buffer.getvalue()
    width = int.from_bytes(png[16:20], "big") * CSS_DPI // DPI
    data = base64.b64encode(png).decode()
    html = (
        f'<figure class="plot"><img alt="{_escape(alt)}" width="{width}" style="max-width:100%;height:auto" '
        f'src="data:image/png;base64,{data}"><figcaption>{name}</figcaption></figure>'
    )
    display({"text/html": html, "text/plain": f"{name}: {alt}"}, raw=True)  # type: ignore[no-untyped-call]


def figure_name(number: str, language: str | None = None) -> str:
    """What a figure is called.

    >>> figure_name("3.2", "en"), figure_name("3.2", "ja")
    ('Fig. 3.2', '図3.2')
    """
    return load_ui_strings(language or notebook_language())["book"]["figure"].format(number=number)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
