"""The pictures of chapter 2."""

from __future__ import annotations

from tools.figures.canvas import FIRST, MUTED, NEXT, PLAIN, WHITE, Picture


def parallel_counting() -> Picture:
    p = Picture(720, 250)
    p.text(60, 28, "file", 14, MUTED)
    for i in range(4):
        p.box(24, 40 + i * 46, 72, f"chunk {i + 1}", FIRST if i % 2 == 0 else NEXT, h=42, size=13)
    for row, y in enumerate((66, 158)):
        p.box(230, y, 130, f"worker {row + 1}", PLAIN, h=46, size=15)
        for i in (row, row + 2):
            p.arrow(98, 61 + i * 46, 226, y + 23)
    for y, counts in ((56, ["low  31", "the  12"]), (148, ["low  28", "cat   5"])):
        for i, text in enumerate(counts):
            p.box(430, y + i * 33, 96, text, WHITE, h=31, size=13)
    p.arrow(362, 89, 426, 89)
    p.arrow(362, 181, 426, 181)
    for i, text in enumerate(["low  59", "the  12", "cat   5"]):
        p.box(600, 80 + i * 35, 100, text, PLAIN, h=33, size=13)
    p.arrow(528, 89, 596, 118)
    p.arrow(528, 181, 596, 150)
    p.text(650, 66, "sum", 14, MUTED)
    return p


def chunk_boundaries() -> Picture:
    p = Picture(720, 170)
    ends, x = [], 24.0
    for width in (110, 170, 60, 190, 120):
        p.box(x, 84, width - 4, "", PLAIN, h=40)
        x += width
        ends.append(x)
    for end in ends[:-1]:
        p.box(end - 8, 78, 12, "", FIRST, h=52)
    for i in (1, 2, 3):
        guess = 24 + 650 * i / 4
        place = next(end for end in ends if end >= guess) - 2
        p.text(guess, 34, f"{i}/4", 14, MUTED)
        p.arrow(guess, 42, guess, 70)
        p.arrow(guess + 2, 70, place, 76)
    p.text(24, 154, "0", 14, MUTED, "start")
    p.text(672, 154, "size", 14, MUTED, "end")
    return p


FIGURES = {
    "parallel-counting": parallel_counting,
    "chunk-boundaries": chunk_boundaries,
}
