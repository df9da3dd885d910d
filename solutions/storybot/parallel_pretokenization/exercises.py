"""The five exercises of chapter 2: what a right answer must agree on."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN
from storybot.check.exercise import Exercise, sorted_counter
from storybot.check.sample_file import SampleFile
from storybot.parallel_pretokenization.amdahl import amdahl_speedup, choose_batch_size
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries
from storybot.parallel_pretokenization.count_worker import count_chunk, merge_counts

END = "<|e|>"
PIECES = st.lists(st.sampled_from(["a", "b c", " d", "日", END, "<|", "\n", "12"]), max_size=12).map("".join)
COUNTS = st.dictionaries(st.sampled_from([b"a", b"b", b" c"]), st.integers(1, 4), max_size=3).map(Counter)
SECONDS = st.dictionaries(
    st.sampled_from([1, 2, 4, 8, 16]), st.integers(1, 40).map(lambda n: n / 10), min_size=1, max_size=5
)


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


def rounded(speedup: Any) -> Any:
    return round(speedup, 6)


EXERCISES = {
    "find_chunk_boundaries": Exercise(
        find_chunk_boundaries,
        [
            (SampleFile(b"ab<|e|>cd<|e|>"), 2, END),
            (SampleFile(b"abcdef"), 3, END),
            (SampleFile(b""), 2, END),
            (SampleFile(b"a" * 165_534 + b"<|e|>" + b"a" * 34_461), 2, END),  # across the border of two windows
            (SampleFile(b"a<|e|>b<|e|>c<|e|>d"), 4, END),
        ],
        st.tuples(PIECES.map(lambda text: SampleFile(text.encode("utf-8"))), st.integers(1, 5), st.just(END)),
    ),
    "count_chunk": Exercise(
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
    ),
    "merge_counts": Exercise(
        merge_counts,
        [([Counter({b"a": 1}), Counter({b"a": 2, b"b": 1})],), ([Counter({b"a": 1})],), ([],)],
        st.tuples(st.lists(COUNTS, max_size=4)),
        normalize=sorted_counter,
    ),
    "amdahl_speedup": Exercise(
        amdahl_speedup,
        [(1.0, 2), (0.9, 2), (0.5, 1000), (0.0, 8), (0.75, 1)],
        st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.integers(1, 64)),
        normalize=rounded,
    ),
    "choose_batch_size": Exercise(
        choose_batch_size,
        [({1: 9.0, 4: 4.1, 16: 4.0, 64: 4.3},), ({8: 1.0, 2: 1.0},), ({1: 2.0},), ({1: 1.2, 2: 1.0}, 0.25)],
        st.tuples(SECONDS) | st.tuples(SECONDS, st.sampled_from([0.0, 0.1, 0.5])),
    ),
}
