"""The pictures of a report, as SVG with a clear ground and grey words: readable on light and on dark."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from storybot.training_loop.runs.plot import draw_losses

GREY = "#808891"
LOOKS: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "storybot", "text.parse_math": False,
    "font.family": "sans-serif", "font.size": 10,
    "text.color": GREY, "axes.labelcolor": GREY, "axes.edgecolor": GREY, "xtick.color": GREY, "ytick.color": GREY,
    "axes.facecolor": "none", "figure.facecolor": "none", "legend.facecolor": "none", "legend.edgecolor": GREY,
    "axes.spines.top": False, "axes.spines.right": False,
}  # fmt: skip


def svg_figure(draw: Callable[[Any], None], height: float = 2.7) -> str:
    """What `draw(ax)` draws, as an `<svg>` element. The same drawing gives the same text."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(LOOKS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the reader's browser has its own fonts
        figure = Figure(figsize=(5.5, height), layout="constrained")
        draw(figure.subplots())
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    svg = file.getvalue()
    return re.sub(r"<metadata>.*?</metadata>\s*", "", svg[svg.index("<svg") :], flags=re.DOTALL)


def loss_figure(records: Sequence[dict[str, Any]]) -> str:
    """The loss of every step, and what the evaluators found."""
    steps = [record for record in records if "loss" in record]
    scores = [record for record in records if "loss" not in record]

    def draw(ax: Any) -> None:
        draw_losses(ax, [record["step"] for record in steps], [record["loss"] for record in steps])
        for name in sorted({name for record in scores for name in record} - {"step"}):
            found = [record for record in scores if name in record]
            ax.plot([r["step"] for r in found], [r[name] for r in found], marker="o", label=name)
        ax.legend()

    return svg_figure(draw)


def bar_figure(
    names: Sequence[str], values: Sequence[float], label: str, marks: Sequence[float] = (), mark: str = "chance"
) -> str:
    """A bar for every name; `marks` are lines across the bars: what guessing gets."""

    def draw(ax: Any) -> None:
        rows = range(len(names))
        ax.barh(rows, values, color="C0", height=0.7)
        if marks:
            ax.vlines(marks, [i - 0.45 for i in rows], [i + 0.45 for i in rows], color="C1", linewidth=2.5)
            ax.plot([], [], color="C1", linewidth=2.5, label=mark)
            legend_above(ax)
        if max([*values, *marks]) <= 1:  # shares
            ax.set_xlim(0, 1)
        ax.set_yticks(rows, names)
        ax.invert_yaxis()
        ax.set_xlabel(label)

    return svg_figure(draw, 0.9 + 0.3 * len(names))


def legend_above(ax: Any) -> None:
    """A legend above the bars, where it hides none of them."""
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), frameon=False)
