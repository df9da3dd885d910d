"""Which option does the model find likeliest?"""

from __future__ import annotations


def score_choices(
    losses: list[list[float]],
    starts: list[int],
    ends: list[int],
) -> int:
    """The number of the option with the lowest mean loss.

    `losses[i][t]` is what the model paid at place t of row i, where it
    predicted the token at place t + 1. The tokens of option i stand at
    the places from `starts[i]` up to, not including, `ends[i]`. The
    mean makes long and short options comparable. On a tie the first
    option wins.

    >>> losses = [[9.0, 1.0, 2.0], [9.0, 1.0, 1.0]]
    >>> score_choices(losses, [2, 2], [4, 4])
    1
    """
    means = [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]
    return means.index(min(means))
