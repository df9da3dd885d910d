"""The tokenizer of chapter 1 with compiled encoding: the same files, the same ids, many times the speed."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike
from tqdm.auto import tqdm

from storybot.atomic import open_atomically
from storybot.bpe_basics.pretokenize import check_text
from storybot.bpe_basics.tokenizer import AllowedSpecial, Merge, Tokenizer
from storybot.files import FilePath, as_paths, decode_blocks, open_text_bytes
from storybot.optimized_merges.kernels import load_kernels

if TYPE_CHECKING:
    from storybot.optimized_merges.kernels.encode import EncoderPool

BATCH_BYTES = 1 << 20  # bytes that a thread encodes at a time
BATCHES_PER_THREAD = 4  # that may be encoded before the caller takes them

Encoded = tuple[np.ndarray, np.ndarray]  # the ids of several texts, and where those of each end
Item = TypeVar("Item")


class FastTokenizer(Tokenizer):
    """Encodes with all cores. A pattern other than gpt2, gpt4 and o200k is left to chapter 1's code.

    >>> FastTokenizer([(b"a", b"b")]).encode("abc")
    [256, 99]
    """

    threads: int | None = None  # for batches and files; None is all cores

    def encode(self, text: str, allowed_special: AllowedSpecial = "all") -> list[int]:
        """The ids of `text`, as `Tokenizer.encode` gives them."""
        if self._encoders is None:
            return super().encode(text, allowed_special)
        ids, _ = self._encoders.encode_texts([to_utf8(text)], self._allowed_ids(allowed_special))
        listed: list[int] = ids.tolist()
        return listed

    def encode_batch(
        self,
        texts: Iterable[str] | Iterable[bytes],
        allowed_special: AllowedSpecial = "all",
        *,
        threads: int | None = None,
    ) -> list[np.ndarray]:
        """The ids of each text as an array of uint32; the work is shared among threads.

        A text may also be given as its UTF-8 bytes. `threads` replaces `self.threads` for this call.
        """
        encoders = self._encoders
        if encoders is None:
            strings = (text.decode("utf-8") if isinstance(text, bytes) else text for text in texts)
            return [np.array(self.encode(text, allowed_special), np.uint32) for text in strings]
        special = self._allowed_ids(allowed_special)
        arrays: list[np.ndarray] = []
        batches = batch_texts(texts)
        for ids, ends in self._encode_in_threads(lambda batch: encoders.encode_texts(batch, special), batches, threads):
            arrays += np.split(ids, ends[:-1]) if len(ends) > 1 else [ids]
        return arrays

    def encode_file(self, path: FilePath, allowed_special: AllowedSpecial = "all") -> np.ndarray:
        """The ids of a text file (or .gz, .xz, .zst) as one array of uint32."""
        parts = list(self._encode_file_parts(path, allowed_special))
        return np.concatenate(parts) if parts else np.empty(0, np.uint32)

    def encode_to(
        self,
        out_file: FilePath,
        paths: FilePath | Iterable[FilePath],
        *,
        dtype: DTypeLike | None = None,
        allowed_special: AllowedSpecial = "all",
        progress: bool = False,
    ) -> int:
        """Encode files one after another into a file of plain numbers; gives how many. Memory stays small.

        The numbers are uint16 where the vocabulary fits, else uint32, the lowest byte first:
        `np.memmap(out_file, dtype)` reads them. The file appears when it is complete.
        """
        kind = np.dtype(dtype or self.id_dtype).newbyteorder("<")
        if max(self.vocab) > np.iinfo(kind).max:
            raise ValueError(f"ids go up to {max(self.vocab)}, which {kind.name} cannot hold")
        n_ids = 0
        with open_atomically(out_file) as file, tqdm(unit=" tokens", unit_scale=True, disable=not progress) as bar:
            for path in as_paths(paths):
                for ids in self._encode_file_parts(path, allowed_special):
                    file.write(ids.astype(kind).tobytes())
                    n_ids += len(ids)
                    bar.update(len(ids))
        return n_ids

    @property
    def id_dtype(self) -> np.dtype[Any]:
        """The smallest of uint16 and uint32 that holds every id."""
        return np.dtype(np.uint16 if max(self.vocab) < 1 << 16 else np.uint32)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of `ids`, exactly."""
        listed = ids.tolist() if isinstance(ids, np.ndarray) else list(ids)
        try:
            return b"".join([self.vocab[i] for i in listed])
        except (KeyError, TypeError):
            return super().decode_bytes(listed)  # which says what is wrong

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`; a character that is not complete shows as U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process needs to build the same tokenizer; caches stay here."""
        return _from_state, (type(self), self.merges, self.special_tokens, self.pattern, self.byte_order, self.threads)

    def __repr__(self) -> str:
        return f"<Fast{super().__repr__()[1:]}"

    @cached_property
    def _encoders(self) -> EncoderPool | None:
        """Compiled encoders for this vocabulary, or None where chapter 1's code must do the work."""
        kernels = load_kernels()
        if kernels is None or not kernels.supports(self.pattern):
            return None
        return kernels.make_encoders(self.ranks, self.pattern)

    def _allowed_ids(self, allowed_special: AllowedSpecial) -> dict[str, int]:
        """The special tokens that stay whole, with their ids."""
        return {token: self.special_tokens[token] for token in self._resolve_allowed(allowed_special)}

    def _encode_in_threads(
        self, encode: Callable[[Item], Encoded], items: Iterable[Item], threads: int | None
    ) -> Iterator[Encoded]:
        """Call `encode` on each item in threads; the results come in order, and few wait."""
        n_threads = threads or self.threads or os.cpu_count() or 1
        if n_threads == 1:
            yield from map(encode, items)
            return
        running: deque[Future[Encoded]] = deque()
        with ThreadPoolExecutor(n_threads) as pool:
            try:
                for item in items:
                    running.append(pool.submit(encode, item))
                    if len(running) > BATCHES_PER_THREAD * n_threads:
                        yield running.popleft().result()
                while running:
                    yield running.popleft().result()
            finally:
                for future in running:
                    future.cancel()

    def _encode_file_parts(self, path: FilePath, allowed_special: AllowedSpecial) -> Iterator[np.ndarray]:
        """The ids of a file, some at a time."""
        encoders = self._encoders
        if encoders is None:
            yield from self._encode_file_parts_slowly(path, allowed_special)
            return
        special = self._allowed_ids(allowed_special)
        blocks = encoders.read_blocks(path, special)
        for ids, _ in self._encode_in_threads(lambda block: encoders.encode_block(block, special), blocks, None):
            yield ids

    def _encode_file_parts_slowly(self, path: FilePath, allowed_special: AllowedSpecial) -> Iterator[np.ndarray]:
        """The same with chapter 1's code."""
        with open_text_bytes(path) as file:
            chunks = decode_blocks(iter(lambda: file.read(BATCH_BYTES), b""), "strict", str(path), 0)
            ids: list[int] = []
            for token_id in self.encode_iterable(chunks, allowed_special):
                ids.append(token_id)
                if len(ids) == BATCH_BYTES:
                    yield np.array(ids, np.uint32)
                    ids = []
            yield np.array(ids, np.uint32)


def _from_state(
    kind: type[FastTokenizer],
    merges: list[Merge],
    special_tokens: dict[str, int],
    pattern: str,
    byte_order: bytes,
    threads: int | None,
) -> FastTokenizer:
    """Build a tokenizer from what `__reduce__` sent to another process."""
    tokenizer = kind(merges, special_tokens, pattern, byte_order=byte_order)
    tokenizer.threads = threads
    return tokenizer


def to_utf8(text: str | bytes) -> bytes:
    """The text as UTF-8 bytes; anything that is not a text gets chapter 1's error."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8")
    except (UnicodeEncodeError, AttributeError):
        check_text(text)
        raise


def batch_texts(texts: Iterable[str] | Iterable[bytes]) -> Iterator[list[bytes]]:
    """Texts as UTF-8 in batches of at least `BATCH_BYTES` bytes.

    >>> list(batch_texts(["a", "é"]))
    [[b'a', b'\\xc3\\xa9']]
    """
    batch: list[bytes] = []
    n_bytes = 0
    for text in texts:
        batch.append(to_utf8(text))
        n_bytes += len(batch[-1])
        if n_bytes >= BATCH_BYTES:
            yield batch
            batch, n_bytes = [], 0
    if batch:
        yield batch
