"""find_chunk_boundaries: find the chunk boundaries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.check.sample_file import SampleFile
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries
from storybot.parallel_pretokenization.exercises.inputs import END, LONG_END, LONGEST_END, PIECES, file_across

WINDOW = 65_536
WINDOWS = [*(1 << n for n in range(8, 18)), 1000, 10_000, 100_000]
LARGE_WINDOWS = [1_000_000, 1 << 20]


@st.composite
def files(draw: st.DrawFn) -> tuple[Any, ...]:
    """A short file, a number of chunks and one of three special tokens."""
    token = draw(st.sampled_from([END, "終", LONG_END]))
    return SampleFile(draw(PIECES).replace(END, token).encode("utf-8")), draw(st.integers(1, 9)), token


def large() -> tuple[Any, ...]:
    """The same for windows of a megabyte: of eight tokens, each lies across the border of two such windows.

    The windows begin at a guess for four of them, and at the start of the file for the others. Of a token, one byte
    lies in the first window, or all but one.
    """
    token, stride = LONG_END.encode("utf-8"), max(LARGE_WINDOWS) + 64
    cases = [(window, inside) for window in LARGE_WINDOWS for inside in (1, len(token) - 1)]
    offsets = [i * stride + window - inside for i, (window, inside) in enumerate(cases, 1)]
    offsets += [(i + 1) * stride // window * window - inside for i, (window, inside) in enumerate(cases, 5)]
    content = bytearray(b"a" * stride * (len(offsets) + 1))
    for offset in offsets:
        content[offset : offset + len(token)] = token
    return SampleFile(bytes(content)), len(offsets) + 1, LONG_END


EXERCISE = Exercise(
    find_chunk_boundaries,
    [
        (SampleFile(b"ab<|e|>cd<|e|>"), 2, END),
        (SampleFile(b"abcdef"), 3, END),
        (SampleFile(b""), 2, END),
        (SampleFile(b"a<|e|>b<|e|>c<|e|>d"), 4, END),
        (SampleFile(b"a" * 37 + b"<|e|>aa<|e|>"), 10, END),  # 49 bytes: the last guess is 44, not 36
        (SampleFile(b"a\r\nb<|e|>\r\nc<|e|>"), 2, END),
        (SampleFile(b"ab<|e|>"), 3, END),  # 7 * 1 / 3 rounds down to the guess that begins the token
        (SampleFile(b"aaaa<|e|>aaa<|e|><|e|>aaa"), 4, END),
        (SampleFile(b"-----a"), 6, "--"),
        (SampleFile(b"xaaa"), 2, "aa"),
        (SampleFile(b"one\n\ntwo\n\nthree"), 4, "\n\n"),
        (SampleFile(b"a" * 131_075 + b"<|e|>"), 2, END),  # the last window is shorter than the token
        (SampleFile("昔々【終】日々【終】".encode()), 3, LONG_END),
        (SampleFile(b"a" * 500_000 + b"<|e|>"), 2, END),
        *((file_across(window, END, inside), 2, END) for window in (4096, 10_000, WINDOW) for inside in (1, 4)),
        *((file_across(window, LONG_END, inside), 2, LONG_END) for window in WINDOWS for inside in (1, 8)),
        *((file_across(window, LONGEST_END, 1), 2, LONGEST_END) for window in (4096, 10_000, WINDOW)),
        # windows that are longer by the overlap, but follow each other without one
        *((file_across(window + len(END) - 1, END, 1), 2, END) for window in (1024, 4096, 10_000, WINDOW, 100_000)),
        (SampleFile(b"a<|e|>"), 0, END),
        (SampleFile(b"a<|e|>"), -1, END),
        (SampleFile(b"abc"), 2, ""),
    ],
    files(),
    errors=(ValueError,),
    large=large,
)


def prepare(path, n_chunks, special_token):
    """The bytes of the file and of the token, and the guesses."""
    if n_chunks < 1 or not special_token:
        raise ValueError
    data = Path(path).read_bytes()
    return data, special_token.encode("utf-8"), [len(data) * i // n_chunks for i in range(1, n_chunks)]


def find_in_windows(data, token, guesses, window, overlap):
    """Search in windows, each of which looks `overlap` bytes into the next."""
    found = {0, len(data)}
    for guess in guesses:
        for start in range(guess, len(data), window):
            offset = data[start : start + window + overlap].find(token)
            if offset >= 0:
                found.add(start + offset)
                break
    return sorted(found)


@EXERCISE.mistake
def guesses_as_they_are(path, n_chunks, special_token):
    """Cuts documents, words and characters."""
    data, _, guesses = prepare(path, n_chunks, special_token)
    return sorted({0, *guesses, len(data)})


@EXERCISE.mistake
def after_the_token(path, n_chunks, special_token):
    """Ends a chunk behind the token."""
    data, token, guesses = prepare(path, n_chunks, special_token)
    offsets = [data.find(token, guess) for guess in guesses]
    return sorted({0, len(data), *(offset + len(token) for offset in offsets if offset >= 0)})


@EXERCISE.mistake
def guess_excluded(path, n_chunks, special_token):
    """Looks only behind the guess, so a token that begins exactly there is passed over."""
    data, token, guesses = prepare(path, n_chunks, special_token)
    offsets = [data.find(token, guess + 1) for guess in guesses]
    return sorted({0, len(data), *(offset for offset in offsets if offset >= 0)})


@EXERCISE.mistake
def in_characters(path, n_chunks, special_token):
    """Reads text, so the offsets count characters."""
    prepare(path, n_chunks, special_token)
    text = Path(path).read_text(encoding="utf-8")
    offsets = [text.find(special_token, len(text) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(text), *(offset for offset in offsets if offset >= 0)})


@EXERCISE.mistake
def text_mode(path, n_chunks, special_token):
    """Reads text and encodes it again: `\\r\\n` has become `\\n`, and all later offsets are too small."""
    _, token, _ = prepare(path, n_chunks, special_token)
    data = Path(path).read_text(encoding="utf-8").encode("utf-8")
    offsets = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(data), *(offset for offset in offsets if offset >= 0)})


@EXERCISE.mistake
def twice(path, n_chunks, special_token):
    """Keeps an offset that two guesses lead to twice."""
    data, token, guesses = prepare(path, n_chunks, special_token)
    offsets = [data.find(token, guess) for guess in guesses]
    return [0, *(offset if offset >= 0 else len(data) for offset in offsets), len(data)]


@EXERCISE.mistake
def multiples_of_a_rounded_size(path, n_chunks, special_token):
    """Rounds the size of a chunk first, so the guesses come too early, the last one most."""
    data, token, _ = prepare(path, n_chunks, special_token)
    offsets = [data.find(token, i * (len(data) // n_chunks)) for i in range(1, n_chunks)]
    return sorted({0, len(data), *(offset for offset in offsets if offset >= 0)})


@EXERCISE.mistake
def one_window(path, n_chunks, special_token):
    """Looks at one window and no further."""
    data, token, guesses = prepare(path, n_chunks, special_token)
    offsets = [data.find(token, guess, guess + WINDOW) for guess in guesses]
    return sorted({0, len(data), *(offset for offset in offsets if offset >= 0)})


@EXERCISE.mistake
def windows_without_overlap(path, n_chunks, special_token):
    """Misses a token that lies across the border of two windows."""
    return find_in_windows(*prepare(path, n_chunks, special_token), WINDOW, 0)


@EXERCISE.mistake
def windows_of_10_000(path, n_chunks, special_token):
    """The same with another size."""
    return find_in_windows(*prepare(path, n_chunks, special_token), 10_000, 0)


@EXERCISE.mistake
def windows_of_a_million(path, n_chunks, special_token):
    """The same with another size."""
    return find_in_windows(*prepare(path, n_chunks, special_token), 1_000_000, 0)


@EXERCISE.mistake
def half_an_overlap(path, n_chunks, special_token):
    """The windows overlap, but by less than the token needs."""
    data, token, guesses = prepare(path, n_chunks, special_token)
    return find_in_windows(data, token, guesses, WINDOW, len(token) // 2)


@EXERCISE.mistake
def overlap_in_characters(path, n_chunks, special_token):
    """Enough for a token of ASCII characters only."""
    return find_in_windows(*prepare(path, n_chunks, special_token), WINDOW, len(special_token) - 1)


@EXERCISE.mistake
def errors_forgotten(path, n_chunks, special_token):
    """All right, but for arguments that make no sense."""
    data, token = Path(path).read_bytes(), special_token.encode("utf-8")
    offsets = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(data), *(offset for offset in offsets if offset >= 0)})
