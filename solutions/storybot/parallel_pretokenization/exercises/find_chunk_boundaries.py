"""find_chunk_boundaries: find the boundaries."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.check.sample_file import SampleFile
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries
from storybot.parallel_pretokenization.exercises.inputs import END, PIECES

EXERCISE = Exercise(
    find_chunk_boundaries,
    [
        (SampleFile(b"ab<|e|>cd<|e|>"), 2, END),
        (SampleFile(b"abcdef"), 3, END),
        (SampleFile(b""), 2, END),
        (SampleFile(b"a" * 165_534 + b"<|e|>" + b"a" * 34_461), 2, END),  # across the border of two windows
        (SampleFile(b"a<|e|>b<|e|>c<|e|>d"), 4, END),
    ],
    st.tuples(PIECES.map(lambda text: SampleFile(text.encode("utf-8"))), st.integers(1, 5), st.just(END)),
)


@EXERCISE.mistake
def guesses_as_they_are(path, n_chunks, special_token):
    """Cuts documents, words and characters."""
    size = Path(path).stat().st_size
    return sorted({size * i // n_chunks for i in range(n_chunks + 1)})


@EXERCISE.mistake
def after_the_token(path, n_chunks, special_token):
    """Ends a chunk behind the token."""
    data, token = Path(path).read_bytes(), special_token.encode()
    places = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(data), *(p + len(token) for p in places if p >= 0)})


@EXERCISE.mistake
def in_characters(path, n_chunks, special_token):
    """Reads text, so the offsets count characters."""
    text = Path(path).read_text(encoding="utf-8")
    places = [text.find(special_token, len(text) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(text), *(p for p in places if p >= 0)})


@EXERCISE.mistake
def twice(path, n_chunks, special_token):
    """Keeps a place that two guesses lead to twice."""
    data, token = Path(path).read_bytes(), special_token.encode()
    places = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted([0, *(p if p >= 0 else len(data) for p in places), len(data)])


@EXERCISE.mistake
def one_small_window(path, n_chunks, special_token):
    """Looks only at the next few bytes."""
    data, token = Path(path).read_bytes(), special_token.encode()
    found = {0, len(data)}
    for i in range(1, n_chunks):
        guess = len(data) * i // n_chunks
        place = data[guess : guess + 8].find(token)
        if place >= 0:
            found.add(guess + place)
    return sorted(found)


@EXERCISE.mistake
def windows_without_overlap(path, n_chunks, special_token):
    """Misses a token that lies across the border of two windows."""
    data, token = Path(path).read_bytes(), special_token.encode()
    found = {0, len(data)}
    for i in range(1, n_chunks):
        start = len(data) * i // n_chunks
        while start < len(data):
            place = data[start : start + 65_536].find(token)
            if place >= 0:
                found.add(start + place)
                break
            start += 65_536
    return sorted(found)
