"""The pictures of chapter 4."""

from __future__ import annotations

from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, INK, LOST, MUTED, NEXT, PLAIN
from tools.figures.words import Words

START = "▷"  # the special token before a document


def data_flow(w: Words) -> Picture:
    p = Picture(750, 156)
    names = ["text", "shards", "row groups", "documents", "tokens", "buffer"]
    counts = ["", "4", "32", "4,000", "", w("ring"), "4 × 64"]
    for number, (label, count) in enumerate(zip([*map(w, names), "B × T"], counts, strict=True)):
        x = 10 + number * 106
        p.box(x, 70, 88, label, FIRST if number == 6 else PLAIN, h=46, size=13)
        if number:
            p.arrow(x - 17, 93, x - 1, 93)
        if count:
            p.text(x + 44, 140, count, 13, MUTED)
    for i in range(3):
        p.box(122 + i * 6, 20 + i * 6, 60, "", EMPTY, h=30)
    for row in range(3):
        for column in range(4):
            p.box(650 + column * 20, 18 + row * 14, 18, "", NEXT, h=12)
    return p


def token_buffer(w: Words) -> Picture:
    p = Picture(720, 234)
    tokens = [token for document in w.example("two documents") for token in (START, *document)]
    for i, token in enumerate(tokens):
        p.box(48 + i * 63, 30, 60, token, FIRST if token == START else NEXT if i == 8 else EMPTY, size=15)
        p.text(78 + i * 63, 22, str(i + 1), 12, MUTED)
    for name, x, shift in (("inputs", 48, 0), ("targets", 395, 1)):
        p.text(x, 118, w(name), 14, MUTED, "start")
        for row in range(2):
            for column in range(4):
                number = row * 4 + column + shift
                p.box(x + column * 70, 130 + row * 46, 66, tokens[number], NEXT if number == 8 else PLAIN, size=15)
    for x1, y1, x2, y2 in ((582, 65, 582, 84), (582, 84, 692, 84), (692, 84, 692, 193)):
        p.line(x1, y1, x2, y2)
    p.arrow(692, 193, 673, 193)
    return p


def two_packings(w: Words) -> Picture:
    """Rows of eight tokens; a letter is a document."""
    p = Picture(700, 322)
    paints = {"a": FIRST, "b": NEXT, "c": PLAIN, "d": EMPTY, "e": NEXT, "f": FIRST, "g": NEXT}

    def row(y: float, documents: str, lost: str = "") -> None:
        for column, name in enumerate(documents + lost):
            gap = 20 if column >= len(documents) else 0
            paint = LOST if gap else paints[name]
            p.box(40 + column * 60 + gap, y, 57, name, paint, h=32, size=14)
        if lost:
            p.text(529, y + 22, "✂", 18, INK)

    p.text(40, 22, w("stream"), 14, MUTED, "start")
    for number, documents in enumerate(["aaaaabbb", "cccccccd", "dddeefff"]):
        row(32 + number * 38, documents)
    p.text(40, 184, w("best fit"), 14, MUTED, "start")
    for number, (documents, lost) in enumerate([("ccccccce", "e"), ("aaaaabbb", ""), ("ddddfffg", "gg")]):
        row(194 + number * 38, documents, lost)
    return p


FIGURES = {
    "data-flow": data_flow,
    "token-buffer": token_buffer,
    "two-packings": two_packings,
}
