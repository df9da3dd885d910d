"""The pictures of the interlude "inside the model". All are narrow enough for a phone."""

from __future__ import annotations

import math

from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, FRAME, INK, LINE, MUTED, NEXT, PLAIN
from tools.figures.words import Words

WIDTH = 424  # four fifths of it, the smallest size that the style sheet allows, fit into a phone's page


def chain_rule(w: Words) -> Picture:
    """loss = (w x + b - y)² as a graph: values above, gradients below, the local derivative at each arrow."""
    p = Picture(WIDTH, 318)
    nodes = {  # name -> left, top, text, value, gradient
        "w": (8, 10, "w", "3", "8"),
        "x": (8, 116, "x", "2", "12"),
        "p": (118, 63, "p = w·x", "6", "4"),
        "b": (118, 178, "b", "1", "4"),
        "s": (228, 63, "s = p + b", "7", "4"),
        "y": (228, 178, "y", "5", "−4"),
        "d": (338, 63, "d = s − y", "2", "4"),
        "loss": (338, 178, f"{w('loss')} = d²", "4", "1"),
    }
    for left, top, text, value, gradient in nodes.values():
        p.box(left, top, 78, value, PLAIN, h=26, size=15)
        p.box(left, top + 26, 78, text, EMPTY, h=28, size=14)
        p.box(left, top + 54, 78, gradient, FIRST, h=26, size=15)
    for x1, y1, x2, y2, label, x, y in (
        (88, 50, 116, 90, "×2", 110, 56),
        (88, 156, 116, 116, "×3", 110, 158),
        (198, 103, 226, 103, "×1", 212, 94),
        (198, 208, 226, 146, "×1", 203, 164),
        (308, 103, 336, 103, "×1", 322, 94),
        (308, 208, 336, 146, "×−1", 309, 164),
        (377, 145, 377, 176, "×4", 394, 164),
    ):
        p.arrow(x1, y1, x2, y2)
        p.text(x, y, label, 12, MUTED)
    p.box(8, 280, 100, f"{w('value')} →", PLAIN, h=28, size=14)
    p.box(118, 280, 100, f"← {w('gradients')}", FIRST, h=28, size=14)
    p.text(232, 299, f"×2  {w('local derivative')}", 13, MUTED, "start")
    return p


def causal_mask(w: Words) -> Picture:
    """Who may look at whom, and the weights of one row."""
    tokens, asking, weights = w.example("causal mask")
    p = Picture(WIDTH, 268)
    left, top, cell, row = 118, 54, 50, 40
    p.text(left + 2.9 * cell, 18, f"{w('key: is looked at')} →", 13, MUTED)
    p.text(6, 18, f"{w('query: asks')} ↓", 13, MUTED, "start")
    for i, token in enumerate(tokens):
        p.text(left + i * cell + cell / 2, 42, token, 13)
        p.text(left - 10, top + i * row + 24, token, 13, INK, "end")
        for j in range(len(tokens)):
            x, y = left + j * cell, top + i * row
            weight = weights[j] if i == asking and j <= i else None
            paint = EMPTY if j > i else PLAIN if weight is None else FIRST if weight == max(weights) else NEXT
            p.box(x + 1, y + 1, cell - 2, "" if weight is None else f"{weight:.2f}", paint, h=row - 2, size=14)
            if j > i:
                p.line(x + 8, y + 7, x + cell - 8, y + row - 7)
                p.line(x + 8, y + row - 7, x + cell - 8, y + 7)
    p.text(left + 5 * cell + 4, top + asking * row + 25, "Σ = 1", 13, INK, "start")
    return p


def rope_angles(w: Words) -> Picture:
    """A query and a key on a dial, turned by 30° a position: what is between them depends on the distance only."""
    p = Picture(WIDTH, 218)
    radius, step, apart = 48, 30, 20  # degrees: a position; between query and key at the same position
    for number, (m, n) in enumerate(((0, 0), (3, 1), (7, 5))):  # the query comes later: it looks back
        x, y = 72 + number * 140, 82
        query, key = apart + m * step, n * step
        p.parts.append(_wedge(x, y, radius * 0.62, key, query))
        p.parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" style="fill:none;stroke:{LINE}"/>')
        for tick in range(0, 360, step):
            (x1, y1), (x2, y2) = _at(x, y, radius - 5, tick), _at(x, y, radius, tick)
            p.line(x1, y1, x2, y2, width=1)
        for name, angle in (("q", query), ("k", key)):
            p.arrow(x, y, *_at(x, y, radius - 1, angle))
            tx, ty = _at(x, y, radius + 12, angle)
            p.text(tx, ty + 5, name, 15)
        p.text(x, 164, f"{w('position')} {m}, {n}", 13, INK)
        p.text(x, 184, f"{m} − {n} = {m - n}", 13, MUTED)
        p.text(x, 206, f"{query - key}°", 15, INK)
    return p


