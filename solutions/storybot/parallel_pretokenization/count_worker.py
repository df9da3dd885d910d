"""What a worker does: read a chunk, cut it into pretokens, count them.

The text is read in pieces, so a worker's memory does not grow with the chunk; what is kept
is the counts, and they grow with the number of different pretokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from storybot.bpe_basics.patterns import GPT4_PATTERN, compile_pattern
from storybot.bpe_basics.pretokenize import pretokenize, split_pattern, split_special_tokens
from storybot.bpe_basics.safe_split import STREAMABLE_PATTERNS, split_safely
from storybot.files import FilePath, decode_blocks, open_bytes, open_decompressed
from storybot.parallel_pretokenization.chunk_plan import Chunk
from storybot.parallel_pretokenization.count_config import CountConfig

BYTES_PER_READ = 1 << 20


def count_chunk(
    path: FilePath,
    start: int,
    end: int,
    pattern: str = GPT4_PATTERN,
    special_tokens: Iterable[str] = (),
) -> Counter[bytes]:
    """How often each pretoken occurs in a chunk of a file.

    The chunk is the bytes from offset `start` up to, not including,
    `end`, and they are UTF-8 text. Its pretokens are those that
    `pretokenize` gives with `pattern` and `special_tokens`; special
    tokens are not pretokens. The keys of the Counter are the pretokens'
    UTF-8 bytes.
    UnicodeDecodeError if the bytes of the chunk are not valid UTF-8.

    >>> from storybot.check.sample_file import SampleFile
    >>> file = SampleFile(b"a b b<|e|>c")
    >>> count_chunk(file, 0, 5)
    Counter({b' b': 2, b'a': 1})
    >>> count_chunk(file, 5, 11, special_tokens=["<|e|>"])
    Counter({b'c': 1})
    """
    with open_bytes(path) as file:
        file.seek(start)
        text = file.read(end - start).decode("utf-8")
    pretokens = pretokenize(text, pattern, special_tokens)
    return Counter(pretoken.encode("utf-8") for pretoken in pretokens)


def count_chunks(
    chunks: Iterable[tuple[FilePath, int, int]], pattern: str = GPT4_PATTERN, special_tokens: Iterable[str] = ()
) -> Counter[bytes]:
    """What one task does: the sum of the counts of several chunks, each given as path, start and end.

    It lives here and not in a notebook so that a worker process can import it.

    >>> from storybot.check.sample_file import SampleFile
    >>> file = SampleFile(b"a b b<|e|>c b")
    >>> count_chunks([(file, 0, 5), (file, 10, 13)])
    Counter({b' b': 3, b'a': 1, b'c': 1})
    """
    special = tuple(special_tokens)
    return merge_counts(count_chunk(path, start, end, pattern, special) for path, start, end in chunks)


def merge_counts(counters: Iterable[Mapping[bytes, int]]) -> Counter[bytes]:
    """A new Counter with the sum of all counts of each pretoken.

    `counters` may be an iterator, so that it can be gone through only
    once, and may be empty. Each of its items is a Counter or a plain
    dict, with counts of 1 or more, and is left as it was.

    >>> merge_counts([Counter({b"a": 1}), Counter({b"a": 2, b"b": 1})])
    Counter({b'a': 3, b'b': 1})
    >>> merge_counts(iter([{b"a": 1}, {b"a": 1}]))
    Counter({b'a': 2})
    """
    total: Counter[bytes] = Counter()
    for counter in counters:
        total.update(counter)
    return total


def count_batch(chunks: list[Chunk], config: CountConfig) -> dict[bytes, int]:
    """The task of a worker: count several chunks and send back one result."""
    counts: Counter[str] = Counter()
    for chunk in chunks:
        for document in iter_texts(chunk, config):
            _count_text(document, config, counts)
    return {pretoken.encode("utf-8"): n for pretoken, n in counts.items()}


def _count_text(text: str, config: CountConfig, counts: Counter[str]) -> None:
    find_all = compile_pattern(config.pattern).findall
    for part in split_special_tokens(text, config.special_tokens):
        if part in config.special_tokens:
            continue
        if config.pattern in STREAMABLE_PATTERNS:  # these match every character, so nothing lies between two matches
            counts.update(find_all(part))
        else:
            counts.update(split_pattern(part, config.pattern))


def iter_texts(chunk: Chunk, config: CountConfig) -> Iterator[str]:
    """The text of a chunk in pieces that can be counted one by one."""
    if chunk.kind == "row group":
        yield from _rows(chunk, config.text_column)
        return
    opened = open_decompressed(chunk.path) if chunk.kind == "compressed" else open_bytes(chunk.path)
    with opened as file:
        if chunk.kind == "text":
            file.seek(chunk.start)
            blocks = _blocks(file, chunk.end - chunk.start)
        else:
            blocks = _blocks(file, None)
        decoded = decode_blocks(blocks, config.errors, chunk.path, chunk.start)
        yield from split_safely(decoded, config.pattern, config.special_tokens, size=BYTES_PER_READ)


def _blocks(file: object, n_bytes: int | None) -> Iterator[bytes]:
    left = n_bytes if n_bytes is not None else 1 << 62
    while left > 0 and (block := file.read(min(BYTES_PER_READ, left))):  # type: ignore[attr-defined]
        left -= len(block)
        yield block


def _rows(chunk: Chunk, column: str) -> Iterator[str]:
    import pyarrow.parquet

    with open_bytes(chunk.path) as file:
        parquet = pyarrow.parquet.ParquetFile(file)
        if column not in parquet.schema_arrow.names:
            raise ValueError(f"{chunk.path} has no column {column!r}; it has {parquet.schema_arrow.names}")
        for text in parquet.read_row_group(chunk.start, columns=[column]).column(column).to_pylist():
            if text:
                yield text
