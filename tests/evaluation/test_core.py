"""CORE: the fast scorer chooses as the reference does, with less work, and resumes where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from storybot.bpe_basics import Tokenizer
from storybot.evaluation.core import evaluate as evaluate_module
from storybot.evaluation.core.bundle import Bundle, read_bundle
from storybot.evaluation.core.evaluate import evaluate_core, evaluate_task
from storybot.evaluation.core.metric import baseline_for, centered_accuracy
from storybot.evaluation.core.prompts import EncodedItem
from storybot.evaluation.core.results_file import read_scores
from storybot.evaluation.core.scoring import predict_choices
from storybot.evaluation.core.scoring_reference import predict_choice_reference, predict_choices_reference
from storybot.evaluation.core.tasks import NO_MATCH, Item, Task
from storybot.model.gpt import GPT
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END
from storybot.training_loop.strategy import Strategy

Make = Callable[..., GPT]
OURS = read_bundle()


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> FastTokenizer:
    """Trained on the tasks of all four languages, so that most prompts are short."""
    folder = tmp_path_factory.mktemp("tokenizer")
    texts = [text for task in OURS.tasks for item in task.items[:20] for text in (*item.contexts, *item.endings)]
    (folder / "text.txt").write_text("\n".join(texts), encoding="utf-8")
    train_bpe(folder / "text.txt", 1500, special_tokens=[END], progress=False).save(folder / "tokenizer.json")
    return FastTokenizer.load(folder / "tokenizer.json")


@pytest.fixture
def pets() -> Bundle:
    """Three small tasks of tokens that are bytes."""
    names = ["cat", "dog", "cow", "hen", "pig", "fox"]
    multiple = [Item((f"The {name}",), ("sleeps.", "sings a song.", "is"), i % 3) for i, name in enumerate(names)]
    schema = [Item((f"The {name}", f"A small {name}"), ("was here.",), i % 2) for i, name in enumerate(names)]
    modeling = [Item((f"The {name} is a",), (name,)) for name in names]
    return Bundle(
        "pets",
        [
            Task("multiple", "multiple_choice", multiple, 2, baseline=25.0),
            Task("schema", "schema", schema, 0, baseline=50.0),
            Task("modeling", "language_modeling", modeling, 1),
        ],
    )


BYTES = Tokenizer([], [END])


@pytest.mark.parametrize("task", OURS.tasks, ids=lambda task: task.label)
def test_the_choices_are_the_plain_ones(task: Task, tokenizer: FastTokenizer, random_model: Make) -> None:
    model = random_model(seed=3, vocab=1757, seq_len=384, width=64, kv_heads=2)
    result = evaluate_task(model, tokenizer, task, max_per_task=16)
    assert result.choices == predict_choices_reference(model, tokenizer, task, 16)
    assert (result.n, len(result.choices)) == (16, 16)


@pytest.mark.parametrize("batch_tokens", [1, 100, 10_000])
def test_the_size_of_a_batch_changes_nothing(pets: Bundle, random_model: Make, batch_tokens: int) -> None:
    model = random_model(seq_len=128)
    for task in pets.tasks:
        result = evaluate_task(model, BYTES, task, batch_tokens=batch_tokens)
        assert result.choices == predict_choices_reference(model, BYTES, task)
        assert result.truncated == 0


def test_truncated_items_are_counted_and_chosen_alike(pets: Bundle, random_model: Make) -> None:
    model = random_model(seq_len=40)
    task = pets.tasks[0]
    result = evaluate_task(model, BYTES, task)
    assert result.truncated == 6
    assert result.choices == predict_choices_reference(model, BYTES, task)


def test_language_modelling_must_match_every_token(random_model: Make) -> None:
    """The model's own words are right; with another last token they are wrong."""
    model = random_model(seed=5)
    row = [256, 1, 2, 3]
    with torch.no_grad():
        for _ in range(3):
            row.append(int(model(torch.tensor([row]))[0, -1].argmax()))
    other = [*row[:-1], (row[-1] + 1) % 256]
    questions = [EncodedItem([row], [4]), EncodedItem([other], [4]), EncodedItem([other], [3]), EncodedItem([row], [6])]
    expected = [0, NO_MATCH, NO_MATCH, 0]
    assert predict_choices(model, questions, "language_modeling") == expected
    assert [predict_choice_reference(model, question, "language_modeling") for question in questions] == expected


