"""A test of one's own: is an implementation of `merge_pair` right?

A test is worth as much as the mistakes that it catches. Each case below is there because some
wrong `merge_pair` gets all the others right.
"""

from __future__ import annotations

from collections.abc import Callable


def check_merge_pair(merge_pair: Callable[..., list[int]]) -> None:
    """Test an implementation of `merge_pair`: is it right, or not?

    Returns None if it keeps everything that the docstring of `merge_pair`
    promises. If not, it raises AssertionError; an error that the
    implementation itself raises may come through as well. Asks for
    nothing that the docstring does not promise.

    >>> check_merge_pair(lambda ids, pair, new_id: ids)
    Traceback (most recent call last):
    ...
    AssertionError: merge_pair([1, 2], (1, 2), 9) gives [1, 2], not [9]
    """
    first, second = int("5000"), int("5001")  # objects of their own: `is` does not take them for those in the list
    cases = [
        ([1, 2], (1, 2), 9, [9]),
        ([1, 2, 1, 2, 3], (1, 2), 9, [9, 9, 3]),
        ([7, 7, 7], (7, 7), 9, [9, 7]),
        ([3, 1, 2], (1, 2), 9, [3, 9]),
        ([2, 1], (1, 2), 9, [2, 1]),
        ([11, 2, 1, 2], (1, 2), 9, [11, 2, 9]),
        ([5002, 5000, 5001], (first, second), 5003, [5002, 5003]),
        ([1], (1, 2), 9, [1]),
        ([], (1, 2), 9, []),
    ]
    for ids, pair, new_id, expected in cases:
        given = list(ids)
        result = merge_pair(given, pair, new_id)
        assert result == expected, f"merge_pair({ids}, {pair}, {new_id}) gives {result}, not {expected}"
        assert given == ids, f"merge_pair({ids}, {pair}, {new_id}) changed its list to {given}"
        assert result is not given, f"merge_pair({ids}, {pair}, {new_id}) gives back the list it was given"
