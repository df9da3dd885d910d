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
    """The model in a row, and one block opened below it. Blue: has parameters; pale orange: has none."""
    p = Picture(780, 408)
    names = ["tokens", "embedding", "norm", "block", "block", "norm", "head", "logits"]
    paints = {"tokens": EMPTY, "logits": EMPTY, "block": FIRST, "norm": NEXT}
    for number, name in enumerate(names):
        x = 14 + number * 96
        p.box(x, 24, 80, w(name), paints.get(name, PLAIN), h=42, size=13)
        if number:
            p.arrow(x - 15, 45, x - 1, 45)
    for number, shape in ((0, "B × T"), (1, "B × T × C"), (7, "B × T × V")):
        p.text(54 + number * 96, 86, shape, 12, MUTED)
    for x1, x2 in ((398, 14), (478, 766)):  # both lines leave the second block: it is drawn open below
        p.line(x1, 67, x2, 116, dashes="5 4")
    p.box(14, 116, 752, "", FRAME, h=226)
    stream = 312
    p.text(28, stream - 8, "x", 15)
    p.arrow(22, stream, 760, stream)
    # attention: queries and keys are rotated and normed, values are not
    p.text(236, 140, w("attention"), 15, INK)
    p.arrow(60, stream - 2, 60, 224)
    p.box(32, 188, 62, w("norm"), NEXT, h=34, size=13)
    for y, name in ((156, "q"), (192, "k"), (228, "v")):
        p.arrow(94, 205, 110, y + 13)
        p.box(112, y, 32, name, PLAIN, h=26, size=14)
    for y in (169, 205):
        p.arrow(144, y, 156, y)
        p.arrow(214, y, 226, y)
        p.arrow(296, y, 308, y)
    p.box(157, 154, 58, "RoPE", NEXT, h=66, size=13)
    p.box(227, 154, 70, "QK-norm", NEXT, h=66, size=13)
    p.arrow(144, 241, 308, 241)
    p.box(309, 154, 66, w("attend"), NEXT, h=102, size=13)
    p.arrow(375, 205, 387, 205)
    p.box(388, 188, 66, w("output"), PLAIN, h=34, size=13)
    p.arrow(421, 222, 421, stream - 14)
    p.text(628, 140, "MLP", 15, INK)
    p.arrow(496, stream - 2, 496, 224)
    for x, width, name, paint in (
        (466, 62, w("norm"), NEXT),
        (542, 56, "up", PLAIN),
        (612, 62, "ReLU²", NEXT),
        (688, 56, "down", PLAIN),
    ):
        p.box(x, 188, width, name, paint, h=34, size=13)
        if name != "down":
            p.arrow(x + width, 205, x + width + 13, 205)
    p.arrow(716, 222, 716, stream - 14)
    for x in (421, 716):
        p.box(x - 13, stream - 13, 26, "+", EMPTY, h=26, size=17)
    norm = f"({w('norm')}(x))"
    p.text(390, 368, f"x + {w('attention')}{norm} → x + MLP{norm}", 14, MUTED)
    for x, paint, label in ((196, PLAIN, "with parameters"), (436, NEXT, "without parameters")):
        p.box(x, 382, 28, "", paint, h=18)
        p.text(x + 38, 396, w(label), 13, MUTED, "start")
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
