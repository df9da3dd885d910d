"""What `check` says and does: smallest input, languages, time limit, beginners' mistakes."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics import merge_pair as right_merge_pair
from storybot.check.checker import check
from storybot.check.compare import same, same_value, type_difference
from storybot.check.exercise import PerRank
from storybot.check.formatting import format_value
from storybot.check.hints import given, hint
from storybot.check.messages import notebook_language
from storybot.check.report import CheckFailed
from storybot.check.timeout import TimeLimitError, call_with_limit
from storybot.evaluation import top_k_filter as right_top_k_filter
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings

# the time limit's error may fall into a callback of the garbage collector: see test_exercises.py
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def message(function: object, **options: float) -> str:
    with pytest.raises(CheckFailed) as failed:
        check(function, **options)  # type: ignore[arg-type]
    return str(failed.value)


def test_the_smallest_failing_input_is_shown() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return right_merge_pair(ids, pair, new_id) if pair != (0, 0) else list(ids)

    text = message(merge_pair)
    assert "smallest input found" in text
    assert "call      merge_pair([0, 0], (0, 0), 9)\n  expected  [9]\n  got       [0, 0]\n" in text


def test_a_failing_example_of_the_docstring_comes_first() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return list(ids)

    text = message(merge_pair)
    assert text.startswith("merge_pair gives a wrong result on an example of its docstring:\n  call      merge_pair(")
    assert "expected  [9, 9, 3]" in text
    assert "got       [1, 2, 1, 2, 3]" in text


def test_an_unwritten_exercise_is_no_error_of_the_learner() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        raise NotImplementedError("merge_pair")

    assert "not written yet" in message(merge_pair)


def test_an_error_names_its_line() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return ids[100]

    line = merge_pair.__code__.co_firstlineno + 1
    assert f"IndexError: list index out of range, in line {line} of your code" in message(merge_pair)


def test_an_endless_loop_gives_a_message_not_a_hang() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    assert "did not finish within 3 seconds" in message(merge_pair)


def test_a_bare_except_in_an_endless_loop_does_not_hang_either() -> None:
    swallowed = 0

    def stubborn() -> None:
        nonlocal swallowed
        while swallowed < 2:
            try:
                while True:
                    pass
            except BaseException:
                swallowed += 1
        while True:
            pass

    with pytest.raises(TimeLimitError):
        call_with_limit(stubborn, (), 0.2)
    assert swallowed == 2


def test_a_time_limit_that_is_kept_leaves_nothing_behind() -> None:
    for _ in range(200):
        assert call_with_limit(lambda: 7, (), 0.001 * 50) == 7


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the processor time of a thread")
def test_time_that_other_programs_take_is_not_counted() -> None:
    call_with_limit(time.sleep, (0.3,), 0.2)  # as on a busy machine: the time passes, the processor is not ours
    with pytest.raises(TimeLimitError):
        call_with_limit(lambda: [time.sleep(0.05) for _ in range(200)], (), 0.2)


def test_a_slow_answer_is_told_so() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        from storybot.bpe_basics import merge_pair as right

        time.sleep(0.3)
        return right(ids, pair, new_id)

    assert "so slow that only" in message(merge_pair, seconds=1)


def test_an_answer_that_comes_and_goes_is_refused() -> None:
    calls = 0

    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        from storybot.bpe_basics import merge_pair as right

        nonlocal calls
        calls += 1
        return [] if calls == 40 else right(ids, pair, new_id)

    assert "wrong result" in message(merge_pair)


def prints_and_fails(ids, pair, new_id):  # type: ignore[no-untyped-def]
    print("debugging")
    return list(ids)


prints_and_fails.__name__ = "merge_pair"


def test_prints_in_the_learners_function_do_not_flood(capsys: pytest.CaptureFixture[str]) -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        from storybot.bpe_basics import merge_pair as right

        print("debugging", ids)
        return right(ids, pair, new_id)

    check(merge_pair)
    assert capsys.readouterr().out == "✓ merge_pair\n"
    assert "debugging" not in message(prints_and_fails)


def test_a_renamed_function_is_told_the_names() -> None:
    def my_merge(ids):  # type: ignore[no-untyped-def]
        return ids

    assert "no exercise called my_merge" in message(my_merge)
    assert "merge_pair" in message(my_merge)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_speak_the_language_of_the_notebook(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return ids

    folder = tmp_path / "work" / language
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("STORYBOT_LANG", raising=False)
    assert notebook_language() == language
    assert load_ui_strings(language)["check"]["wrong_example"].format(name="merge_pair") in message(merge_pair)


def test_the_setting_wins_and_english_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STORYBOT_LANG", raising=False)
    assert notebook_language() == "en"
    monkeypatch.setenv("STORYBOT_LANG", "ko")
    assert notebook_language() == "ko"


def test_a_notebook_shows_the_message_alone() -> None:
    assert CheckFailed("two\nlines")._render_traceback_() == ["two\nlines"]


def test_right_value_wrong_type_is_its_own_message() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return tuple(right_merge_pair(ids, pair, new_id))

    text = message(merge_pair)
    assert "merge_pair gives the right value, but of the wrong type: merge_pair(…) has the type tuple, " in text
    assert "expected is list." in text
    assert "wrong result" not in text

    def count_pairs(sequences):  # type: ignore[no-untyped-def]
        return dict(right_count_pairs(sequences))

    assert "count_pairs(…) has the type dict, expected is Counter" in message(count_pairs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_right_value_wrong_type_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return tuple(right_merge_pair(ids, pair, new_id))

    monkeypatch.setenv("STORYBOT_LANG", language)
    template = load_ui_strings(language)["check"]["wrong_type"]
    expected = template.format(name="merge_pair", where="merge_pair(…)", got="tuple", expected="list")
    assert message(merge_pair).startswith(expected)


def test_a_right_value_with_one_wrong_value_is_wrong() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return (*right_merge_pair(ids, pair, new_id), 5)

    assert "wrong result" in message(merge_pair)


TENSOR = torch.tensor([1.0, 2.0])


@pytest.mark.parametrize(
    ("got", "expected", "path", "types"),
    [
        ((1, 2), [1, 2], "", ("tuple", "list")),
        ([(1, 2)], [[1, 2]], "[0]", ("tuple", "list")),
        (TENSOR, [1.0, 2.0], "", ("torch.float32 tensor", "list")),
        (torch.tensor(0.1), 0.1, "", ("torch.float32 tensor", "float")),
        (0.1, torch.tensor(0.1), "", ("float", "torch.float32 tensor")),
        (TENSOR.double(), TENSOR, "", ("torch.float64 tensor", "torch.float32 tensor")),
        ([True, 0], [1, 0], "[0]", ("bool", "int")),
        (b"ab", [97, 98], "", ("bytes", "list")),
        ({"a": 1}, Counter(a=1), "", ("dict", "Counter")),
        ({"a": (1,)}, {"a": [1]}, "['a']", ("tuple", "list")),
        (PerRank([(1,), [1]]), PerRank([[1], [1]]), " (rank 0)", ("tuple", "list")),
    ],
    ids=repr,
)
def test_the_same_value_of_another_type(got: Any, expected: Any, path: str, types: tuple[str, str]) -> None:
    assert not same(got, expected, 1e-9)
    assert same_value(got, expected)
    assert type_difference(got, expected) == (path, *types)


@pytest.mark.parametrize(
    ("got", "expected"),
    [([1], [1, 2]), ("1", 1), ([1, 3], (1, 2)), (None, []), ({"a": 1}, {"b": 1}), (TENSOR, [1.0, 2.5]), (0.1, 0.2)],
    ids=repr,
)
def test_another_value_is_not_a_matter_of_types(got: Any, expected: Any) -> None:
    assert not same_value(got, expected)


@pytest.mark.parametrize(
    ("got", "expected"),
    [(1, 1.0), (1.0, 1), (np.float64(0.5), 0.5), (np.int64(2), 2), ([1, 2.0], [1.0, 2]), (float("nan"), float("nan"))],
    ids=repr,
)
def test_a_number_is_a_number(got: Any, expected: Any) -> None:
    assert same(got, expected, 1e-9)


def test_what_was_sent_is_compared_too() -> None:
    assert same(PerRank([1], ["sent 1"]), PerRank([1], ["sent 1"]))
    assert not same(PerRank([1], ["sent 1"]), PerRank([1], ["sent 2"]))
    assert not same_value(PerRank([1], ["sent 1"]), PerRank([1], ["sent 2"]))


def test_tensors_in_messages_are_short() -> None:
    def top_k_filter(logits, k):  # type: ignore[no-untyped-def]
        kept = right_top_k_filter(logits, k)
        if len(logits) == 100:
            kept[50] = 3.5
        return kept

    text = message(top_k_filter)
    assert "call      top_k_filter(tensor([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, …], shape=(100,), dtype=float32), 3)" in text
    assert "expected  tensor([0.0, 0.0, 0.0, -inf, -inf, -inf, …], shape=(100,), dtype=float32)" in text
    assert "differs   [50] is 3.5, not -inf" in text
    assert max(map(len, text.splitlines())) < 120


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (torch.tensor([[1, 2], [3, 4]]), "tensor([[1, 2], [3, 4]])"),
        ((torch.zeros(1),), "(tensor([0.]),)"),
        ({"a": [torch.ones(50)]}, "{'a': [tensor([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, …], shape=(50,), dtype=float32)]}"),
        (torch.arange(20).view(4, 5), "tensor([0, 1, 2, 3, 4, 5, …], shape=(4, 5), dtype=int64)"),
        (PerRank([torch.ones(1), 2], ["a", "b"]), "rank 0: tensor([1.]), a\nrank 1: 2, b"),
        ("x" * 400, "'" + "x" * 298 + "…"),
    ],
    ids=["small", "in a tuple", "in a dict", "two dimensions", "per rank", "long"],
)
def test_how_values_are_written(value: Any, text: str) -> None:
    assert format_value(value) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_failure_of_the_ring_is_a_line_per_rank(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def ring_all_reduce(pieces, rank, send, receive):  # type: ignore[no-untyped-def]
        return list(pieces)

    monkeypatch.setenv("STORYBOT_LANG", language)
    words = load_ui_strings(language)["check"]
    lines = message(ring_all_reduce).splitlines()
    calls = [line.strip() for line in lines if "ring_all_reduce([" in line]
    assert calls[1].startswith("rank 1: ring_all_reduce([")
    starts = [line.index("rank ") for line in lines if "rank 1: " in line]
    assert len(starts) == 3, "call, expected, got"
    expected = next(line for line in lines if line.startswith(words["expected"].format(text="")))
    assert re.fullmatch(r"rank 0: \[\d+, \d+\], send: \[\d+, \d+\]", expected[len(words["expected"]) - len("{text}") :])
    got = next(line for line in lines if line.startswith(words["got"].format(text="")))
    assert "send: []" in got
    if language == "en":
        assert {line.index("rank ") for line in lines if re.search(r"rank \d: ", line)} == {12}


def test_nothing_returned_on_any_rank() -> None:
    def ring_all_reduce(pieces, rank, send, receive):  # type: ignore[no-untyped-def]
        list(pieces)

    assert "returned nothing" in message(ring_all_reduce)


def test_importing_check_has_no_side_effect_on_hypothesis(tmp_path: Path) -> None:
    code = """
