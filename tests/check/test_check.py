"""What `check` says and does: smallest input, languages, time limit, beginners' mistakes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from storybot.check.checker import CheckFailed, check
from storybot.check.messages import notebook_language
from storybot.check.timeout import TimeLimitError, call_with_limit
from storybot.languages import LANGUAGES
from storybot.ui_strings import load_ui_strings


def message(function: object, **options: float) -> str:
    with pytest.raises(CheckFailed) as failed:
        check(function, **options)  # type: ignore[arg-type]
    return str(failed.value)


def test_the_smallest_failing_input_is_shown() -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        return list(ids)

    text = message(merge_pair)
    assert "merge_pair([0, 0], (0, 0), 9)" in text
    assert "expected  [9]" in text
    assert "got       [0, 0]" in text


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

    start = time.monotonic()
    assert "did not finish within 3 seconds" in message(merge_pair)
    assert time.monotonic() - start < 15


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


def test_prints_in_the_learners_function_do_not_flood(capsys: pytest.CaptureFixture[str]) -> None:
    def merge_pair(ids, pair, new_id):  # type: ignore[no-untyped-def]
        from storybot.bpe_basics import merge_pair as right

        print("debugging", ids)
        return right(ids, pair, new_id)

    check(merge_pair)
    assert capsys.readouterr().out == "✓ merge_pair\n"


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
    assert load_ui_strings(language)["check"]["wrong"].format(name="merge_pair") in message(merge_pair)


def test_the_setting_wins_and_english_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STORYBOT_LANG", raising=False)
    assert notebook_language() == "en"
    monkeypatch.setenv("STORYBOT_LANG", "ko")
    assert notebook_language() == "ko"


def test_a_notebook_shows_the_message_alone() -> None:
    assert CheckFailed("two\nlines")._render_traceback_() == ["two\nlines"]
