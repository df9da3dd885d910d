"""The pictures of chapter 5."""

from __future__ import annotations

import math

from tools.figures.canvas import FIRST, INK, MUTED, NEXT, PLAIN, WHITE, Picture


def training_step() -> Picture:
    p = Picture(720, 330)
    names = ["batch", "forward", "loss", "backward", "clip", "optimizer"]
    places = []
    for number in range(6):
        angle = -math.pi / 2 + number * math.pi / 3
        places.append((250 + 165 * math.cos(angle), 165 + 118 * math.sin(angle)))
    for (x1, y1), (x2, y2) in zip(places, places[1:] + places[:1], strict=True):
        p.arrow(x1 + 0.32 * (x2 - x1), y1 + 0.32 * (y2 - y1), x1 + 0.7 * (x2 - x1), y1 + 0.7 * (y2 - y1))
    for (x, y), name in zip(places, names, strict=True):
        p.box(x - 52, y - 19, 104, name, FIRST if name == "optimizer" else PLAIN, h=38, size=15)
    p.text(250, 170, "step", 16, MUTED)
    for number, (name, every) in enumerate([("log", 1), ("evaluate", 100), ("sample", 250), ("checkpoint", 100)]):
        y = 55 + number * 58
        p.box(500, y, 120, name, NEXT, h=38, size=15)
        p.text(632, y + 25, f"/ {every}", 14, MUTED, "start")
        p.arrow(452, 165, 496, y + 19)
    return p


def gpt_block() -> Picture:
    p = Picture(760, 360)
    names = ["tokens", "embedding", "norm", "block", "block", "norm", "head", "logits"]
    fills = {"tokens": WHITE, "logits": WHITE, "block": FIRST, "norm": NEXT}
    for number, name in enumerate(names):
        x = 14 + number * 94
        p.box(x, 24, 76, name, fills.get(name, PLAIN), h=42, size=12)
        if number:
            p.arrow(x - 16, 45, x - 3, 45)
    for number, shape in ((0, "B × T"), (1, "B × T × C"), (7, "B × T × V")):
        p.text(52 + number * 94, 86, shape, 12, MUTED)
    for x1, x2 in ((390, 14), (466, 746)):  # both lines leave the second block: it is drawn open below
        p.parts.append(f'<path d="M{x1} 68 L{x2} 116" stroke="{MUTED}" stroke-dasharray="5 4"/>')
    p.box(14, 116, 732, "", WHITE, h=204)
    p.arrow(26, 272, 734, 272)
    for x, name, parts in (
        (42, "attention", ["norm", "q k v", "RoPE", "QK-norm", "attend", "output"]),
        (454, "MLP", ["norm", "up", "ReLU²", "down"]),
    ):
        end = x + len(parts) * 60
        for number, part in enumerate(parts):
            p.box(x + number * 60, 166, 56, part, NEXT, h=34, size=12)
        p.text((x + end) / 2, 150, name, 14, INK)
        p.arrow(x + 2, 270, x + 22, 204)
        p.arrow(end - 24, 204, end + 4, 258)
        p.box(end - 2, 259, 26, "+", WHITE, h=26, size=16)
    p.text(380, 344, "x + attention(norm(x)) → x + MLP(norm(x))", 14, MUTED)
    return p


def checkpoint() -> Picture:
    p = Picture(740, 300)
    for row, (first, last, y) in enumerate([(1, 11, 40), (9, 20, 110)]):
        for step in range(first, last + 1):
            dead = row == 0 and step > 8
            p.box(
                20 + (step - 1) * 35,
                y,
                31,
                str(step),
                WHITE if dead else FIRST if step % 4 == 0 else PLAIN,
                h=32,
                size=12,
            )
    p.text(412, 62, "✗", 22, INK)
    p.arrow(281, 75, 300, 106)
    for number, (name, content) in enumerate(
        [
            ("model.safetensors", "W"),
            ("optimizer.safetensors", "momentum, mean, square"),
            ("state.json", "step, data, sha256"),
        ]
    ):
        x = 20 + number * 240
        p.box(x, 190, 220, name, FIRST if number == 2 else PLAIN, h=40, size=14)
        p.text(x + 110, 252, content, 12, MUTED)
    p.text(370, 176, "step_000008/", 14, INK)
    return p


FIGURES = {
    "training-step": training_step,
    "gpt-block": gpt_block,
    "checkpoint": checkpoint,
}
