"""count_chunk: count one chunk."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import pretokenize
from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN
from storybot.check.exercise import Exercise, OneShot, sorted_counter
from storybot.check.sample_file import SampleFile
from storybot.parallel_pretokenization.count_worker import count_chunk
from storybot.parallel_pretokenization.exercises.inputs import END, PIECES


@st.composite
def chunks(draw: st.DrawFn) -> tuple[Any, ...]:
    """A file and one of its chunks, from the start of a document to the start of another; at times cut elsewhere."""
    documents = draw(st.lists(PIECES.map(lambda text: text.replace(END, "")), min_size=1, max_size=4))
    first = draw(st.integers(0, len(documents) - 1))
    last = draw(st.integers(first + 1, len(documents)))
    whole = [(END if i else "") + document for i, document in enumerate(documents)]
    start, end = (len("".join(whole[:n]).encode("utf-8")) for n in (first, last))
    end = max(start, end - draw(st.sampled_from([0, 0, 0, 1])))
    pattern = draw(st.sampled_from([GPT4_PATTERN, GPT2_PATTERN]))
    return SampleFile("".join(whole).encode("utf-8")), start, end, pattern, (END,)


def large() -> tuple[Any, ...]:
    """A chunk with many different pretokens."""
    content = "".join(f" w{n % 26_000:05}" for n in range(52_000)).encode("utf-8").translate(LETTERS)
    return SampleFile(content), 0, len(content)


LETTERS = bytes.maketrans(b"0123456789", b"abcdefghij")

EXERCISE = Exercise(
    count_chunk,
    [
        (SampleFile(b"low low lower"), 0, 13),
        (SampleFile(b"low<|e|>low low"), 3, 15, GPT4_PATTERN, (END,)),
        (SampleFile("日本 日本".encode()), 0, 13),
        (SampleFile("日本<|e|>昔 昔".encode()), 6, 18, GPT4_PATTERN, (END,)),
        (SampleFile(b"abc"), 1, 1),
        (SampleFile(b"a\r\nb<|e|>c\r\nd d"), 4, 15, GPT4_PATTERN, (END,)),
        (SampleFile(b"so<|e|>on<|e|>so on"), 0, 19, GPT4_PATTERN, OneShot([END])),
        (SampleFile(b"a.\n\nb"), 0, 5),
        (SampleFile(b"it's  12345"), 0, 11, GPT2_PATTERN),
        (SampleFile("日本".encode()), 0, 5),  # ends inside a character
        (SampleFile(b"a \xff b"), 0, 5),
        (SampleFile(b"a b\xff"), 0, 3),  # the bad byte lies outside
        (SampleFile("옛날".encode("cp949")), 0, 4),  # an old encoding is no UTF-8
        (SampleFile(b"\xef\xbb\xbfa A"), 0, 6),  # a byte order mark is text, capitals are not small letters
        (SampleFile("e\u0301 é".encode()), 0, 6),  # two normal forms
        (SampleFile(b"a<|e|>xb"), 0, 8, GPT4_PATTERN, (END, END + "x")),
    ],
    chunks(),
    normalize=sorted_counter,
    constants={"GPT4_PATTERN": GPT4_PATTERN, "GPT2_PATTERN": GPT2_PATTERN},
    errors=(UnicodeDecodeError,),
    large=large,
)


def read(path, start, end):
    return Path(path).read_bytes()[start:end].decode("utf-8")


def count(text, pattern, special_tokens):
    return Counter(pretoken.encode("utf-8") for pretoken in pretokenize(text, pattern, special_tokens))


@EXERCISE.mistake
def whole_file(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Forgets start and end."""
    return count(Path(path).read_bytes().decode("utf-8"), pattern, special_tokens)


@EXERCISE.mistake
def end_as_a_length(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Reads `end` bytes from `start` on, not the bytes up to `end`."""
    return count(Path(path).read_bytes()[start : start + end].decode("utf-8"), pattern, special_tokens)


@EXERCISE.mistake
def as_text(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Counts strings, not bytes."""
    return Counter(pretokenize(read(path, start, end), pattern, special_tokens))


@EXERCISE.mistake
def bad_bytes_left_out(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Hides damage: bytes that are not UTF-8 vanish."""
    text = Path(path).read_bytes()[start:end].decode("utf-8", errors="ignore")
    return count(text, pattern, special_tokens)


@EXERCISE.mistake
def bad_bytes_replaced(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Counts characters that nobody has written."""
    text = Path(path).read_bytes()[start:end].decode("utf-8", errors="replace")
    return count(text, pattern, special_tokens)


@EXERCISE.mistake
def special_tokens_counted(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """The special token is cut into pretokens like any other text."""
    return count(read(path, start, end), pattern, ())


@EXERCISE.mistake
def special_tokens_deleted(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """What stood on both sides of a special token grows together."""
    text = read(path, start, end)
    for token in special_tokens:
        text = text.replace(token, "")
    return count(text, pattern, ())


@EXERCISE.mistake
def offsets_in_characters(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Decodes first, cuts then."""
    return count(Path(path).read_bytes().decode("utf-8")[start:end], pattern, special_tokens)


@EXERCISE.mistake
def text_mode(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Text mode turns `\\r\\n` into `\\n`, so the offsets no longer fit."""
    text = Path(path).read_text(encoding="utf-8").encode("utf-8")[start:end].decode("utf-8")
    return count(text, pattern, special_tokens)


@EXERCISE.mistake
def line_by_line(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Pretokens that hold line breaks are cut."""
    total = Counter()
    special_tokens = list(special_tokens)
    for line in read(path, start, end).splitlines(keepends=True):
        total.update(count(line, pattern, special_tokens))
    return total


@EXERCISE.mistake
def always_the_same_pattern(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Forgets to pass the pattern on."""
    return count(read(path, start, end), GPT4_PATTERN, special_tokens)


@EXERCISE.mistake(slow=True)
def counts_again_and_again(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Goes through all pretokens once for each different one."""
    pretokens = pretokenize(read(path, start, end), pattern, special_tokens)
    return Counter({pretoken.encode("utf-8"): pretokens.count(pretoken) for pretoken in set(pretokens)})
