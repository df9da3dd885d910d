"""check_find_chunk_boundaries: write the check of find_chunk_boundaries."""

from __future__ import annotations

from pathlib import Path

from storybot.check.exercise import Exercise
from storybot.check.sample_file import SampleFile
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries
from storybot.parallel_pretokenization.exercises.find_chunk_boundaries import EXERCISE as FIND_CHUNK_BOUNDARIES
from storybot.parallel_pretokenization.self_check import check_find_chunk_boundaries


def all_at_once(path, n_chunks, special_token):
    """Right: reads the whole file."""
    if n_chunks < 1 or not special_token:
        raise ValueError
    data, token = Path(path).read_bytes(), special_token.encode("utf-8")
    offsets = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(data), *(offset for offset in offsets if offset >= 0)})


def small_steps(path, n_chunks, special_token):
    """Right: windows of 4096 bytes, each of which begins before the last one ended."""
    token = special_token.encode("utf-8")
    if n_chunks < 1 or not token:
        raise ValueError
    size = Path(path).stat().st_size
    found = {0, size}
    with open(path, "rb") as file:
        for i in range(1, n_chunks):
            start = size * i // n_chunks
            while start < size:
                file.seek(start)
                offset = file.read(4096 + len(token)).find(token)
                if offset >= 0:
                    found.add(start + offset)
                    break
                start += 4096
    return sorted(found)


EXERCISE = Exercise(
    check_find_chunk_boundaries,
    [(find_chunk_boundaries,), (all_at_once,), (small_steps,)],
    judges=FIND_CHUNK_BOUNDARIES,
)

END = "<|e|>"
ONE = (b"one<|e|>two<|e|>three", 2, END, [0, 11, 21])
SEVEN = (b"one<|e|>two<|e|>three", 7, END, [0, 3, 11, 21])
ASCII = [
    ONE,
    SEVEN,
    (b"", 2, END, [0]),
    (b"abcdef", 3, END, [0, 6]),
    (b"ab<|e|>", 3, END, [0, 2, 7]),
    (b"a" * 37 + b"<|e|>aa<|e|>", 10, END, [0, 37, 44, 49]),
    (b"\r\n\r\n\r\n<|e|>a<|e|>", 2, END, [0, 12, 17]),
]
SMALL = [*ASCII, ("日日日<|e|>日<|e|>".encode(), 2, END, [0, 17, 22])]


def expect(find, cases):
    for content, n_chunks, token, expected in cases:
        assert find(SampleFile(content), n_chunks, token) == expected


def expect_errors(find):
    for n_chunks, token in ((0, END), (2, "")):
        try:
            find(SampleFile(b"one<|e|>two"), n_chunks, token)
        except ValueError:
            continue
        raise AssertionError


def across(windows, token, insides):
    """A file for each window, with a token across its end."""
    cases, marked = [], token.encode("utf-8")
    for window in windows:
        for inside in insides:
            content = bytearray(b"a" * 2 * (window + 100))
            start = 2 * window + 100 - inside
            content[start : start + len(marked)] = marked
            cases.append((bytes(content), 2, token, [0, start, len(content)]))
    return cases


ALL_WINDOWS = (10_000, 65_536, 1_000_000)


@EXERCISE.mistake
def nothing_asserted(find_chunk_boundaries):
    """Compares, and throws the answer away."""
    content, n_chunks, token, expected = ONE
    return find_chunk_boundaries(SampleFile(content), n_chunks, token) == expected


@EXERCISE.mistake
def docstring_examples(find_chunk_boundaries):
    """The two examples of the docstring, no more."""
    expect(find_chunk_boundaries, [ONE, SEVEN])


@EXERCISE.mistake
def only_ends(find_chunk_boundaries):
    """Looks at the first and the last offset."""
    for content, n_chunks, token, expected in SMALL:
        found = find_chunk_boundaries(SampleFile(content), n_chunks, token)
        assert (found[0], found[-1]) == (expected[0], expected[-1])


@EXERCISE.mistake
def short_files(find_chunk_boundaries):
    """Everything, but no file is longer than a window."""
    expect(find_chunk_boundaries, SMALL)
    expect_errors(find_chunk_boundaries)


@EXERCISE.mistake
def no_errors(find_chunk_boundaries):
    """Everything, but no arguments that make no sense."""
    expect(find_chunk_boundaries, [*SMALL, *across(ALL_WINDOWS, "【終】", (1, 8))])


@EXERCISE.mistake
def one_size_of_window(find_chunk_boundaries):
    """A token across the border of windows of one size."""
    expect(find_chunk_boundaries, [*SMALL, *across([65_536], "【終】", (1, 8))])
    expect_errors(find_chunk_boundaries)


@EXERCISE.mistake
def in_the_middle_of_the_border(find_chunk_boundaries):
    """Half of the token on either side of the border, so that half an overlap is enough."""
    expect(find_chunk_boundaries, [*SMALL, *across(ALL_WINDOWS, END, [3])])
    expect_errors(find_chunk_boundaries)


@EXERCISE.mistake
def tokens_of_ascii(find_chunk_boundaries):
    """A token across every border, but one byte is one character in it."""
    expect(find_chunk_boundaries, [*SMALL, *across(ALL_WINDOWS, END, (1, 4))])
    expect_errors(find_chunk_boundaries)


@EXERCISE.mistake
def texts_of_ascii(find_chunk_boundaries):
    """The texts are ASCII; only the long files have a token of several bytes."""
    long_ends = list(across(ALL_WINDOWS, "【終】", (1, 8)))
    expect(find_chunk_boundaries, [case for case in ASCII if b"\r" not in case[0]] + long_ends)
    expect_errors(find_chunk_boundaries)


@EXERCISE.mistake
def boundary_after_the_token(find_chunk_boundaries):
    """Expects what the docstring does not say."""
    expect(find_chunk_boundaries, [(b"one<|e|>two<|e|>three", 2, END, [0, 16, 21])])
