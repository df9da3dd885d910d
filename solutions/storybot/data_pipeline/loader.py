"""From shards to batches: `(inputs, targets)` without end, and a state from which the very next batch follows.

torch is imported by the first batch, not with this module: shards, downloads and `doctor` work without it.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from storybot.data_pipeline.document_stream import START, Document, DocumentPosition, DocumentStream
from storybot.data_pipeline.packing import BestFitBuffer
from storybot.data_pipeline.token_buffer import TokenBuffer
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.special_tokens import END, bos_id

if TYPE_CHECKING:
    import torch

    from storybot.optimized_merges import FastTokenizer

    Batch = tuple[torch.Tensor, torch.Tensor]  # inputs and targets, both (B, T) int64

Packing = Literal["stream", "best_fit"]


class TokenLoader:
    """An iterator of batches for one rank.

    `packing`: "stream" lays all documents end to end and loses nothing; "best_fit" starts every row
    with a document, fills it with whole ones and crops the last. Every document begins with the token
    `bos`. The documents come in order, epoch after epoch, without end.

    What does not reach a batch is counted, since this loader was made: `documents_skipped` are empty
    documents, `tokens_cropped` the tokens that "best_fit" cuts off, of `tokens_read` in all.

        loader = TokenLoader(shard_paths("shards"), tokenizer, batch_size=4, seq_len=256)
        inputs, targets = next(loader)
    """

    def __init__(
        self,
        shards: Sequence[FilePath],
        tokenizer: FastTokenizer,
        batch_size: int,
        seq_len: int,
        rank: int = 0,
        world_size: int = 1,
        *,
        packing: Packing = "stream",
        bos: int | str = END,
        buffer: int = 1000,
        threads: int | None = None,
        device: str | torch.device | None = None,
        column: str = "text",
    ) -> None:
        if packing not in get_args(Packing):
            raise ValueError(f'packing is "stream" or "best_fit", not {packing!r}')
        if batch_size < 1 or seq_len < 1 or buffer < 1:
            raise ValueError(f"batch_size {batch_size}, seq_len {seq_len} and buffer {buffer} must be at least 1")
        self.shards, self.tokenizer = list(shards), tokenizer
        self.batch_size, self.seq_len = batch_size, seq_len
        self.rank, self.world_size = rank, world_size
        self.packing, self.buffer = packing, buffer
        self.threads, self.device, self.column = threads, device, column
        self.bos, self._fingerprint = bos_id(tokenizer, bos), tokenizer_fingerprint(tokenizer)
        self.tokens_read = self.tokens_cropped = 0
        self._skipped_before = 0  # empty documents of streams that are closed
        self._open(START)

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        inputs, targets = self._stream_rows() if self.packing == "stream" else self._best_fit_rows()  # (B, T) each
        return self._to_tensor(inputs), self._to_tensor(targets)

    @property
    def epoch(self) -> int:
        """How many times all documents have been read, seen from the first document of the next batch."""
        return self._in_buffer[0][0].epoch if self._in_buffer else self._next_position().epoch

    @property
    def documents_skipped(self) -> int:
        """How many empty documents were left out so far."""
        return self._skipped_before + self._stream.documents_skipped

    def state_dict(self) -> dict[str, Any]:
        """Where the next batch begins. Small, and plain JSON."""
        state: dict[str, Any] = {"packing": self.packing, "config_digest": self._config_digest()}
        if self.packing == "stream":
            position, offset = self._in_buffer[0] if self._in_buffer else (self._next_position(), 0)
            return state | {"position": list(position), "offset": offset}
        waiting = [list(document.position) for document in self._documents.values()]
        return state | {"position": list(self._next_position()), "waiting": waiting}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue from a state: the next batch is the one that would have come."""
        if state.get("config_digest") != self._config_digest():
            raise ValueError(
                "this state belongs to another loader: batch size, sequence length, packing, buffer, ranks, "
                "shards and tokenizer must be the same"
            )
        self.close()
        self._skipped_before += self._stream.documents_skipped
        self._open(DocumentPosition(*state["position"]))
        if self.packing == "stream":
            self._skip = int(state["offset"])
        else:
            for document in self._stream.documents_at([DocumentPosition(*at) for at in state["waiting"]]):
                self._enqueue(document)

    def close(self) -> None:
        """Stop the threads that tokenize ahead."""
        self._stream.close()

    def _open(self, start: DocumentPosition) -> None:
        """Begin to read at a document; nothing is buffered yet."""
        self._stream = DocumentStream(
            self.shards, self.tokenizer, self.bos, self.rank, self.world_size,
            start=start, threads=self.threads, column=self.column,
        )  # fmt: skip
        self._start = start
        self._last: DocumentPosition | None = None  # the last document that was read
        # stream packing: the tokens of several documents in one ring buffer
        self._skip = 0  # tokens of the first document that an earlier batch has used
        self._tokens = TokenBuffer(max(4 * self.batch_size * self.seq_len, 1 << 12))
        self._in_buffer: deque[tuple[DocumentPosition, int]] = deque()  # its documents; how much of each is used
        self._lengths: deque[int] = deque()  # and how many tokens of each are left
        # best-fit packing: whole documents by their arrival number
        self._best_fit, self._documents = BestFitBuffer(), dict[int, Document]()

    def _read(self) -> Document:
        document = next(self._stream)
        self._last = document.position
        self.tokens_read += len(document.tokens)
        return document

    def _next_position(self) -> DocumentPosition:
        """The position of the document that is read next."""
        if self._last is None:
            return self._start
        return DocumentPosition(self._last.epoch, self._last.slice_index, self._last.row + 1)

    def _stream_rows(self) -> tuple[np.ndarray, np.ndarray]:
        needed = self.batch_size * self.seq_len
        while len(self._tokens) < needed + 1:
            document = self._read()
            tokens, used = document.tokens[self._skip :], self._skip
            self._skip = 0
            if len(tokens):
                self._tokens.push(tokens)
                self._in_buffer.append((document.position, used))
                self._lengths.append(len(tokens))
        taken = self._tokens.peek(needed + 1, np.int64)  # (B*T + 1,)
        self._tokens.discard(needed)  # the last token stays: it is the first input of the next batch
        self._advance(needed)
        shape = (self.batch_size, self.seq_len)
        return taken[:-1].reshape(shape), taken[1:].reshape(shape)  # (B, T) each

    def _advance(self, n: int) -> None:
        """`n` tokens of the buffer are used: drop the documents that are done, and note how far the first one is."""
        done, offset = find_resume_position(self._lengths, n)
        for _ in range(done):
            self._lengths.popleft()
            self._in_buffer.popleft()
        position, used = self._in_buffer[0]
        self._in_buffer[0], self._lengths[0] = (position, used + offset), self._lengths[0] - offset

    def _best_fit_rows(self) -> tuple[np.ndarray, np.ndarray]:
        rows = np.empty((self.batch_size, self.seq_len + 1), np.int64)  # (B, T + 1)
        for row in rows:
            filled = 0
            while filled < len(row):
                while len(self._best_fit) < self.buffer:
                    self._enqueue(self._read())
                number, crop = self._best_fit.pop_best_fit(len(row) - filled)
                tokens = self._documents.pop(number).tokens
                used = len(row) - filled if crop else len(tokens)
                row[filled : filled + used] = tokens[:used]
                self.tokens_cropped += len(tokens) - used
                filled += used
        return rows[:, :-1], rows[:, 1:]  # (B, T) each

    def _enqueue(self, document: Document) -> None:
        self._documents[self._best_fit.add(len(document.tokens))] = document

    def _to_tensor(self, rows: np.ndarray) -> torch.Tensor:
        import torch

        tensor = torch.from_numpy(rows)
        if self.device is None or torch.device(self.device).type == "cpu":
            return tensor
        return tensor.pin_memory().to(self.device, non_blocking=True)

    def _config_digest(self) -> str:
        """A fingerprint of everything that decides which batch comes next."""
        parts: list[object] = [self.batch_size, self.seq_len, self.packing, self.buffer, self.bos, self._fingerprint]
        parts += [self.rank, self.world_size]
        parts += [(Path(path).name, Path(path).stat().st_size) for path in self.shards]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def find_resume_position(
    lengths: Sequence[int],
    used: int,
) -> tuple[int, int]:
    """The document of the next token, and the token's position in it.

    `lengths` says how many tokens each document has, in order; a document
    may be empty. `used` is how many tokens, counted from the first
    document on, were used so far. Documents and positions are counted
    from 0. A document that is used up to its end is done: the next token
    is the first of the next document that has any. If nothing is left,
    the result is the number of documents, and 0.
    ValueError if `used` is negative or more than all tokens together.

    >>> find_resume_position([5, 3, 4], 6)
    (1, 1)
    >>> find_resume_position([5, 3, 4], 5)
    (1, 0)
    >>> find_resume_position([5, 3, 4], 12)
    (3, 0)
    """
    left = used
    for document, length in enumerate(lengths):
        if 0 <= left < length:
            return document, left
        left -= length
    if left != 0:
        raise ValueError(f"{used} tokens cannot have been used: the documents have {sum(lengths)}")
    return len(lengths), 0
