"""The tokenizer of chapter 1 with compiled encoding: the same files, the same ids, many times the speed."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from tqdm.auto import tqdm

from storybot.atomic import open_atomically
from storybot.bpe_basics.pretokenize import check_text
from storybot.bpe_basics.tokenizer import Merge, Tokenizer
from storybot.files import FilePath, open_text_bytes, several
from storybot.optimized_merges.kernels import load_kernels
from storybot.parallel_pretokenization.count_worker import decode_blocks

GROUP = 1 << 20  # bytes that a thread encodes at a time
AHEAD = 4  # groups a thread that may wait to be fetched


class FastTokenizer(Tokenizer):
    """Encodes with all cores. A pattern that is not one of ours is left to chapter 1's code.

    >>> FastTokenizer([(b"a", b"b")]).encode("abc")
    [256, 99]
    """

    threads: int | None = None  # for batches and files; None is all cores

    def encode(self, text: str, allowed_special: str | Iterable[str] = "all") -> list[int]:
        """The ids of `text`, as `Tokenizer.encode` gives them."""
        if self._compiled is None:
            return super().encode(text, allowed_special)
        ids: list[int] = self._encode_group([text_bytes(text)], self._specials(allowed_special))[0].tolist()
        return ids

    def encode_batch(
        self,
        texts: Iterable[str] | Iterable[bytes],
        allowed_special: str | Iterable[str] = "all",
        *,
        threads: int | None = None,
    ) -> list[np.ndarray]:
        """The ids of each text as an array of uint32; the work is shared among threads.

        A text may also be given as its bytes in UTF-8, as a file has it. `threads`: if not `self.threads`.
        """
        if self._compiled is None:
            strings = (text.decode("utf-8") if isinstance(text, bytes) else text for text in texts)
            return [np.array(self.encode(text, allowed_special), np.uint32) for text in strings]
        specials = self._specials(allowed_special)
        arrays: list[np.ndarray] = []
        for ids, ends in self._in_threads(groups_of(texts), specials, threads):
            arrays += np.split(ids, ends[:-1]) if len(ends) > 1 else [ids]
        return arrays

    def encode_file(self, path: FilePath, allowed_special: str | Iterable[str] = "all") -> np.ndarray:
        """The ids of a text file (or .gz, .xz, .zst) as one array of uint32."""
        parts = list(self._file_parts(path, allowed_special))
        return np.concatenate(parts) if parts else np.empty(0, np.uint32)

    def encode_to(
        self,
        out_file: FilePath,
        paths: FilePath | Iterable[FilePath],
        *,
        dtype: Any = None,
        allowed_special: str | Iterable[str] = "all",
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
            for path in several(paths):
                for ids in self._file_parts(path, allowed_special):
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
        """The text of `ids`; a character that is cut in two shows as U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process needs to build the same tokenizer; caches stay here."""
        return rebuild, (type(self), self.merges, self.special_tokens, self.pattern, self.byte_order, self.threads)

    def __repr__(self) -> str:
        return f"<Fast{super().__repr__()[1:]}"

    @property
    def _compiled(self) -> Any:
        """The compiled kernels if they can serve this tokenizer; then the tables are made, once."""
        compiled = load_kernels()
        if compiled is None or self.pattern not in compiled.SCANNERS:
            return None
        if not hasattr(self, "_ranks"):
            self._idle: deque[Any] = deque()
            self._ranks = compiled.rank_table(self.ranks)
        return compiled

    def _specials(self, allowed_special: str | Iterable[str]) -> Any:
        allowed = self._allowed(allowed_special)
        return self._compiled.special_arrays({token: self.special_tokens[token] for token in allowed})

    def _encode_group(self, texts: list[bytes], specials: Any) -> tuple[np.ndarray, np.ndarray]:
        block = self._compiled.block_of(texts)
        self._compiled.check_utf8(block.data, block.n_bytes, "the text", 0, final=True)
        return self._encode_block(block, specials)

    def _encode_block(self, block: Any, specials: Any) -> tuple[np.ndarray, np.ndarray]:
        """With an encoder that no other thread is using; it comes back with its cache for the next."""
        try:
            encoder = self._idle.pop()
        except IndexError:
            encoder = self._compiled.Encoder(self._ranks, self._compiled.SCANNERS[self.pattern])
        try:
            result: tuple[np.ndarray, np.ndarray] = encoder.encode(block, specials)
            return result
        finally:
            self._idle.append(encoder)

    def _in_threads(
        self, blocks: Iterable[Any], specials: Any, threads: int | None = None
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Encode groups of texts, or blocks, in threads; the results come in order, and few wait."""
        n_threads = threads or self.threads or os.cpu_count() or 1
        encode = lambda item: (  # noqa: E731
            self._encode_group(item, specials) if isinstance(item, list) else self._encode_block(item, specials)
        )
        if n_threads == 1:
            yield from map(encode, blocks)
            return
        running: deque[Future[tuple[np.ndarray, np.ndarray]]] = deque()
        with ThreadPoolExecutor(n_threads) as pool:
            try:
                for item in blocks:
                    running.append(pool.submit(encode, item))
                    if len(running) > AHEAD * n_threads:
                        yield running.popleft().result()
                while running:
                    yield running.popleft().result()
            finally:
                for future in running:
                    future.cancel()

    def _file_parts(self, path: FilePath, allowed_special: str | Iterable[str]) -> Iterator[np.ndarray]:
        """The ids of a file, some at a time."""
        if self._compiled is None:
            with open_text_bytes(path) as file:
                chunks = decode_blocks(iter(lambda: file.read(GROUP), b""), "strict", str(path), 0)
                ids: list[int] = []
                for token_id in self.encode_iterable(chunks, allowed_special):
                    ids.append(token_id)
                    if len(ids) == GROUP:
                        yield np.array(ids, np.uint32)
                        ids = []
                yield np.array(ids, np.uint32)
            return
        specials = self._specials(allowed_special)
        for ids_part, _ in self._in_threads(self._compiled.file_blocks(path, specials), specials):
            yield ids_part


def rebuild(
    kind: type[FastTokenizer],
    merges: list[Merge],
    special_tokens: dict[str, int],
    pattern: str,
    byte_order: bytes,
    threads: int | None,
) -> FastTokenizer:
    """Build a tokenizer from its parts, in another process."""
    tokenizer = kind(merges, special_tokens, pattern, byte_order=byte_order)
    tokenizer.threads = threads
    return tokenizer


def text_bytes(text: str | bytes) -> bytes:
    """The text in UTF-8; what is no text gets chapter 1's clear error."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8")
    except (UnicodeEncodeError, AttributeError):
        check_text(text)
        raise


def groups_of(texts: Iterable[str] | Iterable[bytes]) -> Iterator[list[bytes]]:
    """Texts together until they make a group."""
    group: list[bytes] = []
    size = 0
    for text in texts:
        group.append(text_bytes(text))
        size += len(group[-1])
        if size >= GROUP:
            yield group
            group, size = [], 0
    if group:
        yield group
