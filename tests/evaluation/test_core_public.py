"""The public bundle of 22 tasks, where it is at hand: it is read whole, asked alike by both evaluators, and centred
as the published scores of GPT-2 are.
"""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from storybot.bpe_basics import Tokenizer
from storybot.evaluation.core.bundle import Bundle, read_bundle
from storybot.evaluation.core.evaluate import evaluate_task
from storybot.evaluation.core.metric import centered_accuracy, core_score
from storybot.evaluation.core.scoring_reference import predict_choices_reference
from storybot.model.gpt import GPT
from storybot.special_tokens import END
from tests.conftest import DATA

SHORT = ("copa", "winograd", "winogrande", "openbook_qa", "bigbench_qa_wikidata", "commonsense_qa", "piqa")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    archive = DATA / "eval_core.tar.xz"
    if not archive.exists():
        pytest.skip(f"no public tasks {archive} (set STORYBOT_DATA to the folder that has them)")
    target = tmp_path_factory.mktemp("public")
    with tarfile.open(archive) as file:
        file.extractall(target, filter="data")
    return target / "eval_core"


@pytest.fixture(scope="module")
def bundle(folder: Path) -> Bundle:
    return read_bundle(folder, "core_offline.yaml")


def test_all_22_tasks_are_read(bundle: Bundle) -> None:
    assert len(bundle.tasks) == 22
    assert sum(len(task.items) for task in bundle.tasks) > 80_000
    by_label = {task.label: task for task in bundle.tasks}
    assert (by_label["arc_easy"].shots, by_label["arc_easy"].delimiter) == (10, "\nAnswer: ")
    assert (by_label["boolq"].baseline, by_label["lambada_openai"].delimiter) == (62.0, " ")


def test_a_missing_file_is_named(folder: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"task squad: there is no file .*squad\.jsonl"):
        read_bundle(folder, "core.yaml")


@pytest.mark.parametrize("label", SHORT)
def test_the_choices_are_the_plain_ones(bundle: Bundle, label: str, random_model: Callable[..., GPT]) -> None:
    task = next(task for task in bundle.tasks if task.label == label)
    model = random_model(seed=7, seq_len=700, width=32, depth=2)
    tokenizer = Tokenizer([], [END])
    n = task.shots + 4
    result = evaluate_task(model, tokenizer, task, max_per_task=n)
    assert result.choices == predict_choices_reference(model, tokenizer, task, n)


@pytest.mark.parametrize("size", ["", "-medium", "-large", "-xl"])
def test_published_scores_are_centred_alike(folder: Path, bundle: Bundle, size: str) -> None:
    baselines = {task.label: task.baseline for task in bundle.tasks}
    lines = (folder / f"openai-community-gpt2{size}.csv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [[cell.strip() for cell in line.split(",")] for line in lines]
    centered = {label: centered_accuracy(float(accuracy), baselines[label]) for label, accuracy, _ in rows[:-1]}
    assert centered == {label: pytest.approx(float(value), abs=2e-6) for label, _, value in rows[:-1]}
    assert rows[-1][0] == "CORE"
    assert core_score(centered.values()) == pytest.approx(float(rows[-1][2]), abs=2e-6)
