"""From shards to batches: `(inputs, targets)` without end, and a state from which the very next batch follows."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from storybot.data_pipeline.document_stream import Document, DocumentPosition, DocumentStream
from storybot.data_pipeline.packing import Waiting
from storybot.data_pipeline.token_buffer import TokenBuffer
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint

Batch = tuple[torch.Tensor, torch.Tensor]


class TokenLoader:
    """An iterator of batches for one rank.

    `packing`: "stream" lays all documents end to end and loses nothing; "best_fit" starts every row
    with a document, fills it with whole ones and crops the last. Every document begins with the token
    `bos`. The documents come in order, epoch after epoch, without end.
    """

    def __init__(
        self,
        shards: Sequence[FilePath],
        tokenizer: Any,
        batch_size: int,
        seq_len: int,
        rank: int = 0,
        world_size: int = 1,
        *,
        packing: str = "stream",
        bos: int | str = "<|endoftext|>",
        buffer: int = 1000,
        threads: int | None = None,
        device: str | torch.device | None = None,
        column: str = "text",
    ) -> None:
        if packing not in ("stream", "best_fit"):
            raise ValueError(f'packing is "stream" or "best_fit", not {packing!r}')
        if batch_size < 1 or seq_len < 1 or buffer < 1:
            raise ValueError(f"batch_size {batch_size}, seq_len {seq_len} and buffer {buffer} must be at least 1")
        self.shards, self.tokenizer = list(shards), tokenizer
        self.batch_size, self.seq_len = batch_size, seq_len
        self.packing, self.buffer = packing, buffer
        self.device = torch.device(device) if device is not None else None
        self.bos, self._mark = bos_id(tokenizer, bos), tokenizer_fingerprint(tokenizer)
        self._options: dict[str, Any] = {"rank": rank, "world_size": world_size, "threads": threads, "column": column}
        self._begin(DocumentPosition(0, 0, 0))
        self.tokens_read = self.tokens_lost = 0

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        rows = self._stream_rows() if self.packing == "stream" else self._best_fit_rows()
        return self._tensor(rows[0]), self._tensor(rows[1])

    @property
    def epoch(self) -> int:
        """How many times all documents have been read: of the first document of the next batch."""
        return self._starts[0][0].epoch if self._starts else self._next_place().epoch

    def state_dict(self) -> dict[str, Any]:
        """Where the next batch begins. Small, and plain JSON."""
        state: dict[str, Any] = {"packing": self.packing, "contract": self._contract()}
        if self.packing == "stream":
            place, offset = self._starts[0] if self._starts else (self._next_place(), 0)
            state |= {"place": list(place), "offset": offset}
        else:
            state |= {"place": list(self._next_place()), "waiting": [list(d.place) for d in self._documents.values()]}
        return state

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state: the next batch is the one that would have come."""
        if state.get("contract") != self._contract():
            raise ValueError(
                "this state belongs to another loader: batch size, sequence length, packing, buffer, ranks, "
                "shards and tokenizer must be the same"
            )
        self.close()
        self._begin(DocumentPosition(*state["place"]))
        if self.packing == "stream":
            self._skip = int(state["offset"])
        else:
            for document in self._stream.documents_at([DocumentPosition(*place) for place in state["waiting"]]):
                self._wait(document)

    def close(self) -> None:
        """Let the thread go that tokenizes ahead."""
        self._stream.close()

    def _begin(self, start: DocumentPosition) -> None:
        self._stream = DocumentStream(self.shards, self.tokenizer, self.bos, start=start, **self._options)
        self._start = start
        self._last: DocumentPosition | None = None  # the last document that was read
        self._skip = 0  # tokens of the first document that an earlier batch has used
        self._ring = TokenBuffer(max(4 * self.batch_size * self.seq_len, 1 << 12))
        self._starts: deque[tuple[DocumentPosition, int]] = (
            deque()
        )  # documents in the ring, and how much of the first is gone
        self._lengths: deque[int] = deque()  # what is left of each in the ring
        self._waiting, self._documents = Waiting(), dict[int, Document]()

    def _read(self) -> Document:
        document = next(self._stream)
        self._last = document.place
        self.tokens_read += len(document.tokens)
        return document

    def _next_place(self) -> DocumentPosition:
        """The document that is read next."""
        if self._last is None:
            return self._start
        return DocumentPosition(self._last.epoch, self._last.unit, self._last.row + 1)

    def _stream_rows(self) -> tuple[np.ndarray, np.ndarray]:
        needed = self.batch_size * self.seq_len
        while len(self._ring) < needed + 1:
            document = self._read()
            tokens, gone = document.tokens[self._skip :], self._skip
            self._skip = 0
            if len(tokens):
                self._ring.push(tokens)
                self._starts.append((document.place, gone))
                self._lengths.append(len(tokens))
        taken = self._ring.look(needed + 1, np.int64)
        self._ring.drop(needed)
        self._forget(needed)
        shape = (self.batch_size, self.seq_len)
        return taken[:-1].reshape(shape), taken[1:].reshape(shape)

    def _forget(self, n: int) -> None:
        """`n` tokens of the ring are used up: which document comes first now, and from where on?"""
        while n >= self._lengths[0]:
            n -= self._lengths.popleft()
            self._starts.popleft()
        place, gone = self._starts[0]
        self._starts[0], self._lengths[0] = (place, gone + n), self._lengths[0] - n

    def _best_fit_rows(self) -> tuple[np.ndarray, np.ndarray]:
        rows = np.empty((self.batch_size, self.seq_len + 1), np.int64)
        for row in rows:
            filled = 0
            while filled < len(row):
                while len(self._waiting) < self.buffer:
                    self._wait(self._read())
                number, crop = self._waiting.take(len(row) - filled)
                tokens = self._documents.pop(number).tokens
                used = len(row) - filled if crop else len(tokens)
                row[filled : filled + used] = tokens[:used]
                self.tokens_lost += len(tokens) - used
                filled += used
        return rows[:, :-1], rows[:, 1:]

    def _wait(self, document: Document) -> None:
        self._documents[self._waiting.add(len(document.tokens))] = document

    def _tensor(self, rows: np.ndarray) -> torch.Tensor:
        tensor = torch.from_numpy(rows)
        if self.device is None or self.device.type == "cpu":
            return tensor
        return tensor.pin_memory().to(self.device, non_blocking=True)

    def _contract(self) -> str:
        """A fingerprint of everything that decides which batch comes next."""
        parts = [self.batch_size, self.seq_len, self.packing, self.buffer, self.bos, self._mark]
        parts += [self._options["rank"], self._options["world_size"]]
        parts += [(Path(path).name, Path(path).stat().st_size) for path in self.shards]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def bos_id(tokenizer: Any, bos: int | str) -> int:
    """The id of the token that begins a document."""
    if isinstance(bos, int):
        return bos
    if bos not in tokenizer.special_tokens:
        raise ValueError(f"{bos!r} is no special token of this tokenizer; it has {list(tokenizer.special_tokens)}")
    return int(tokenizer.special_tokens[bos])
