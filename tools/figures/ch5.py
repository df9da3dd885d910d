"""The pictures of chapter 5."""

from __future__ import annotations

import math

from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, FRAME, INK, MUTED, NEXT, PLAIN
from tools.figures.words import Words


def training_step(w: Words) -> Picture:
    p = Picture(750, 330)
    names = ["batch", "forward", "loss", "backward", "clip", "optimizer"]
    centres = []
    for number in range(6):
        angle = -math.pi / 2 + number * math.pi / 3
        centres.append((232 + 165 * math.cos(angle), 165 + 122 * math.sin(angle)))
    for (x1, y1), (x2, y2) in zip(centres, centres[1:] + centres[:1], strict=True):
        p.arrow(x1 + 0.35 * (x2 - x1), y1 + 0.35 * (y2 - y1), x1 + 0.68 * (x2 - x1), y1 + 0.68 * (y2 - y1))
    for (x, y), name in zip(centres, names, strict=True):
        p.box(x - 70, y - 19, 140, w(name), FIRST if name == "optimizer" else PLAIN, h=38, size=15)
    p.text(232, 170, w("step"), 16, MUTED)
    often, rarely = "every step", "10 times a run"
    side = [("log", often), ("evaluate", rarely), ("checkpoint", rarely), ("sample", "if asked")]
    for number, (name, interval) in enumerate(side):
        y = 59 + number * 58
        p.box(490, y, 136, w(name), NEXT, h=38, size=15)
        p.text(634, y + 24, w(interval), 13, MUTED, "start")
        p.arrow(455, 165, 486, y + 19)
    return p


def gpt_block(w: Words) -> Picture:
    p = Picture(780, 340)
    names = ["tokens", "embedding", "norm", "block", "block", "norm", "head", "logits"]
    paints = {"tokens": EMPTY, "logits": EMPTY, "block": FIRST, "norm": NEXT}
    for number, name in enumerate(names):
        x = 14 + number * 96
        p.box(x, 24, 80, w(name), paints.get(name, PLAIN), h=42, size=13)
        if number:
            p.arrow(x - 16, 45, x - 2, 45)
    for number, shape in ((0, "B × T"), (1, "B × T × C"), (7, "B × T × V")):
        p.text(54 + number * 96, 86, shape, 12, MUTED)
    for x1, x2 in ((398, 14), (478, 766)):  # both lines leave the second block: it is drawn open below
        p.line(x1, 68, x2, 116, dashes="5 4")
    p.box(14, 116, 752, "", FRAME, h=184)
    p.arrow(26, 272, 756, 272)
    for x, name, parts in (
        (42, w("attention"), [w("norm"), "q k v", "RoPE", "QK-norm", w("attend"), w("output")]),
        (462, "MLP", [w("norm"), "up", "ReLU²", "down"]),
    ):
        end = x + len(parts) * 65
        for number, part in enumerate(parts):
            p.box(x + number * 65, 166, 62, part, NEXT, h=34, size=12)
        p.text((x + end) / 2, 150, name, 14, INK)
        p.arrow(x + 2, 270, x + 22, 204)
        p.arrow(end - 24, 204, end + 4, 258)
        p.box(end - 2, 259, 26, "+", EMPTY, h=26, size=16)
    norm = f"({w('norm')}(x))"
    p.text(390, 326, f"x + {w('attention')}{norm} → x + MLP{norm}", 14, MUTED)
    return p


def checkpoint(w: Words) -> Picture:
    p = Picture(740, 266)
    for row, (first, last, y) in enumerate([(1, 11, 24), (9, 20, 94)]):
        for step in range(first, last + 1):
            lost = row == 0 and step > 8
            paint = EMPTY if lost else FIRST if step % 4 == 0 else PLAIN
            p.box(20 + (step - 1) * 35, y, 31, str(step), paint, h=32, size=13)
    p.text(418, 48, "✗", 22, INK)
    p.arrow(281, 59, 300, 90)
    p.text(370, 164, "step_000008/", 14, INK)
    for number, (name, content) in enumerate(
        [
            ("model.safetensors", "parameters"),
            ("optimizer.safetensors", "momentum, mean, square"),
            ("state.json", "step, data position, hashes"),
        ]
    ):
        x = 20 + number * 240
        p.box(x, 178, 220, name, FIRST if number == 2 else PLAIN, h=40, size=14)
        p.text(x + 110, 242, w(content), 13, MUTED)
    return p


FIGURES = {
    "training-step": training_step,
    "gpt-block": gpt_block,
    "checkpoint": checkpoint,
}