def test_the_first_of_equal_options_wins(random_model: Make) -> None:
    model = random_model()
    rows = [[256, 9, 8, 7], [256, 9, 8, 7], [256, 9, 8, 7]]
    assert predict_choices(model, [EncodedItem(rows, [3, 3, 3])], "multiple_choice") == [0]
    assert predict_choice_reference(model, EncodedItem(rows, [3, 3, 3]), "multiple_choice") == 0


def work(model: GPT, questions: list[EncodedItem]) -> tuple[int, int]:
    """Tokens that went through the model, and places at which logits were made."""
    seen = [0, 0]

    def count(which: int) -> Callable[..., None]:
        def hook(_module: Any, _inputs: Any, output: torch.Tensor) -> None:
            seen[which] += output.shape[:-1].numel()

        return hook

    hooks = [model.embedding.register_forward_hook(count(0)), model.head.register_forward_hook(count(1))]
    predict_choices(model, questions, "multiple_choice")
    for hook in hooks:
        hook.remove()
    return seen[0], seen[1]


def test_a_shared_beginning_goes_through_the_model_once(random_model: Make) -> None:
    model = random_model(seq_len=512)
    shared = [i % 250 for i in range(300)]
    rows = [[*shared, 1, 2, 3], [*shared, 4, 5, 6], [*shared, 7, 8, 9]]
    tokens, logits = work(model, [EncodedItem(rows, [300] * 3)])
    assert tokens == 299 + 3 * 3, "the last shared token predicts the first of each option"
    assert logits == 3 * 3


def test_options_of_one_token_are_one_row(random_model: Make) -> None:
    rows = [[256, 1, 2, 3, answer] for answer in range(4)]
    assert work(random_model(), [EncodedItem(rows, [4] * 4)]) == (4, 4)


def test_short_rows_share_a_batch(random_model: Make) -> None:
    model = random_model()
    questions = [EncodedItem([[256, i, 2, 3], [256, i, 4, 5]], [2, 2]) for i in range(20)]
    calls = []
    hook = model.embedding.register_forward_hook(lambda *_: calls.append(1))
    predict_choices(model, questions, "multiple_choice", batch_tokens=60)
    hook.remove()
    assert len(calls) == 2, "40 rows of 3 tokens, 20 at once"


class Part(Strategy):
    """One of several processes that are asked one after another: `all_reduce_sum` adds what the earlier ones gave."""

    def __init__(self, rank: int, size: int, before: list[torch.Tensor]) -> None:
        self.rank, self.size, self.before = rank, size, before

    def all_reduce_sum(self, value: torch.Tensor) -> torch.Tensor:
        self.before.append(value)
        return torch.stack(self.before).sum(0)


