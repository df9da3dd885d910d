"""The pictures of chapter 7."""

from __future__ import annotations

from tools.figures.canvas import FIRST, INK, MUTED, NEXT, PLAIN, WHITE, Picture


def one_text_two_rulers() -> Picture:
    """The same text in few and in many tokens: the losses differ, their sum over the bytes can be compared."""
    p = Picture(750, 250)
    text = "the moon rose"
    for i, letter in enumerate(text):
        p.box(100 + i * 48, 92, 46, letter.replace(" ", "␣"), WHITE, size=15)
    for y, name, tokens, fill in (
        (34, "A", ["the", " moon", " rose"], FIRST),
        (150, "B", ["t", "he", " m", "oo", "n", " r", "o", "se"], PLAIN),
    ):
        p.text(50, y + 22, f"model {name}", 15, INK)
        x = 100
        for token in tokens:
            p.box(x, y, len(token) * 48 - 2, f"{_nats(token):.1f}", fill, size=14)
            x += len(token) * 48
        total = sum(map(_nats, tokens))
        mean = f"{total:.1f} / {len(tokens)} tokens = {total / len(tokens):.2f}"
        per_byte = f"{total:.1f} / {len(text)} bytes = {total / len(text):.2f}"
        p.text(100, 20 if name == "A" else 214, mean, 14, MUTED, "start")
        p.text(724, 20 if name == "A" else 214, per_byte, 14, INK, "end")
    p.text(50, 114, "text", 14, MUTED)
    p.text(412, 240, "nats", 13, MUTED)
    return p


def _nats(token: str) -> float:
    """What a token of the picture costs: some for being a token, some for each of its letters."""
    return {1: 1.5, 2: 1.8, 3: 2.4, 5: 3.9}[len(token)]


def three_kinds() -> Picture:
    """Which part of each row is scored."""
    p = Picture(750, 400)
    kinds = [
        ("multiple choice", [("context", True)] * 3, ["ending 0", "ending 1", "ending 2"]),
        ("schema", [("context 0", False), ("context 1", False)], ["ending", "ending"]),
        ("language modelling", [("context", True)], ["e n d i n g"]),
    ]  # fmt: skip
    marks = [["2.1", "0.9", "1.7"], ["1.4", "0.6"], ["= = = = ="]]
    y = 20
    for (name, contexts, endings), scores in zip(kinds, marks, strict=True):
        p.text(16, y + 16, name, 15, INK, "start")
        best = scores.index(min(scores))
        for i, ((context, same), ending) in enumerate(zip(contexts, endings, strict=True)):
            top = y + 26 + i * 40
            p.box(60, top, 330, context, PLAIN if same else WHITE, size=14)
            p.box(394, top, 170, ending, FIRST if i == best else NEXT, size=14)
            p.text(590, top + 23, scores[i], 15, INK if i == best else MUTED, "start")
            if i == best:
                p.text(690, top + 23, "✓", 18, INK)
        y += 26 + len(endings) * 40 + 20
    return p


def kv_cache() -> Picture:
    """A new token: without a cache all positions are computed again, with it only the new one."""
    p = Picture(740, 240)
    for top, name in ((24, "no cache"), (132, "cache")):
        p.text(16, top + 16, name, 15, INK, "start")
        for step in range(4):
            x = 130 + step * 150
            positions = step + 2
            for position in range(positions):
                new = position == positions - 1
                fill = FIRST if new or name == "no cache" else WHITE
                p.box(x + position * 27, top + 24, 25, "", fill, h=26, size=12)
            if name == "cache":
                for position in range(positions - 1):
                    p.text(x + position * 27 + 12.5, top + 42, "kv", 12, MUTED)
            p.text(x + positions * 13.5, top + 72, f"token {step + 1}", 12, MUTED)
    return p


def hidden_bytes() -> Picture:
    """Tokens that cut through characters, and when a stream may show something."""
    p = Picture(750, 220)
    tokens = [b"\xe7\x89", b"\xa9\xe8", b"\xaa\x9e", b"!"]
    for row, name in ((46, "tokens"), (112, "held back"), (178, "shown")):
        p.text(12, row, name, 14, MUTED, "start")
    rest = b""
    for i, token in enumerate(tokens):
        x = 120 + i * 158
        p.box(x, 24, 140, token.hex(" "), FIRST, size=15)
        whole = (rest + token).decode("utf-8", errors="ignore")
        rest = (rest + token)[len(whole.encode()) :]
        p.box(x, 90, 140, rest.hex(" "), NEXT if rest else WHITE, size=15)
        p.box(x, 156, 140, whole, PLAIN if whole else WHITE, size=17)
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