import hypothesis.configuration
calls, original = [], hypothesis.configuration.set_hypothesis_home_dir
hypothesis.configuration.set_hypothesis_home_dir = lambda folder: (calls.append(folder), original(folder))
import storybot.check
assert calls == []
from storybot.bpe_basics import merge_pair
storybot.check.check(merge_pair)
assert len(calls) == 1
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
    assert list(tmp_path.iterdir()) == [], "nothing is left in the learner's folder"


def test_a_not_implemented_branch_is_an_error_not_an_unwritten_exercise() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        if len(ids) > 3:
            raise NotImplementedError
        return right_merge_pair(ids, pair, new_id)

    text = message(merge_pair)
    assert "raised an error" in text
    assert "not written yet" not in text


def test_an_error_in_a_helper_of_the_learner_names_the_helper() -> None:
    def first(ids):  # type: ignore[no-untyped-def]
        return ids[100]

    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return first(ids)

    line = first.__code__.co_firstlineno + 1
    assert f"IndexError: list index out of range, in line {line} of your function first" in message(merge_pair)


def test_a_default_that_is_shared_by_all_calls_is_named() -> None:
    def count_pairs(sequences, counts=Counter()):  # type: ignore[no-untyped-def]  # noqa: B006
        counts.update(right_count_pairs(sequences))
        return counts

    assert "count_pairs remembers earlier calls" in message(count_pairs)


def test_hints_come_one_after_another(capsys: pytest.CaptureFixture[str]) -> None:
    given.clear()
    for _ in range(4):
        hint("merge_pair")
    first, second, third, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("merge_pair, hint 1 of 3: ")
    assert second.startswith("merge_pair, hint 2 of 3: ")
    assert third.startswith("merge_pair, hint 3 of 3: ")
    assert rest == [
        "merge_pair has no more hints.",
        "To go on without solving it, run this in a cell:  from storybot.bpe_basics import merge_pair",
    ]
    hint(right_count_pairs)
    assert capsys.readouterr().out.startswith("count_pairs, hint 1 of 3: ")
    hint("nothing")
    assert "no exercise called nothing" in capsys.readouterr().out
