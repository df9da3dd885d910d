"""The endless stream of tokenized documents of one rank: epoch after epoch, tokenized ahead in threads.

Which documents does the stream leave out? Only empty ones (no text, or a null), because they would be a lone
BOS token without anything to predict; `documents_skipped` counts them. Documents that never arrive here were
left out earlier: `write_shards` writes no empty document, the last shard is for validation, and
the row groups of other ranks are read by them (`slices_for_rank`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from storybot.data_pipeline.machine_config import usable_cores
from storybot.data_pipeline.row_groups import RowGroupSlice, read_slice_bytes, slices_for_rank
from storybot.files import FilePath

if TYPE_CHECKING:
    from storybot.optimized_merges import FastTokenizer


class DocumentPosition(NamedTuple):
    """Where a document is in the stream of a rank: which epoch, which of the rank's slices, which row of it."""

    epoch: int
    slice_index: int
    row: int


START = DocumentPosition(0, 0, 0)


class Document(NamedTuple):
    """A document as the loader gets it: where it comes from and its tokens, BOS first."""

    position: DocumentPosition
    tokens: np.ndarray  # uint32, (n_tokens,)


class DocumentStream:
    """Documents in order, from any position on. While one slice is used, the next ones are read and tokenized.

    Iterating never ends: after the last document of the rank the next epoch begins with its first.
    """

    def __init__(
        self,
        paths: Sequence[FilePath],
        tokenizer: FastTokenizer,
        bos: int,
        rank: int = 0,
        world_size: int = 1,
        *,
        start: DocumentPosition = START,
        threads: int | None = None,
        column: str = "text",
    ) -> None:
        self.slices = slices_for_rank(paths, rank, world_size)
        self.tokenizer, self.bos, self.column = tokenizer, bos, column
        self.documents_skipped = 0  # empty ones, since the stream was opened
        n_threads = threads or usable_cores()
        self.prefetch = 2 * n_threads  # slices that are being tokenized or are ready
        self._pool = ThreadPoolExecutor(n_threads, thread_name_prefix="tokenize")
        self._pending: deque[tuple[int, int, Future[list[np.ndarray]]]] = deque()  # epoch, slice index, its tokens
        self._next_slice = (start.epoch, start.slice_index)
        self._ready: deque[Document] = deque()
        self._first_row = start.row  # only of the first slice: a resumed stream begins in the middle
        self._empty_slices = 0  # in a row

    def __iter__(self) -> DocumentStream:
        return self

    def __next__(self) -> Document:
        while not self._ready:
            self._prefetch()
            epoch, slice_index, future = self._pending.popleft()
            arrays = future.result()
            for row in range(self._first_row, len(arrays)):
                if len(arrays[row]) > 1:
                    self._ready.append(Document(DocumentPosition(epoch, slice_index, row), arrays[row]))
                else:  # nothing but BOS: an empty document
                    self.documents_skipped += 1
            self._first_row = 0
            self._empty_slices = 0 if self._ready else self._empty_slices + 1
            if self._empty_slices > len(self.slices):
                raise ValueError("all documents of this rank are empty")
        return self._ready.popleft()

    def _prefetch(self) -> None:
        """Keep `prefetch` slices in work."""
        while len(self._pending) < self.prefetch:
            epoch, index = self._next_slice
            self._pending.append((epoch, index, self._pool.submit(self._tokenize, self.slices[index])))
            self._next_slice = (epoch, index + 1) if index + 1 < len(self.slices) else (epoch + 1, 0)

    def _tokenize(self, part: RowGroupSlice) -> list[np.ndarray]:
        """The tokens of each document of a slice, BOS first. Empty documents stay, so that rows keep their numbers."""
        try:
            arrays = self.tokenizer.encode_batch(read_slice_bytes(part, self.column), "none", threads=1)
        except ValueError as problem:
            raise ValueError(f"{part.path}, row group {part.group}: {problem}") from None
        bos = np.array([self.bos], np.uint32)
        return [np.concatenate((bos, ids)) if len(ids) else bos for ids in arrays]

    def documents_at(self, positions: Sequence[DocumentPosition]) -> list[Document]:
        """Read these documents again, in this order: for a state that is loaded."""
        slices: dict[int, list[np.ndarray]] = {}
        for position in positions:
            if position.slice_index not in slices:
                slices[position.slice_index] = self._tokenize(self.slices[position.slice_index])
        return [Document(position, slices[position.slice_index][position.row]) for position in positions]

    def close(self) -> None:
        """Stop the threads that tokenize ahead."""
        self._pool.shutdown(wait=False, cancel_futures=True)
