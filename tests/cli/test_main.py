"""The command line as a whole: version, help, debug, interruptions."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

import storybot
from storybot.cli.main import build_parser, main, run_command


def leaf_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Every command with its actions, by its words."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, sub in action.choices.items():
                inner = leaf_parsers(sub)
                found |= {f"{name} {words}": one for words, one in inner.items()} or {name: sub}
    return found


def test_the_commands() -> None:
    assert sorted(leaf_parsers(build_parser())) == [
        "data download", "data shard", "data stories", "data tokenize", "doctor", "eval bpb", "eval core", "plot",
        "progress",
        "report", "sample", "tokenizer compare", "tokenizer count", "tokenizer decode", "tokenizer encode",
        "tokenizer export", "tokenizer train", "train",
    ]  # fmt: skip
    for words, parser in leaf_parsers(build_parser()).items():
        assert callable(parser.get_default("run")), words


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"storybot {storybot.__version__}\n"


@pytest.mark.parametrize("position", ["first", "last"])
def test_debug_shows_the_traceback(position: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["sample", str(tmp_path / "nowhere")]
    assert main(command) == 2
    without = capsys.readouterr().err
    assert "Traceback" not in without
    assert main(["--debug", *command] if position == "first" else [*command, "--debug"]) == 2
    shown = capsys.readouterr().err
    assert "Traceback" in shown
    assert shown.endswith(without), "and the same clear line after it"


def interrupt(_args: argparse.Namespace) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["tokenizer", "train", "a.txt", "--vocab-size", "300"], "no file was changed"),
        (["data", "stories", "--out", "s.txt"], "no file was changed"),
        (["data", "download", "tinystories"], "run the same command again to resume"),
        (["data", "tokenize", "s", "--tokenizer", "t", "--out", "tokens"], "what is complete stays in tokens"),
        (["data", "shard", "a.txt", "--out", "shards"], "may stay in shards"),
        (["train", "--out", "my run"], "checkpoints stay in my run; resume with: storybot train --out my run"),
        (["eval", "core", "run"], "finished tasks are in run/core.json; the same command continues after the last one"),
    ],
)
def test_an_interruption_says_what_stays(command: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    args = build_parser().parse_args(command)
    args.run = interrupt
    assert run_command(args) == 130
    assert message in capsys.readouterr().err


def test_an_error_of_ours_is_not_hidden() -> None:
    def fail(_args: argparse.Namespace) -> None:
        raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        run_command(argparse.Namespace(run=fail))


@pytest.mark.parametrize(
    ("chosen", "counts"),
    [({}, "2000 None"), ({"GOMP_SPINCOUNT": "7"}, "7 None"), ({"OMP_WAIT_POLICY": "ACTIVE"}, "None ACTIVE")],
)
def test_waiting_threads_soon_sleep(chosen: dict[str, str], counts: str) -> None:
    """The setting must be there before torch starts its threads; one that the user made is kept."""
    command = "main(['data', 'stories', '--n', '1'])"
    values = "print(os.environ.get('GOMP_SPINCOUNT'), os.environ.get('OMP_WAIT_POLICY'))"
    code = f"import os; from storybot.cli import main; {command}; {values}"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=inherited | chosen)
    assert done.stdout.splitlines()[-1] == counts
