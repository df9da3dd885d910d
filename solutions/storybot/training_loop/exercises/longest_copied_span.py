"""longest_copied_span: the longest copied span."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.analysis.memorisation import longest_copied_span, longest_copied_span_reference


@st.composite
def texts(draw: st.DrawFn) -> Arguments:
    """A sample put together from parts of the corpus and other tokens."""
    token = st.integers(0, draw(st.sampled_from([1, 2, 3, 1023])))
    corpus = draw(st.lists(token, max_size=14))
    start, length = draw(st.integers(0, 13)), draw(st.integers(0, 8))
    around = st.lists(token, max_size=4)
    return draw(around) + corpus[start : start + length] + draw(around), corpus


def large_texts() -> Arguments:
    """1,000 tokens and 200,000; spans of up to 99 tokens are copied, and many short ones occur by chance."""
    rng = Random(5)
    corpus = [int(64 * rng.random() ** 2) for _ in range(200_000)]
    sample: list[int] = []
    for start in range(1_000, 200_000, 28_000):
        sample += [*corpus[start : start + start // 1_700], 64 + len(sample) % 7]
    sample += [rng.randrange(64) for _ in range(1_000 - len(sample))]
    return sample, corpus


EXERCISE = Exercise(
    longest_copied_span,
    [
        ([9, 1, 2, 3, 9], [0, 1, 2, 3, 4]),
        ([1, 3], [1, 2, 3]),
        ([1, 2, 3], [1, 2, 3]),
        ([7, 8], [1, 2, 3]),
        ([], [1, 2]),
        ([1, 2], []),
        ([1, 2], [1, 1, 2]),
        ([2, 1], [1, 2]),
        ([1, 2, 3], [1, 2, 9, 2, 3]),
        ([1, 12], [11, 2]),
        ([5, 1, 2], [1, 2, 5]),
        ([1, 2, 1, 2, 3], [2, 1, 2, 1, 2]),
        ([300, 301, 5, 300, 301, 302], [302, 300, 301, 302, 5]),
        ([4, 4, 4], [4, 4]),
    ],
    texts(),
    large=large_texts,
)


@EXERCISE.mistake
def may_skip_tokens(sample, corpus):
    before = [0] * (len(corpus) + 1)
    for token in sample:
        row = [0]
        for at, other in enumerate(corpus):
            row.append(before[at] + 1 if token == other else max(before[at + 1], row[-1]))
        before = row
    return before[-1]


@EXERCISE.mistake
def only_its_beginning(sample, corpus):
    longest = 0
    for start in range(len(corpus)):
        n = 0
        while n < len(sample) and corpus[start + n : start + n + 1] == sample[n : n + 1]:
            n += 1
        longest = max(longest, n)
    return longest


@EXERCISE.mistake
def every_token_is_known(sample, corpus):
    known, run, longest = set(corpus), 0, 0
    for token in sample:
        run = run + 1 if token in known else 0
        longest = max(longest, run)
    return longest


@EXERCISE.mistake
def every_pair_is_known(sample, corpus):
    known, pairs = set(corpus), set(pairwise(corpus))
    run = longest = 0
    for at, token in enumerate(sample):
        together = at > 0 and (sample[at - 1], token) in pairs
        run = run + 1 if together else int(token in known)
        longest = max(longest, run)
    return longest


@EXERCISE.mistake
def at_the_same_position(sample, corpus):
    run = longest = 0
    for ours, theirs in zip(sample, corpus, strict=False):
        run = run + 1 if ours == theirs else 0
        longest = max(longest, run)
    return longest


@EXERCISE.mistake
def never_goes_back(sample, corpus):
    longest = 0
    for start in range(len(sample)):
        n = 0
        for token in corpus:
            if start + n < len(sample) and token == sample[start + n]:
                n += 1
                longest = max(longest, n)
            else:
                n = 0
    return longest


@EXERCISE.mistake
def shorter_than_the_sample(sample, corpus):
    return min(longest_copied_span(sample, corpus), max(0, len(sample) - 1))


@EXERCISE.mistake
def letters_without_gaps(sample, corpus):
    text = "".join(map(str, corpus))
    for n in range(len(sample), 0, -1):
        if any("".join(map(str, sample[at : at + n])) in text for at in range(len(sample) - n + 1)):
            return n
    return 0


@EXERCISE.mistake
def two_at_least(sample, corpus):
    longest = longest_copied_span(sample, corpus)
    return longest if longest > 1 else 0


@EXERCISE.mistake(slow=True)
def a_whole_table(sample, corpus):
    return longest_copied_span_reference(sample, corpus)