def _at(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y - radius * math.sin(angle)


def _wedge(x: float, y: float, radius: float, first: float, last: float) -> str:
    (x1, y1), (x2, y2) = _at(x, y, radius, first), _at(x, y, radius, last)
    path = f"M{x:g} {y:g} L{x1:.1f} {y1:.1f} A{radius:.1f} {radius:.1f} 0 0 0 {x2:.1f} {y2:.1f} z"
    return f'<path d="{path}" style="fill:{FIRST.fill}"/>'


def residual_stream(w: Words) -> Picture:
    """The vector of one position on its way down: four parts read it and add to it. At the right, each replaces it."""
    p = Picture(WIDTH, 512)
    stream, side = 66, 358
    p.line(stream, 54, stream, 420, width=5)
    p.text(12, 16, w("residual connections"), 13, MUTED, "start")
    p.text(side, 16, w("none"), 13, MUTED)
    p.text(stream + 14, 66, "x", 13)
    for block in range(2):
        top = 70 + block * 160
        p.box(12, top, 268, "", FRAME, h=150)
        p.text(272, top + 145, w("block"), 12, MUTED, "end")
        for part, (name, sum_name) in enumerate(((w("attention"), "a"), ("MLP", "m"))):
            y = top + 24 + part * 68
            p.arrow(stream + 2, y, stream + 34, y)
            p.box(stream + 36, y - 15, 68, w("norm"), NEXT, h=30, size=13)
            p.arrow(stream + 104, y, stream + 116, y)
            p.box(stream + 118, y - 15, 88, name, FIRST, h=30, size=13)
            p.line(stream + 162, y + 15, stream + 162, y + 34)
            p.arrow(stream + 162, y + 34, stream + 14, y + 34)
            p.box(stream - 13, y + 21, 26, "+", EMPTY, h=26, size=17)
            p.text(stream + 90, y + 30, sum_name + "₁₂"[block], 13)
    p.text(stream + 14, 408, "x + a₁ + m₁ + a₂ + m₂", 13, INK, "start")
    p.arrow(stream, 420, stream, 428)

    p.arrow(side, 54, side, 79)
    for number, name in enumerate((w("attention"), "MLP") * 2):
        y = 79 + (number // 2) * 160 + (number % 2) * 68
        p.box(side - 52, y, 104, name, FIRST, h=30, size=13)
        p.arrow(side, y + 30, side, (79 + 160 if number == 1 else y + 68) if number < 3 else 428)
    p.text(side + 16, 408, "m₂", 13)
    for x in (stream, side):
        p.box(x - 52, 26, 104, w("embedding"), PLAIN, h=28, size=14)
        p.box(x - 52, 428, 104, w("norm"), NEXT, h=30, size=14)
        p.arrow(x, 458, x, 470)
        p.box(x - 52, 470, 104, w("head"), PLAIN, h=30, size=14)
    return p


def attention_heads(w: Words) -> Picture:
    """A vector of C = 12 numbers, split into 3 heads of 4, and put together again."""
    p = Picture(WIDTH, 424)
    left, cell, narrow, group = 102, 26, 24, 108  # a group is four narrow cells and a gap
    paints = (PLAIN, NEXT, FIRST)

    def whole(y: int) -> None:
        for i in range(12):
            p.box(left + i * cell, y, cell, "", paints[i // 4], h=24)

    def parts(y: int) -> None:
        for i in range(12):
            p.box(left + (i // 4) * group + (i % 4) * narrow, y, narrow, "", paints[i // 4], h=24)

    def arrows(y1: float, y2: float, first: int, last: int) -> None:
        for head in range(3):
            whole_x, part_x = left + (head * 4 + 2) * cell, left + head * group + 2 * narrow
            p.arrow((whole_x, part_x)[first], y1, (whole_x, part_x)[last], y2)

    for y, label, size in (
        (28, "q, k, v", "C = 12"),
        (94, w("split"), "D = 4"),
        (166, w("heads"), "H = 3"),
        (236, "", "D = 4"),
        (298, w("concatenate"), "C = H · D"),
        (402, "", "C = 12"),
    ):
        if label:
            p.text(8, y - 2, label, 13, INK, "start")
        p.text(8, y + (16 if label else 5), size, 13, MUTED, "start")
    whole(18)
    arrows(44, 80, 0, 1)
    parts(82)
    arrows(108, 132, 1, 1)
    for head in range(3):
        x = left + head * group
        p.box(x, 134, 96, "", EMPTY, h=64)
        p.text(x + 48, 160, w("head {n}", n=head + 1), 13)
        p.text(x + 48, 184, w("attend"), 13)
    arrows(200, 222, 1, 1)
    parts(224)
    arrows(250, 286, 1, 0)
    whole(288)
    p.arrow(left + 6 * cell, 314, left + 6 * cell, 334)
    p.box(left, 336, 12 * cell, w("output projection"), EMPTY, h=32, size=14)
    p.arrow(left + 6 * cell, 368, left + 6 * cell, 388)
    for i in range(12):
        p.box(left + i * cell, 390, cell, "", EMPTY, h=24)
    return p


FIGURES = {
    "chain-rule": chain_rule,
    "causal-mask": causal_mask,
    "rope-angles": rope_angles,
    "residual-stream": residual_stream,
    "attention-heads": attention_heads,
}
