"""The pictures of chapter 2."""

from __future__ import annotations

from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, MUTED, NEXT, PLAIN
from tools.figures.words import Words


def parallel_counting(w: Words) -> Picture:
    both, one, two = w.example("counted words")
    p = Picture(750, 250)
    p.text(72, 28, w("file"), 14, MUTED)
    for i in range(4):
        p.box(24, 40 + i * 46, 96, w("chunk {n}", n=i + 1), FIRST if i % 2 == 0 else NEXT, h=42, size=14)
    for row, y in enumerate((66, 158)):
        p.box(240, y, 130, w("worker {n}", n=row + 1), PLAIN, h=46, size=15)
        for i in (row, row + 2):
            p.arrow(122, 61 + i * 46, 236, y + 23)
    for y, counts in ((56, [(both, 31), (one, 12)]), (148, [(both, 28), (two, 5)])):
        for i, (word, count) in enumerate(counts):
            p.box(440, y + i * 33, 104, f"{word} {count}", EMPTY, h=31, size=14)
    p.arrow(372, 89, 436, 89)
    p.arrow(372, 181, 436, 181)
    for i, (word, count) in enumerate([(both, 59), (one, 12), (two, 5)]):
        p.box(622, 80 + i * 35, 104, f"{word} {count}", PLAIN, h=33, size=14)
    p.arrow(546, 89, 618, 118)
    p.arrow(546, 181, 618, 150)
    p.text(674, 66, w("sum"), 14, MUTED)
    return p


def chunk_boundaries(w: Words) -> Picture:
    p = Picture(720, 166)
    ends, x = list[float](), 24.0
    for width in (110, 170, 60, 190, 120):
        p.box(x, 84, width - 4, "", PLAIN, h=40)
        x += width
        ends.append(x)
    for end in ends[:-1]:
        p.box(end - 8, 78, 12, "", FIRST, h=52)
    for i in (1, 2, 3):
        guess = 24 + 650 * i / 4
        boundary = next(end for end in ends if end >= guess) - 2
        p.text(guess, 32, f"{i}/4", 14, MUTED)
        p.line(guess, 40, guess, 58)
        p.arrow(guess, 58, boundary, 76)
    p.text(24, 154, "0", 14, MUTED, "start")
    p.text(672, 154, w("file size"), 14, MUTED, "end")
    return p


FIGURES = {
    "parallel-counting": parallel_counting,
    "chunk-boundaries": chunk_boundaries,
}
