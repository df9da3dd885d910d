"""The pictures of chapter 1."""

from __future__ import annotations

from storybot.bpe_basics import escape_bytes, pretokenize, train_bpe
from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, INK, LINE, MUTED, NEXT, PLAIN
from tools.figures.words import Words


def bpe_pipeline(w: Words) -> Picture:
    """Drawn from a real tokenizer, trained on a line of text."""
    text, corpus = w.example("pipeline")
    tokenizer = train_bpe(corpus, 268)
    p = Picture(750, 330)
    for name, y in [("text", 50), ("pretokens", 116), ("bytes", 182), ("tokens", 248), ("ids", 306)]:
        p.text(16, y, w(name), 14, MUTED, "start")
    x, pretokens = 130.0, pretokenize(text)
    p.box(x, 27, sum(len(pretoken.encode("utf-8")) * 35 + 14 for pretoken in pretokens) - 16, text)
    for pretoken in pretokens:
        data = pretoken.encode("utf-8")
        width = len(data) * 35 - 2
        p.box(x, 93, width, pretoken.replace(" ", "␣"))
        for y in (63, 129, 195):
            p.arrow(x + width / 2, y, x + width / 2, y + 28)
        for i, byte in enumerate(data):
            p.box(x + i * 35, 159, 33, f"{byte:02x}", EMPTY, size=14)
        left = x
        for token_id in tokenizer.encode(pretoken):
            token = tokenizer.vocab[token_id]
            token_width = len(token) * 35 - 2
            label = escape_bytes(token).replace(" ", "␣")
            p.box(left, 225, token_width, label, FIRST if len(token) > 1 else EMPTY, size=14)
            p.text(left + token_width / 2, 306, str(token_id), 14)
            p.arrow(left + token_width / 2, 261, left + token_width / 2, 289)
            left += token_width + 2
        x += width + 16
    return p


def utf8_bytes(w: Words) -> Picture:
    p = Picture(720, 176)
    x = 24.0
    for character in "aé日한😀":
        data = character.encode("utf-8")
        width = len(data) * 48 - 4
        p.text(x + width / 2, 44, character, 28)
        p.text(x + width / 2, 70, f"U+{ord(character):04X}", 12, MUTED)
        for i, byte in enumerate(data):
            p.box(x + i * 48, 84, 44, f"{byte:02x}", FIRST if i == 0 else NEXT)
            p.text(x + i * 48 + 22, 138, f"{byte:08b}"[:4], 13, INK)
            p.text(x + i * 48 + 22, 156, f"{byte:08b}"[4:], 13, MUTED)
        x += width + 22
    return p


def count_pairs(w: Words) -> Picture:
    p = Picture(720, 204)
    for i, letter in enumerate("lower"):
        p.box(24 + i * 52, 60, 44, letter)
    for i in range(4):
        p.arc(46 + i * 52, 98 + i * 52, 56, FIRST.fill if i == 0 else LINE)
    p.text(150, 130, "lo · ow · we · er", 15, MUTED)
    p.arrow(300, 78, 345, 78)
    for row, word in enumerate(["low", "lower", "lowest"]):
        y = 24 + row * 46
        for i, letter in enumerate(word):
            p.box(365 + i * 40, y, 36, letter, FIRST if i < 2 else PLAIN)
    for row, (pair, count) in enumerate([("lo", 3), ("ow", 3), ("we", 2), ("er", 1), ("es", 1), ("st", 1)]):
        p.text(640, 44 + row * 26, f"{pair}  {count}", 16, INK if count > 1 else MUTED)
    return p


def encode_by_rank(w: Words) -> Picture:
    p = Picture(720, 160)
    for i, letter in enumerate("abc"):
        p.box(60 + i * 80, 70, 60, letter)
    p.arc(90, 170, 66)
    p.arc(170, 250, 66, FIRST.fill)
    p.text(130, 36, "ab 258", 15, MUTED)
    p.text(210, 36, "bc 257", 15, INK)
    p.arrow(320, 87, 400, 87)
    p.box(430, 70, 60, "a")
    p.box(510, 70, 140, "bc", FIRST)
    p.text(460, 130, "97", 15, MUTED)
    p.text(580, 130, "257", 15, MUTED)
    return p


FIGURES = {
    "bpe-pipeline": bpe_pipeline,
    "utf8-bytes": utf8_bytes,
    "count-pairs": count_pairs,
    "encode-by-rank": encode_by_rank,
}
