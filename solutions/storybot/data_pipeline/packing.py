"""Best-fit packing: every row starts with a document, and is filled with whole documents as far as they fit.

Of the waiting documents the longest that fits goes in; when none fits, the shortest is cropped to
fill the row, and the rest of it is lost. With the documents sorted by length, both are found by
bisection instead of a walk along all of them.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence


def choose_best_fit(lengths: Sequence[int], space: int) -> tuple[int, bool]:
    """Which of the waiting documents goes into the rest of a row.

    `lengths` are the lengths of the documents and `space` is what is left
    in the row, in tokens, all at least 1. Gives an index in `lengths` and
    whether the document must be cropped: the longest of those that are
    not longer than `space`, and False; if none fits, the shortest of all,
    and True. Of equally long ones it is always the first.
    ValueError if no document waits.

    >>> choose_best_fit([5, 3, 9, 3], 6)
    (0, False)
    >>> choose_best_fit([5, 3, 9, 3], 2)
    (1, True)
    """
    if not lengths:
        raise ValueError("no document waits for the row")
    fitting = [(length, -i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return -max(fitting)[1], False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


class BestFitBuffer:
    """The documents that wait for a row, sorted by length: `choose_best_fit` in logarithmic time.

    Of equally long documents the one that arrived first is taken first.

    >>> buffer = BestFitBuffer()
    >>> [buffer.add(length) for length in (5, 3, 9, 3)]
    [0, 1, 2, 3]
    >>> buffer.pop_best_fit(6), buffer.pop_best_fit(2)
    ((0, False), (1, True))
    """

    def __init__(self) -> None:
        self._sorted: list[tuple[int, int]] = []  # length, and the arrival number negated: of equals the first is last
        self._arrived = 0

    def __len__(self) -> int:
        return len(self._sorted)

    def add(self, length: int) -> int:
        """Add a document of this length; gives its arrival number."""
        number = self._arrived
        insort(self._sorted, (length, -number))
        self._arrived += 1
        return number

    def pop_best_fit(self, space: int) -> tuple[int, bool]:
        """Remove the document that goes into `space`: its arrival number, and whether it must be cropped."""
        index = bisect_right(self._sorted, (space, 1)) - 1
        crop = index < 0
        if crop:
            index = bisect_right(self._sorted, (self._sorted[0][0], 1)) - 1
        _, number = self._sorted.pop(index)
        return -number, crop


def pack_rows(lengths: Sequence[int], row: int, buffer: int = 1000) -> list[list[tuple[int, int]]]:
    """Pack documents of these lengths into rows, as the loader does: (document, tokens used) for each row.

    A last row that cannot be filled is left out.

    >>> pack_rows([4, 3, 3, 2], 6)
    [[(0, 4), (3, 2)], [(1, 3), (2, 3)]]
    """
    rows: list[list[tuple[int, int]]] = []
    waiting, following = BestFitBuffer(), 0
    while True:
        filled: list[tuple[int, int]] = []
        space = row
        while space > 0:
            while len(waiting) < buffer and following < len(lengths):
                waiting.add(lengths[following])
                following += 1
            if not len(waiting):
                return rows
            number, crop = waiting.pop_best_fit(space)
            used = space if crop else lengths[number]
            filled.append((number, used))
            space -= used
        rows.append(filled)