@pytest.mark.parametrize("size", [2, 5, 9])
def test_ranks_share_the_items(pets: Bundle, random_model: Make, size: int) -> None:
    """With 9 ranks for 6 items, some have nothing to do."""
    model = random_model(seq_len=128)
    for task in pets.tasks:
        before: list[torch.Tensor] = []
        results = [evaluate_task(model, BYTES, task, strategy=Part(rank, size, before)) for rank in range(size)]
        assert results[-1] == evaluate_task(model, BYTES, task)
        assert before[0][0].count_nonzero() <= -(-6 // size), "a rank answers its own items only"


def test_scores_are_written_and_resumed(
    pets: Bundle, random_model: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = random_model(seq_len=128)
    finished: list[str] = []
    whole = evaluate_core(model, BYTES, pets, tmp_path / "a", on_task=lambda label, _: finished.append(label))
    assert finished == ["multiple", "schema", "modeling"]
    assert read_scores(tmp_path / "a/core.json") == whole
    first = whole.tasks["multiple"]
    assert first.centered == centered_accuracy(first.accuracy, 25)
    assert whole.score == pytest.approx(sum(one.centered for one in whole.tasks.values()) / 3)

    asked: list[str] = []

    def stops(*arguments: Any, **options: Any) -> Any:
        asked.append(arguments[2].label)
        if asked == ["multiple", "schema"]:
            raise KeyboardInterrupt
        return evaluate_task(*arguments, **options)

    monkeypatch.setattr(evaluate_module, "evaluate_task", stops)
    with pytest.raises(KeyboardInterrupt):
        evaluate_core(model, BYTES, pets, tmp_path / "b")
    half = read_scores(tmp_path / "b/core.json")
    assert half is not None
    assert (list(half.tasks), half.score) == (["multiple"], None)
    assert evaluate_core(model, BYTES, pets, tmp_path / "b") == whole
    assert evaluate_core(model, BYTES, pets, tmp_path / "b") == whole
    assert asked == ["multiple", "schema", "schema", "modeling"], "nothing twice that was done"
    assert read_scores(tmp_path / "b/core.json") == whole


def test_scores_of_something_else_are_refused(pets: Bundle, random_model: Make, tmp_path: Path) -> None:
    model = random_model(seq_len=128)
    evaluate_core(model, BYTES, pets, tmp_path, max_per_task=4)
    for changed, what in (
        ({"max_per_task": 5}, "max_per_task 4, not 5"),
        ({"max_per_task": 4, "baselines": "v2"}, "baselines 'v1', not 'v2'"),
    ):
        with pytest.raises(ValueError, match=rf"core.json has scores of something else: {what}; .*--fresh"):
            evaluate_core(model, BYTES, pets, tmp_path, **changed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="something else: model"):
        evaluate_core(random_model(seed=1, seq_len=128), BYTES, pets, tmp_path, max_per_task=4)
    with pytest.raises(ValueError, match="something else: bundle 'pets', not 'toys'"):
        evaluate_core(model, BYTES, Bundle("toys", pets.tasks), tmp_path, max_per_task=4)
    fresh = evaluate_core(model, BYTES, pets, tmp_path, max_per_task=5, fresh=True)
    assert read_scores(tmp_path / "core.json") == fresh
    (tmp_path / "core.json").write_text("{")
    with pytest.raises(ValueError, match=r"core.json is not a complete JSON file .*--fresh"):
        evaluate_core(model, BYTES, pets, tmp_path)


def test_other_ranks_learn_what_the_first_found(pets: Bundle, random_model: Make, tmp_path: Path) -> None:
    """They do not read the file, which may lie on another machine, and stop with the first."""
    model = random_model(seq_len=128)
    whole = evaluate_core(model, BYTES, pets, tmp_path)
    before: list[torch.Tensor] = []
    assert evaluate_core(model, BYTES, pets, tmp_path, strategy=Part(0, 2, before)) == whole
    assert evaluate_core(model, BYTES, pets, tmp_path / "elsewhere", strategy=Part(1, 2, before)) == whole
    before.clear()
    with pytest.raises(ValueError, match="something else"):
        evaluate_core(model, BYTES, pets, tmp_path, baselines="v2", strategy=Part(0, 2, before))
    with pytest.raises(ValueError, match="rank 0 cannot continue with"):
        evaluate_core(model, BYTES, pets, tmp_path, baselines="v2", strategy=Part(1, 2, before))


def test_mistakes_show_before_any_work(pets: Bundle, random_model: Make, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="do not belong together"):
        evaluate_core(random_model(vocab=256), BYTES, pets, tmp_path)
    with pytest.raises(ValueError, match="do not belong together"):
        evaluate_task(random_model(vocab=256), BYTES, pets.tasks[0])
    with pytest.raises(ValueError, match="no baselines 'v3'; there are v1, v2"):
        evaluate_core(random_model(), BYTES, pets, tmp_path, baselines="v3")
    with pytest.raises(ValueError, match="task multiple: 2 items are too few to show 2"):
        evaluate_core(random_model(), BYTES, pets, tmp_path, max_per_task=2)
    assert not list(tmp_path.iterdir())


def test_the_corrected_baselines_change_three_tasks() -> None:
    labels = ["commonsense_qa", "bigbench_language_identification", "agi_eval_lsat_ar", "boolq", "copa"]
    assert [baseline_for(label, 9.0, "v2") for label in labels] == [40.3, 25.0, 25.0, 9.0, 9.0]
    assert [baseline_for(label, 9.0) for label in labels] == [9.0] * 5
