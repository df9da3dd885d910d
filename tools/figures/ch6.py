"""The pictures of chapter 6."""

from __future__ import annotations

from typing import Any

from storybot.ddp.ring import ring_all_reduce
from storybot.ddp.simulator import SimulatedRank, run_ranks
from tools.figures.canvas import Picture
from tools.figures.palette import ALARM, FIRST, INK, MUTED, NEXT, PLAIN
from tools.figures.words import Words

RANKS = ("a", "b", "c")


def ddp_ranks(w: Words) -> Picture:
    """Who holds what, and what goes between them."""
    p = Picture(720, 330)
    for rank, x in ((0, 130), (1, 470)):
        p.text(x + 60, 30, w("rank {n}", n=rank), 17, INK)
        streams = w("streams {a}, {b}", a=rank, b=rank + 2)
        state = w("state, 1st half" if rank == 0 else "state, 2nd half")
        rows = [(streams, NEXT), (w("model"), PLAIN), (w("gradients"), PLAIN), (state, FIRST)]
        for number, (label, paint) in enumerate(rows):
            y = 48 + number * 72
            p.box(x - 40, y, 200, label, paint, h=42, size=15)
            if number:
                p.arrow(x + 60, y - 28, x + 60, y - 3)
    p.text(360, 148, "=", 24, MUTED)
    for y, name in ((208, "all-reduce"), (280, "exchange")):
        p.arrow(296, y + 2, 426, y + 2)
        p.arrow(424, y + 14, 294, y + 14)
        p.text(360, y - 8, w(name), 14, MUTED)
    return p


def ring_steps(w: Words) -> Picture:
    """Drawn from a real simulation: letters stand for the ranks whose pieces a sum holds."""
    states = _ring_states()
    p = Picture(750, 320)
    for step, per_rank in enumerate(zip(*states, strict=True)):
        x = 86 + step * 134
        name = w("start") if step == 0 else w("add {n}" if step < 3 else "hand on {n}", n=(step - 1) % 2 + 1)
        p.text(x + 57, 30, name, 14, MUTED)
        for rank, pieces in enumerate(per_rank):
            y = 44 + rank * 84
            for index, piece in enumerate(pieces):
                paint = FIRST if len(piece) == 3 else PLAIN if len(piece) == 1 else NEXT
                p.box(x + index * 39, y, 37, piece, paint, size=13)
            if step < 4:
                sent = (rank - step) % 3 if step < 2 else (rank + 3 - step) % 3
                p.arrow(x + sent * 39 + 18, y + 36, x + sent * 39 + 18, y + (82 if rank < 2 else 66))
    for rank, letter in enumerate(RANKS):
        p.text(8, 64 + rank * 84, w("rank {n}", n=rank), 14, INK, "start")
        p.text(8, 84 + rank * 84, f"({letter})", 13, MUTED, "start")
    p.text(8, 298, f"↻ {w('rank {n}', n=0)}", 13, MUTED, "start")
    return p


def _ring_states() -> list[list[list[str]]]:
    """For each rank its pieces before each step and at the end."""

    def work(rank: SimulatedRank) -> Any:
        own = [Piece(RANKS[rank.rank])] * 3
        seen = [list(own)]

        def receive() -> Piece:
            piece: Piece = rank.receive()
            pieces = list(seen[-1])
            step = len(seen) - 1
            index = (rank.rank - step - 1) % 3 if step < 2 else (rank.rank - step + 2) % 3
            pieces[index] = pieces[index] + piece if step < 2 else piece
            seen.append(pieces)
            return piece

        result = ring_all_reduce(own, rank.rank, rank.send, receive)
        assert [str(piece) for piece in result] == ["abc"] * 3 == [str(piece) for piece in seen[-1]]
        return [[str(piece) for piece in pieces] for pieces in seen]

    return run_ranks(work, 3)


class Piece(str):
    """A sum of letters: adding puts them together in order."""

    __slots__ = ()

    def __add__(self, other: str) -> Piece:
        return Piece("".join(sorted([*self, *other])))


def sync_times(w: Words) -> Picture:
    """Two ranks, three micro-steps each: talk once a step, or every time."""
    p = Picture(750, 274)
    for top, name, talks in ((14, "last only", (False, False, True)), (150, "every time", (True, True, True))):
        p.text(20, top + 14, w(name), 15, INK, "start")
        x = 20.0
        for number, talk in enumerate(talks):
            for rank in range(2):
                label = w("micro-step {n}", n=2 * number + rank)
                p.box(x, top + 26 + rank * 44, 156, label, PLAIN, h=38, size=15)
            x += 160
            if talk:
                p.box(x, top + 26, 44, "⇅", FIRST, h=82, size=20)
                x += 48
        p.box(x, top + 26, 80, w("update"), NEXT, h=82, size=15)
    return p


def death_and_restart(w: Words) -> Picture:
    """Steps of two ranks; the second dies after step 10; both go on from the checkpoint of step 8."""
    p = Picture(750, 250)
    for rank in range(2):
        for y in (58, 182):
            p.text(8, y + rank * 46, w("rank {n}", n=rank), 14, INK, "start")
    for step in range(1, 11):
        for rank in range(2):
            x = 74 + (step - 1) * 40
            p.box(x, 36 + rank * 46, 37, str(step), FIRST if step in (4, 8) else PLAIN, size=14)
    p.text(492, 108, "✕", 26, ALARM)
    p.text(492, 60, "…", 20, MUTED)
    p.arrow(372, 120, 372, 156)
    for step in range(9, 15):
        for rank in range(2):
            x = 394 + (step - 9) * 40
            p.box(x, 160 + rank * 46, 37, str(step), FIRST if step == 12 else PLAIN, size=14)
    p.box(274, 160, 112, w("load {n}", n=8), NEXT, h=80, size=15)
    p.text(650, 206, "…", 20, MUTED)
    return p


FIGURES = {
    "ddp-ranks": ddp_ranks,
    "ring-steps": ring_steps,
    "sync-times": sync_times,
    "death-and-restart": death_and_restart,
}
