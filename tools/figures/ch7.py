"""The pictures of chapter 7."""

from __future__ import annotations

from tools.figures.canvas import Picture
from tools.figures.palette import EMPTY, FIRST, INK, MUTED, NEXT, PLAIN
from tools.figures.words import Words


def one_text_two_rulers(w: Words) -> Picture:
    """The same text in few and in many tokens: the losses differ, their sum over the bytes can be compared."""
    p = Picture(750, 250)
    text = "the moon rose"
    for i, letter in enumerate(text):
        p.box(100 + i * 48, 92, 46, letter.replace(" ", "␣"), EMPTY, size=15)
    for y, name, tokens, paint in (
        (34, "A", ["the", " moon", " rose"], FIRST),
        (150, "B", ["t", "he", " m", "oo", "n", " r", "o", "se"], PLAIN),
    ):
        p.text(50, y + 22, w("model {name}", name=name), 15, INK)
        x = 100
        for token in tokens:
            p.box(x, y, len(token) * 48 - 2, f"{_nats(token):.1f}", paint, size=14)
            x += len(token) * 48
        total = sum(map(_nats, tokens))
        mean = f"{total:.1f} / {w('{n} tokens', n=len(tokens))} = {total / len(tokens):.2f}"
        per_byte = f"{total:.1f} / {w('{n} bytes', n=len(text))} = {total / len(text):.2f}"
        p.text(100, 20 if name == "A" else 208, mean, 14, MUTED, "start")
        p.text(722, 20 if name == "A" else 208, per_byte, 14, INK, "end")
    p.text(50, 114, w("text"), 14, MUTED)
    p.text(411, 238, w("nats"), 13, MUTED)
    return p


def _nats(token: str) -> float:
    """What a token of the picture costs: some for being a token, some for each of its letters."""
    return {1: 1.5, 2: 1.8, 3: 2.4, 5: 3.9}[len(token)]


def three_kinds(w: Words) -> Picture:
    """Which part of each row is scored."""
    p = Picture(700, 380)
    context, ending = w("context"), w("ending")
    kinds = [
        ("multiple choice", [context] * 3, [w("ending {n}", n=n) for n in range(3)], ["2.1", "0.9", "1.7"]),
        ("schema", [w("context {n}", n=n) for n in range(2)], [ending] * 2, ["1.4", "0.6"]),
        ("language modelling", [context], [ending], ["= = = ="]),
    ]
    y = 12
    for name, contexts, endings, scores in kinds:
        p.text(16, y + 14, w(name), 15, INK, "start")
        best = scores.index(min(scores))
        for i, (left, right, score) in enumerate(zip(contexts, endings, scores, strict=True)):
            top = y + 26 + i * 40
            p.box(40, top, 330, left, EMPTY if name == "schema" else PLAIN, size=14)
            p.box(374, top, 170, right, FIRST if i == best else NEXT, size=14)
            p.text(564, top + 23, score, 15, INK if i == best else MUTED, "start")
            if i == best:
                p.text(664, top + 23, "✓", 18, INK)
        y += 26 + len(endings) * 40 + 16
    return p


def kv_cache(w: Words) -> Picture:
    """A new token: without a cache all positions are computed again, with it only the new one."""
    p = Picture(750, 180)
    for top, name, cached in ((20, "no cache", False), (104, "with cache", True)):
        p.text(16, top + 19, w(name), 15, INK, "start")
        for step in range(4):
            x = 130 + step * 150
            positions = step + 2
            for position in range(positions):
                kept = cached and position < positions - 1
                left = x + position * 29
                p.box(left, top, 27, "kv" if kept else "", EMPTY if kept else FIRST, h=28, size=12)
            p.text(x + positions * 14.5, top + 52, w("token {n}", n=step + 1), 13, MUTED)
    return p


def hidden_bytes(w: Words) -> Picture:
    """Tokens that cut through characters, and when a stream may show something."""
    p = Picture(750, 206)
    tokens = [b"\xe7\x89", b"\xa9\xe8", b"\xaa\x9e", b"!"]
    for y, name in ((46, "tokens"), (112, "held back"), (178, "shown")):
        p.text(12, y, w(name), 14, MUTED, "start")
    rest = b""
    for i, token in enumerate(tokens):
        x = 120 + i * 158
        p.box(x, 24, 140, token.hex(" "), FIRST, size=15)
        whole = (rest + token).decode("utf-8", errors="ignore")
        rest = (rest + token)[len(whole.encode()) :]
        p.box(x, 90, 140, rest.hex(" "), NEXT if rest else EMPTY, size=15)
        p.box(x, 156, 140, whole, PLAIN if whole else EMPTY, size=17)
        p.arrow(x + 70, 60, x + 70, 86)
        if whole:
            p.arrow(x + 70, 126, x + 70, 152)
    return p


FIGURES = {
    "one-text-two-rulers": one_text_two_rulers,
    "three-kinds": three_kinds,
    "kv-cache": kv_cache,
    "hidden-bytes": hidden_bytes,
}
