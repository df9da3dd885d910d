"""The pictures of chapter 1."""

from __future__ import annotations

from storybot.bpe_basics import escape_bytes, pretokenize, train_bpe
from tools.figures.canvas import FIRST, INK, MUTED, NEXT, PLAIN, WHITE, Picture


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
            p.box(at, 225, w, escape_bytes(token).replace(" ", "␣"), FIRST if len(token) > 1 else WHITE, size=13)
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


FIGURES = {
    "bpe-pipeline": bpe_pipeline,
    "utf8-bytes": utf8_bytes,
    "count-pairs": count_pairs,
    "encode-by-rank": encode_by_rank,
}
