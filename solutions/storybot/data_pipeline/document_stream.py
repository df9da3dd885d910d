"""The endless stream of tokenized documents of one rank: epoch after epoch, tokenized ahead in threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from storybot.data_pipeline.machine_config import usable_cores
from storybot.data_pipeline.row_groups import RowGroupSlice, read_unit_bytes, slices_for_rank
from storybot.files import FilePath


class DocumentPosition(NamedTuple):
    """A document of the stream: which time around, which unit of this rank, which row of it."""

    epoch: int
    unit: int
    row: int


BEGINNING = DocumentPosition(0, 0, 0)


class Document(NamedTuple):
    place: DocumentPosition
    tokens: np.ndarray


class DocumentStream:
    """Documents in order, from any place on. While one unit is used, the next are read and tokenized."""

    def __init__(
        self,
        paths: Sequence[FilePath],
        tokenizer: Any,
        bos: int,
        rank: int = 0,
        world_size: int = 1,
        *,
        start: DocumentPosition = BEGINNING,
        threads: int | None = None,
        column: str = "text",
    ) -> None:
        self.units = slices_for_rank(paths, rank, world_size)
        self.tokenizer, self.bos, self.column = tokenizer, bos, column
        n_threads = threads or usable_cores()
        self.ahead = 2 * n_threads  # units in work or waiting
        self._pool = ThreadPoolExecutor(n_threads, thread_name_prefix="tokenize")
        self._coming: deque[tuple[int, int, Future[list[np.ndarray]]]] = deque()
        self._next_unit = (start.epoch, start.unit)
        self._ready: deque[Document] = deque()
        self._first_row = start.row
        self._empty_units = 0

    def __iter__(self) -> DocumentStream:
        return self

    def __next__(self) -> Document:
        while not self._ready:
            self._ask()
            epoch, unit, future = self._coming.popleft()
            arrays = future.result()
            rows = enumerate(arrays[self._first_row :], self._first_row)
            self._first_row = 0
            self._ready.extend(
                Document(DocumentPosition(epoch, unit, row), tokens) for row, tokens in rows if len(tokens) > 1
            )
            self._empty_units = 0 if self._ready else self._empty_units + 1
            if self._empty_units > len(self.units):
                raise ValueError("all documents of this rank are empty")
        return self._ready.popleft()

    def _ask(self) -> None:
        """Keep `ahead` units in work."""
        while len(self._coming) < self.ahead:
            epoch, unit = self._next_unit
            self._coming.append((epoch, unit, self._pool.submit(self._tokenized, self.units[unit])))
            self._next_unit = (epoch, unit + 1) if unit + 1 < len(self.units) else (epoch + 1, 0)

    def _tokenized(self, unit: RowGroupSlice) -> list[np.ndarray]:
        """The tokens of each document of the unit, the beginning-of-sequence token first."""
        try:
            arrays = self.tokenizer.encode_batch(read_unit_bytes(unit, self.column), "none", threads=1)
        except ValueError as problem:
            raise ValueError(f"{unit.path}, row group {unit.group}: {problem}") from None
        first = np.array([self.bos], np.uint32)
        return [np.concatenate((first, ids)) if len(ids) else first for ids in arrays]

    def documents_at(self, places: Sequence[DocumentPosition]) -> list[Document]:
        """Read these documents again, in this order: for a state that is loaded."""
        units: dict[int, list[np.ndarray]] = {}
        for place in places:
            if place.unit not in units:
                units[place.unit] = self._tokenized(self.units[place.unit])
        return [Document(place, units[place.unit][place.row]) for place in places]

    def close(self) -> None:
        """Let the tokenizing thread go."""
        self._pool.shutdown(wait=False, cancel_futures=True)
