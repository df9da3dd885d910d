"""The pictures of chapter 3."""

from __future__ import annotations

from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, INK, LOST, MUTED, NEXT, PLAIN
from tools.figures.words import Words


def merge_ladder(w: Words) -> Picture:
    """Each rung and what one merge costs on it; the highest rung on top."""
    rungs = [
        ("flat arrays, compiled", "its positions", 10),
        ("heap", "its words + log(pairs)", 26),
        ("index", "its words + all pairs", 60),
        ("distinct words", "all distinct words", 120),
        ("chapter 1", "all the text", 290),
    ]
    p = Picture(650, 300)
    p.text(330, 26, w("work for one merge"), 14, MUTED, "start")
    for x in (40, 290):
        p.line(x, 20, x, 286, width=5)
    for number, (name, work, width) in enumerate(rungs):
        y = 42 + number * 50
        p.box(46, y, 238, w(name), FIRST if number == 0 else PLAIN, size=15)
        p.box(330, y + 6, width, "", NEXT, h=10)
        p.text(330, y + 33, w(work), 14, INK, "start")
    return p


def pair_index(w: Words) -> Picture:
    p = Picture(680, 250)
    words = [("0", "low", "5"), ("1", "slow", "2"), ("2", "new", "6"), ("3", "blow", "1")]
    pairs = [("o w", "8", "0 1 3"), ("l o", "8", "0 1 3"), ("n e", "6", "2"), ("e w", "6", "2"), ("s l", "2", "1")]
    p.text(100, 30, w("words"), 14, MUTED)
    p.text(185, 30, "×", 14, MUTED)
    for number, (name, word, weight) in enumerate(words):
        y = 44 + number * 46
        p.text(28, y + 22, name, 14, MUTED)
        p.box(45, y, 110, word, EMPTY if word == "new" else FIRST)
        p.text(185, y + 22, weight, 15)
    p.text(400, 30, w("pair"), 14, MUTED)
    p.text(485, 30, w("count"), 14, MUTED)
    p.text(585, 30, w("words"), 14, MUTED)
    for number, (pair, count, where) in enumerate(pairs):
        y = 44 + number * 40
        p.box(355, y, 90, pair, FIRST if number == 0 else PLAIN, h=32)
        p.text(485, y + 22, count, 15)
        p.box(530, y, 110, where, NEXT if number == 0 else EMPTY, h=32)
    for number in (0, 1, 3):
        p.arrow(350, 60, 205, 60 + number * 46)
    return p


def lazy_heap(w: Words) -> Picture:
    p = Picture(690, 172)
    heaps = [
        [("l o", "9", FIRST), ("n e", "8", PLAIN), ("s t", "5", PLAIN)],
        [("n e", "8", FIRST), ("l o", "7", NEXT), ("s t", "5", PLAIN)],
        [("l o", "7", NEXT), ("s t", "5", PLAIN)],
    ]
    notes = ["9 ≠ 7", "8 = 8 ✓", ""]
    for number, (heap, note) in enumerate(zip(heaps, notes, strict=True)):
        x = 20 + number * 240
        corners = [(x + 50, 50), (x, 120), (x + 100, 120)]
        for (left, top), (pair, count, paint) in zip(corners, heap, strict=False):
            p.box(left, top, 88, f"{pair}: {count}", paint, size=15)
        if note:
            p.text(x + 94, 34, note, 15, INK)
        if len(heap) > 1:
            p.arrow(x + 84, 86, x + 54, 116)
        if len(heap) > 2:
            p.arrow(x + 104, 86, x + 134, 116)
            p.arrow(x + 196, 100, x + 232, 100)
    return p


def flat_cells(w: Words) -> Picture:
    p = Picture(690, 246)
    cells = ["|", *"low", "|", *"lower", "|"]
    for row, y in enumerate((50, 130)):
        for i, letter in enumerate(cells):
            pair = i in (1, 2, 5, 6)
            paint = LOST if letter == "|" else (NEXT if row == 0 else FIRST) if pair else EMPTY
            p.box(110 + i * 50, y, 47, {"|": ""}.get(letter, "lo" if row and pair else letter), paint, size=15)
            if row == 0:
                p.text(133 + i * 50, 38, str(i), 12, MUTED)
    p.text(20, 72, "l o", 16, INK, "start")
    p.text(20, 152, "lo", 16, INK, "start")
    p.text(20, 226, "l o →", 15, INK, "start")
    for number, position in enumerate((1, 5)):
        p.box(110 + number * 60, 204, 54, str(position), NEXT)
        p.arrow(137 + number * 60, 202, 133 + position * 50, 167)
    return p


def letter_mask(w: Words) -> Picture:
    text = "once upon a time"
    p = Picture(690, 140)
    for i, letter in enumerate(text):
        word = 4 < i < 9
        p.box(24 + i * 40, 24, 37, "␣" if letter == " " else letter, FIRST if word else EMPTY)
        p.box(24 + i * 40, 66, 37, str(int(letter != " ")), NEXT if word else PLAIN, h=28, size=15)
    p.text(24 + 7 * 40, 122, "1111 → 4", 15, INK)
    return p


FIGURES = {
    "merge-ladder": merge_ladder,
    "pair-index": pair_index,
    "lazy-heap": lazy_heap,
    "flat-cells": flat_cells,
    "letter-mask": letter_mask,
}
