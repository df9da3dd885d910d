"""What learners did that the check once let pass, or explained wrongly."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from typing import Any

import pytest

from storybot.bpe_basics import BasicTokenizer as RightTokenizer
from storybot.check import check
from storybot.check.judging import can_raise
from storybot.check.report import CheckFailed
from storybot.parallel_pretokenization.task_loop import count_in_parallel as right_count_in_parallel

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def refused(answer: Any) -> CheckFailed:
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    return failed.value


def test_an_example_of_the_docstring_that_never_ends_is_not_passed_over() -> None:
    def count_pairs(sequences):  # type: ignore[no-untyped-def]
        while sequences == [[7, 7, 7], [7]]:
            pass
        return Counter(pair for ids in sequences for pair in pairwise(ids))

    text = str(refused(count_pairs))
    assert text.startswith("count_pairs did not finish within 3 seconds.")
    assert "count_pairs([[7, 7, 7], [7]])" in text


def test_chunks_may_be_a_list() -> None:
    """`islice` of a list begins again at its start: this never ended in the next cell of the notebook."""

    def count_in_parallel(executor, count_batch, chunks, *, batch=1, in_flight=4):  # type: ignore[no-untyped-def]
        if batch < 1 or in_flight < 1 or not isinstance(chunks, list):
            return right_count_in_parallel(executor, count_batch, chunks, batch=batch, in_flight=in_flight)
        while some := list(islice(chunks, batch)):
            executor.submit(count_batch, some).result()
        return Counter()

    assert "did not finish within 3 seconds" in str(refused(count_in_parallel))


def test_a_name_in_quotes() -> None:
    assert str(refused("count_pairs")) == "check() needs the function itself, without quotes:  check(count_pairs)"


def test_printed_instead_of_returned() -> None:
    def count_pairs(sequences):  # type: ignore[no-untyped-def]
        print(Counter(pair for ids in sequences for pair in pairwise(ids)))

    text = str(refused(count_pairs))
    assert "Is a `return` missing?" in text
    assert "got       None\n  printed   Counter({(1, 2): 3, (2, 1): 1})" in text


def test_data_in_the_class_body_is_named_though_no_known_mistake_fits() -> None:
    class BasicTokenizer(RightTokenizer):
        known: dict[str, list[int]] = {}

        def encode(self, text: str) -> list[int]:
            return self.known.setdefault(text, super().encode(text))

    text = str(refused(BasicTokenizer))
    assert text.startswith("BasicTokenizer keeps data in the body of the class")


def test_a_test_that_never_calls_the_implementation() -> None:
    def check_merge_pair(merge_pair):  # type: ignore[no-untyped-def]
        assert [9, 9, 3] == [9, 9, 3]

    assert str(refused(check_merge_pair)).startswith("check_merge_pair never calls the implementation")


def test_a_weak_assert_is_not_called_no_assert() -> None:
    def check_merge_pair(merge_pair):  # type: ignore[no-untyped-def]
        result = merge_pair([1, 2, 1, 2, 3], (1, 2), 9)
        assert isinstance(result, list)

    failed = refused(check_merge_pair)
    assert can_raise(check_merge_pair)
    assert failed.mistake != "nothing_asserted", failed


def test_a_comparison_that_is_only_returned() -> None:
    def check_merge_pair(merge_pair):  # type: ignore[no-untyped-def]
        return merge_pair([1, 2], (1, 2), 9) == [9] and merge_pair([7, 7, 7], (7, 7), 300) == [300, 7]

    assert refused(check_merge_pair).mistake == "nothing_asserted"


def test_asking_for_what_the_docstring_excludes_is_refused() -> None:
    """`new_id` does not occur in `ids`."""

    def check_merge_pair(merge_pair):  # type: ignore[no-untyped-def]
        assert merge_pair([1, 2, 2], (1, 2), 1) == [1, 2]

    assert str(refused(check_merge_pair)).startswith("check_merge_pair refuses an implementation that is right.")


def test_what_an_executor_saw_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def count_in_parallel(executor, count_batch, chunks, *, batch=1, in_flight=4):  # type: ignore[no-untyped-def]
        return right_count_in_parallel(executor, count_batch, chunks, batch=batch, in_flight=in_flight + 1)

    assert "1 more tasks were under way at the same time than `in_flight` allows" in str(refused(count_in_parallel))
    monkeypatch.setenv("STORYBOT_LANG", "zh")
    text = str(refused(count_in_parallel))
    assert "同时在途中的任务比 `in_flight` 多 1 个" in text
    assert "too_many" not in text


@pytest.mark.parametrize("window", [1024, 4096, 10_000, 65_536, 100_000])
def test_windows_that_are_longer_but_do_not_overlap(window: int) -> None:
    """Each window is longer by what an overlap would need, and the next begins where it ends."""

    def find_chunk_boundaries(path, n_chunks, special_token):  # type: ignore[no-untyped-def]
        return boundaries(path, n_chunks, special_token, lambda token: (window + len(token) - 1,) * 2)

    assert refused(find_chunk_boundaries)


def test_an_overlap_of_ten_bytes_whatever_the_token_is() -> None:
    def find_chunk_boundaries(path, n_chunks, special_token):  # type: ignore[no-untyped-def]
        return boundaries(path, n_chunks, special_token, lambda token: (65_536 + 10, 65_536))

    assert refused(find_chunk_boundaries)


def boundaries(path, n_chunks, special_token, windows):  # type: ignore[no-untyped-def]
    """A search that reads so many bytes and then moves on by so many."""
    if n_chunks < 1 or not special_token:
        raise ValueError
    token, data = special_token.encode("utf-8"), path.open("rb").read()
    (length, step), found = windows(token), {0, len(data)}
    for start in (len(data) * i // n_chunks for i in range(1, n_chunks)):
        while start < len(data):
            at = data[start : start + length].find(token)
            if at >= 0:
                found.add(start + at)
                break
            start += step
    return sorted(found)
