"""The pictures of chapter 6."""

from __future__ import annotations

from typing import Any

from storybot.ddp.ring import ring_all_reduce
from storybot.ddp.simulator import SimulatedRank, run_ranks
from tools.figures.canvas import FIRST, INK, MUTED, NEXT, PLAIN, Picture

RANKS = ("a", "b", "c")


def ddp_ranks() -> Picture:
    """Who holds what, and what goes between them."""
    p = Picture(720, 350)
    rows = [("streams", NEXT), ("model", PLAIN), ("gradients", PLAIN), ("optimizer", FIRST)]
    for rank, x in ((0, 130), (1, 470)):
        p.text(x + 60, 30, f"rank {rank}", 17, INK)
        for number, (name, fill) in enumerate(rows):
            y = 48 + number * 72
            label = {
                "streams": f"streams {rank}, {rank + 2}",
                "optimizer": f"state, {'1st' if rank == 0 else '2nd'} half",
            }
            p.box(x - 30, y, 180, label.get(name, name), fill, h=42, size=15)
            if number:
                p.arrow(x + 60, y - 28, x + 60, y - 3)
    p.text(360, 128, "=", 24, MUTED)
    for y, name in ((212, "all-reduce"), (284, "exchange")):
        p.arrow(300, y + 4, 432, y + 4)
        p.arrow(420, y + 16, 288, y + 16)
        p.text(360, y - 6, name, 14, MUTED)
    return p


def ring_steps() -> Picture:
    """Drawn from a real simulation: letters stand for the ranks whose pieces a sum holds."""
    states = _ring_states()
    p = Picture(750, 330)
    for step, per_rank in enumerate(zip(*states, strict=True)):
        x = 78 + step * 134
        name = "start" if step == 0 else f"{'add' if step < 3 else 'hand on'} {(step - 1) % 2 + 1}"
        p.text(x + 56, 30, name, 14, MUTED)
        for rank, pieces in enumerate(per_rank):
            y = 52 + rank * 84
            for index, piece in enumerate(pieces):
                p.box(
                    x + index * 39,
                    y,
                    37,
                    piece,
                    FIRST if len(piece) == 3 else PLAIN if len(piece) == 1 else NEXT,
                    size=13,
                )
            if step < 4:
                sent = (rank - step) % 3 if step < 2 else (rank + 3 - step) % 3
                p.arrow(x + sent * 39 + 18, y + 36, x + sent * 39 + 18, y + (82 if rank < 2 else 66))
    for rank, letter in enumerate(RANKS):
        p.text(8, 74 + rank * 84, f"rank {rank}", 14, INK, "start")
        p.text(8, 92 + rank * 84, f"({letter})", 13, MUTED, "start")
    p.text(8, 306, "↻ rank 0", 13, MUTED, "start")
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


def sync_times() -> Picture:
    """Two ranks, three micro-steps each: talk once a step, or every time."""
    p = Picture(720, 300)
    for top, name, talks in ((24, "last", (False, False, True)), (164, "every", (True, True, True))):
        p.text(10, top + 16, name, 15, INK, "start")
        x = 90.0
        for number, talk in enumerate(talks):
            for rank in range(2):
                p.box(x, top + 24 + rank * 44, 128, f"micro-step {2 * number + rank}", PLAIN, h=34, size=13)
            x += 132
            if talk:
                p.box(x, top + 24, 44, "⇅", FIRST, h=78, size=20)
                x += 48
        p.box(x, top + 24, 60, "step", NEXT, h=78, size=14)
    return p


def death_and_restart() -> Picture:
    """Steps of two ranks; the second dies after step 10; both go on from the checkpoint of step 8."""
    p = Picture(750, 250)
    for rank in range(2):
        p.text(8, 58 + rank * 46, f"rank {rank}", 14, INK, "start")
        p.text(8, 182 + rank * 46, f"rank {rank}", 14, INK, "start")
    for step in range(1, 11):
        for rank in range(2):
            x = 70 + (step - 1) * 40
            p.box(x, 36 + rank * 46, 37, str(step), FIRST if step in (4, 8) else PLAIN, size=14)
    p.text(488, 106, "✕", 26, "#b3261e")
    p.text(530, 60, "…", 20, MUTED)
    p.arrow(370, 122, 370, 152)
    for step in range(9, 15):
        for rank in range(2):
            x = 390 + (step - 9) * 40
            p.box(x, 160 + rank * 46, 37, str(step), FIRST if step == 12 else PLAIN, size=14)
    p.box(300, 160, 80, "load 8", NEXT, h=80, size=14)
    p.text(640, 190, "…", 20, MUTED)
    return p


FIGURES = {
    "ddp-ranks": ddp_ranks,
    "ring-steps": ring_steps,
    "sync-times": sync_times,
    "death-and-restart": death_and_restart,
}
