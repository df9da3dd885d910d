"""Plausible wrong answers to the exercises of chapter 2. `check` must refuse every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from storybot.bpe_basics import GPT4_PATTERN, pretokenize
from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("find_chunk_boundaries")
def guesses_as_they_are(path, n_chunks, special_token):
    """Cuts documents, words and characters."""
    size = Path(path).stat().st_size
    return sorted({size * i // n_chunks for i in range(n_chunks + 1)})


@wrong("find_chunk_boundaries")
def after_the_token(path, n_chunks, special_token):
    """Ends a chunk behind the token."""
    data, token = Path(path).read_bytes(), special_token.encode()
    places = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(data), *(p + len(token) for p in places if p >= 0)})


@wrong("find_chunk_boundaries")
def in_characters(path, n_chunks, special_token):
    """Reads text, so the offsets count characters."""
    text = Path(path).read_text(encoding="utf-8")
    places = [text.find(special_token, len(text) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted({0, len(text), *(p for p in places if p >= 0)})


@wrong("find_chunk_boundaries")
def twice(path, n_chunks, special_token):
    """Keeps a place that two guesses lead to twice."""
    data, token = Path(path).read_bytes(), special_token.encode()
    places = [data.find(token, len(data) * i // n_chunks) for i in range(1, n_chunks)]
    return sorted([0, *(p if p >= 0 else len(data) for p in places), len(data)])


@wrong("find_chunk_boundaries")
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


@wrong("find_chunk_boundaries")
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


def read(path, start, end):
    return Path(path).read_bytes()[start:end].decode("utf-8")


@wrong("count_chunk")
def whole_file(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Forgets start and end."""
    text = Path(path).read_text(encoding="utf-8")
    return Counter(p.encode() for p in pretokenize(text, pattern, special_tokens))


@wrong("count_chunk")
def as_text(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Counts strings, not bytes."""
    return Counter(pretokenize(read(path, start, end), pattern, special_tokens))


@wrong("count_chunk")
def special_tokens_counted(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """The mark becomes a pretoken like any other."""
    return Counter(p.encode() for p in pretokenize(read(path, start, end), pattern))


@wrong("count_chunk")
def offsets_in_characters(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Decodes first, cuts then."""
    text = Path(path).read_text(encoding="utf-8")[start:end]
    return Counter(p.encode() for p in pretokenize(text, pattern, special_tokens))


@wrong("count_chunk")
def always_the_same_pattern(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    """Forgets to pass the pattern on."""
    return Counter(p.encode() for p in pretokenize(read(path, start, end), special_tokens=special_tokens))


@wrong("merge_counts")
def overwrites(counters):
    """dict.update keeps the last, not the sum."""
    total = {}
    for counter in counters:
        total.update(counter)
    return Counter(total)


@wrong("merge_counts")
def adds_into_the_first(counters):
    """The right sum, in a counter that was given."""
    if not counters:
        return Counter()
    for counter in counters[1:]:
        counters[0].update(counter)
    return counters[0]


@wrong("merge_counts")
def takes_the_largest(counters):
    """| is not +."""
    total = Counter()
    for counter in counters:
        total |= counter
    return total


@wrong("merge_counts")
def counts_the_counters(counters):
    """How many counters hold a pretoken."""
    return Counter(pretoken for counter in counters for pretoken in counter)


@wrong("amdahl_speedup")
def linear(parallel_fraction, workers):
    """As if all could be shared."""
    return float(workers)


@wrong("amdahl_speedup")
def share_of_workers(parallel_fraction, workers):
    """Multiplies where it must divide."""
    return 1 + parallel_fraction * (workers - 1)


@wrong("amdahl_speedup")
def time_not_speedup(parallel_fraction, workers):
    """The time that is left, not its inverse."""
    return (1 - parallel_fraction) + parallel_fraction / workers


@wrong("amdahl_speedup")
def shares_swapped(parallel_fraction, workers):
    """Divides the part that cannot be divided."""
    return 1 / (parallel_fraction + (1 - parallel_fraction) / workers)


@wrong("choose_batch_size")
def fastest(seconds, tolerance=0.05):
    """The best time, whatever the size."""
    return min(seconds, key=lambda size: seconds[size])


@wrong("choose_batch_size")
def largest_good(seconds, tolerance=0.05):
    """The largest that is good enough."""
    return max(size for size, time in seconds.items() if time <= min(seconds.values()) * (1 + tolerance))


@wrong("choose_batch_size")
def tolerance_in_seconds(seconds, tolerance=0.05):
    """Adds the tolerance instead of taking a share."""
    return min(size for size, time in seconds.items() if time <= min(seconds.values()) + tolerance)


@wrong("choose_batch_size")
def gives_the_time(seconds, tolerance=0.05):
    """The time, not the size."""
    return min(seconds.values())


@wrong("choose_batch_size")
def tolerance_ignored(seconds, tolerance=0.05):
    """Always five percent."""
    return min(size for size, time in seconds.items() if time <= min(seconds.values()) * 1.05)
