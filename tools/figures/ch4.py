"""The pictures of chapter 4."""

from __future__ import annotations

from tools.figures.canvas import FIRST, INK, MUTED, NEXT, PLAIN, WHITE, Picture


def data_flow() -> Picture:
    p = Picture(740, 160)
    names = ["text", "shards", "row groups", "documents", "tokens", "buffer", "B × T"]
    for number, name in enumerate(names):
        x = 14 + number * 104
        p.box(x, 70, 82, name, FIRST if number == 6 else PLAIN, h=46, size=12)
        if number:
            p.arrow(x - 20, 93, x - 3, 93)
    for number, count in enumerate(["4.1 MB", "4", "32", "4,000", "1.4 M", "ring", "4 × 64"]):
        p.text(55 + number * 104, 140, count, 12, MUTED)
    for i in range(3):
        p.box(118 + i * 6, 24 + i * 6, 60, "", WHITE, h=30)
    for row in range(3):
        for column in range(4):
            p.box(640 + column * 20, 20 + row * 14, 18, "", NEXT, h=12)
    return p


def token_buffer() -> Picture:
    p = Picture(720, 260)
    tokens = ["▷", "once", "upon", "a", "time", "▷", "the", "fox", "ran", "off"]
    for i, token in enumerate(tokens):
        p.box(60 + i * 62, 30, 59, token, FIRST if token == "▷" else WHITE, size=14)
        p.text(89 + i * 62, 22, str(i + 1), 11, MUTED)
    for name, x, shift in (("inputs", 60, 0), ("targets", 380, 1)):
        p.text(x, 118, name, 14, MUTED, "start")
        for row in range(2):
            for column in range(4):
                number = row * 4 + column + shift
                fill = NEXT if number == 8 else PLAIN
                p.box(x + column * 70, 130 + row * 48, 66, tokens[number], fill, size=14)
    p.arrow(585, 66, 622, 178)
    return p


def two_packings() -> Picture:
    p = Picture(700, 300)
    stream = [("a", 5), ("b", 3), ("c", 7), ("d", 4), ("e", 2), ("f", 3)]
    fills = {"a": FIRST, "b": NEXT, "c": PLAIN, "d": WHITE, "e": NEXT, "f": FIRST}
    cells = [name for name, length in stream for _ in range(length)]
    for position, name in enumerate(cells):
        row, column = divmod(position, 8)
        p.box(40 + column * 60, 20 + row * 38, 57, name, fills[name], h=32, size=14)
    for row, parts in enumerate([[("c", 7), ("e", 1)], [("a", 5), ("b", 3)]]):
        column = 0
        for name, length in parts:
            for _ in range(length):
                p.box(40 + column * 60, 160 + row * 38, 57, name, fills[name], h=32, size=14)
                column += 1
    for i, name in enumerate("ddddfffg"):
        p.box(40 + i * 60, 236, 57, name, WHITE if name == "d" else FIRST if name == "f" else NEXT, h=32, size=14)
    p.box(540, 160, 57, "e", MUTED, h=32, size=14)
    p.text(620, 182, "✂", 18, INK)
    for i in range(2):
        p.box(540 + i * 60, 236, 57, "g", MUTED, h=32, size=14)
    return p


FIGURES = {
    "data-flow": data_flow,
    "token-buffer": token_buffer,
    "two-packings": two_packings,
}
