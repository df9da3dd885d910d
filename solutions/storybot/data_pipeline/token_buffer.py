"""The token buffer: one array used as a ring. Tokens go in at one end and come out at the other, in blocks.

A `deque` of numbers would make an object of every token and move them one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class TokenBuffer:
    """A queue of tokens that grows when it must.

    >>> buffer = TokenBuffer(4)
    >>> buffer.push(np.array([1, 2, 3])); buffer.take(2).tolist(), len(buffer)
    ([1, 2], 1)
    """

    def __init__(self, capacity: int = 1 << 16, dtype: type = np.uint32) -> None:
        self._tokens: np.ndarray = np.empty(capacity, dtype)
        self._start = self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, tokens: np.ndarray) -> None:
        """Append tokens."""
        if self._length + len(tokens) > len(self._tokens):
            self._grow(self._length + len(tokens))
        end = (self._start + self._length) % len(self._tokens)
        first = min(len(tokens), len(self._tokens) - end)
        self._tokens[end : end + first] = tokens[:first]
        self._tokens[: len(tokens) - first] = tokens[first:]
        self._length += len(tokens)

    def peek(self, n: int, dtype: Any = None) -> np.ndarray:
        """A copy of the next `n` tokens, which stay in the buffer; converted to `dtype`, if given."""
        if n > self._length:
            raise ValueError(f"the buffer has {self._length} tokens, not {n}")
        first = min(n, len(self._tokens) - self._start)
        taken = np.empty(n, dtype or self._tokens.dtype)
        taken[:first] = self._tokens[self._start : self._start + first]
        taken[first:] = self._tokens[: n - first]
        return taken

    def discard(self, n: int) -> None:
        """Remove the next `n` tokens."""
        if n > self._length:
            raise ValueError(f"the buffer has {self._length} tokens, not {n}")
        self._start = (self._start + n) % len(self._tokens)
        self._length -= n

    def take(self, n: int) -> np.ndarray:
        """Remove the next `n` tokens and give them."""
        taken = self.peek(n)
        self.discard(n)
        return taken

    def _grow(self, needed: int) -> None:
        kept = self.peek(self._length)
        self._tokens = np.empty(max(2 * len(self._tokens), needed), self._tokens.dtype)
        self._tokens[: len(kept)] = kept
        self._start = 0


def take_batch(
    buffer: list[int],
    batch_size: int,
    seq_len: int,
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Cut a batch of inputs and targets off the front of a buffer.

    With B = `batch_size` and T = `seq_len`, both at least 1: the inputs
    are the first B * T tokens of the buffer, as B rows of T; the targets
    are the B * T tokens that begin one token later, in the same shape.
    Gives the inputs, the targets and what is left, which begins with the
    last target; the buffer itself stays as it was.
    ValueError if the buffer has fewer than B * T + 1 tokens.

    >>> take_batch([1, 2, 3, 4, 5, 6, 7], 2, 2)
    ([[1, 2], [3, 4]], [[2, 3], [4, 5]], [5, 6, 7])
    >>> take_batch([8, 8, 300], 1, 2)
    ([[8, 8]], [[8, 300]], [300])
    """
    n = batch_size * seq_len
    if len(buffer) < n + 1:
        raise ValueError(f"a batch of {batch_size} x {seq_len} needs {n + 1} tokens, and the buffer has {len(buffer)}")
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in rows]
    return inputs, targets, buffer[n:]
