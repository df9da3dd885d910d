"""count_chunk: count one chunk."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import pretokenize
from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN
from storybot.check.exercise import Exercise, sorted_counter
from storybot.check.sample_file import SampleFile
from storybot.parallel_pretokenization.count_worker import count_chunk
from storybot.parallel_pretokenization.exercises.inputs import END, PIECES


@st.composite
def chunks(draw: st.DrawFn) -> tuple[Any, ...]:
    """A file and one of its chunks, from the start of a document to the start of another."""
    documents = draw(st.lists(PIECES.map(lambda text: text.replace(END, "")), min_size=1, max_size=4))
    first = draw(st.integers(0, len(documents) - 1))
    last = draw(st.integers(first + 1, len(documents)))
    whole = [(END if i else "") + document for i, document in enumerate(documents)]
    start, end = (len("".join(whole[:n]).encode("utf-8")) for n in (first, last))
    pattern = draw(st.sampled_from([GPT4_PATTERN, GPT2_PATTERN]))
    return SampleFile("".join(whole).encode("utf-8")), start, end, pattern, (END,)


EXERCISE = Exercise(
    count_chunk,
    [
        (SampleFile(b"low low lower"), 0, 13),
        (SampleFile(b"low<|e|>low low"), 3, 15, GPT4_PATTERN, (END,)),
        (SampleFile("日本 日本".encode()), 0, 13),
        (SampleFile(b"abc"), 1, 1),
    ],
    chunks(),
    normalize=sorted_counter,
    constants={"GPT4_PATTERN": GPT4_PATTERN, "GPT2_PATTERN": GPT2_PATTERN},
)


def read(path, start, end):
    return Path(path).read_bytes()[start:end].decode("utf-8")


@EXERCISE.mistake
def whole_file(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Forgets start and end."""
    text = Path(path).read_text(encoding="utf-8")
    return Counter(p.encode() for p in pretokenize(text, pattern, special_tokens))


@EXERCISE.mistake
def as_text(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Counts strings, not bytes."""
    return Counter(pretokenize(read(path, start, end), pattern, special_tokens))


@EXERCISE.mistake
def special_tokens_counted(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """The mark becomes a pretoken like any other."""
    return Counter(p.encode() for p in pretokenize(read(path, start, end), pattern))


@EXERCISE.mistake
def offsets_in_characters(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Decodes first, cuts then."""
    text = Path(path).read_text(encoding="utf-8")[start:end]
    return Counter(p.encode() for p in pretokenize(text, pattern, special_tokens))


@EXERCISE.mistake
def always_the_same_pattern(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Forgets to pass the pattern on."""
    return Counter(p.encode() for p in pretokenize(read(path, start, end), special_tokens=special_tokens))
