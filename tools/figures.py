"""`python -m tools.figures`: draw the pictures of the chapters as SVG, into assets/figures.

The words in a picture are few and need no translation; the caption says the rest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from storybot.atomic import write_atomically
from storybot.bpe_basics import pretokenize, show_bytes, train_bpe
from tools import ROOT, data_figures, ddp_figures, eval_figures, merge_figures, training_figures
from tools.picture import FIRST, INK, MUTED, NEXT, PLAIN, WHITE, Picture


def bpe_pipeline() -> Picture:
    """Drawn from a real tokenizer, trained on two lines of text."""
    tokenizer = train_bpe("low low low lower lower lower newer 物 物 物 本物 物価 語 語", 268)
    p = Picture(750, 330)
    for name, y in [("text", 50), ("pretokens", 116), ("bytes", 182), ("tokens", 248), ("ids", 306)]:
        p.text(16, y, name, 14, MUTED, "start")
    text, x = "low lower 物語", 130.0
    p.box(x, 27, 600, text)
    for pretoken in pretokenize(text):
        data = pretoken.encode("utf-8")
        width = len(data) * 35 - 2
        p.box(x, 93, width, pretoken.replace(" ", "␣"))
        for y in (63, 129, 195):
            p.arrow(x + width / 2, y, x + width / 2, y + 28)
        for i, byte in enumerate(data):
            p.box(x + i * 35, 159, 33, f"{byte:02x}", WHITE, size=14)
        at = x
        for token_id in tokenizer.encode(pretoken):
            token = tokenizer.vocab[token_id]
            w = len(token) * 35 - 2
            p.box(at, 225, w, show_bytes(token).replace(" ", "␣"), FIRST if len(token) > 1 else WHITE, size=13)
            p.text(at + w / 2, 306, str(token_id), 14)
            p.arrow(at + w / 2, 261, at + w / 2, 289)
            at += w + 2
        x += width + 16
    return p


def utf8_bytes() -> Picture:
    p = Picture(720, 190)
    x = 24.0
    for character in "aé日한😀":
        data = character.encode("utf-8")
        width = len(data) * 48 - 4
        p.text(x + width / 2, 44, character, 28)
        p.text(x + width / 2, 68, f"U+{ord(character):04X}", 12, MUTED)
        for i, byte in enumerate(data):
            p.box(x + i * 48, 84, 44, f"{byte:02x}", FIRST if i == 0 else NEXT)
            p.text(x + i * 48 + 22, 138, f"{byte:08b}"[:4], 13, INK)
            p.text(x + i * 48 + 22, 156, f"{byte:08b}"[4:], 13, MUTED)
        x += width + 22
    return p


def count_pairs() -> Picture:
    p = Picture(720, 210)
    for i, letter in enumerate("lower"):
        p.box(24 + i * 52, 60, 44, letter)
    for i in range(4):
        p.arc(46 + i * 52, 98 + i * 52, 56, FIRST if i == 0 else MUTED)
    p.text(150, 130, "lo · ow · we · er", 15, MUTED)
    p.arrow(300, 78, 345, 78)
    for row, word in enumerate(["low", "lower", "lowest"]):
        y = 24 + row * 46
        for i, letter in enumerate(word):
            p.box(365 + i * 40, y, 36, letter, FIRST if i < 2 else PLAIN)
    p.text(640, 52, "lo  3", 16, INK)
    p.text(640, 80, "ow  3", 16, INK)
    p.text(640, 108, "we  2", 16, INK)
    p.text(640, 136, "er  1", 16, MUTED)
    p.text(640, 160, "es  1", 16, MUTED)
    p.text(640, 184, "st  1", 16, MUTED)
    return p


def encode_by_rank() -> Picture:
    p = Picture(720, 190)
    for i, letter in enumerate("abc"):
        p.box(60 + i * 80, 80, 60, letter)
    p.arc(90, 170, 76)
    p.arc(170, 250, 76, FIRST)
    p.text(130, 46, "ab 258", 15, MUTED)
    p.text(210, 46, "bc 257", 15, INK)
    p.arrow(320, 97, 400, 97)
    p.box(430, 80, 60, "a")
    p.box(510, 80, 140, "bc", FIRST)
    p.text(460, 140, "97", 15, MUTED)
    p.text(580, 140, "257", 15, MUTED)
    return p


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


FIGURES: dict[str, Callable[[], Picture]] = {
    "bpe-pipeline": bpe_pipeline,
    "utf8-bytes": utf8_bytes,
    "count-pairs": count_pairs,
    "encode-by-rank": encode_by_rank,
    "parallel-counting": parallel_counting,
    "chunk-boundaries": chunk_boundaries,
    "merge-ladder": merge_figures.merge_ladder,
    "pair-index": merge_figures.pair_index,
    "lazy-heap": merge_figures.lazy_heap,
    "flat-cells": merge_figures.flat_cells,
    "letter-mask": merge_figures.letter_mask,
    "data-flow": data_figures.data_flow,
    "token-buffer": data_figures.token_buffer,
    "two-packings": data_figures.two_packings,
    "training-step": training_figures.training_step,
    "gpt-block": training_figures.gpt_block,
    "checkpoint": training_figures.checkpoint,
    **ddp_figures.FIGURES,
    **eval_figures.FIGURES,
}


def main() -> int:
    for name, draw in FIGURES.items():
        write_atomically(ROOT / "assets" / "figures" / f"{name}.svg", draw().svg())
    print(f"{len(FIGURES)} figures in assets/figures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
