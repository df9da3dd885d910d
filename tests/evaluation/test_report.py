"""The report card: one page that needs nothing else, the same numbers as Markdown, and clear errors."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from storybot.cli import main
from storybot.evaluation.bpb import batches_from_texts, evaluate_bpb, token_bytes
from storybot.evaluation.core.evaluate import model_fingerprint
from storybot.evaluation.core.results_file import CoreScores, TaskScore, read_scores, write_scores
from storybot.evaluation.report.build import make_report
from storybot.evaluation.report.document import Command, Figure, Paragraph, Part, Report, Section, Stats, Story, Table
from storybot.evaluation.report.figures import bar_figure, loss_figure
from storybot.evaluation.report.html import page
from storybot.evaluation.report.markdown import fenced, markdown
from storybot.evaluation.report.measurements import HELD_OUT, language_scores, score_texts, validation_bpb
from storybot.evaluation.report.sections import core_section, loss_section, reproduce_command
from storybot.languages import LANGUAGES
from storybot.optimized_merges import FastTokenizer
from storybot.stories import make_stories
from storybot.training_loop.runs.run_folder import load_model, read_run, read_run_file
from tests.evaluation.conftest import Make

TASK = TaskScore(accuracy=0.5, centered=1 / 3, baseline=25, n=48, shots=0)
NASTY = "<script>alert('&')</script> ```` | *a*"


def scores(model: str = "x", score: float | None = 0.3333) -> CoreScores:
    return CoreScores("core.yaml <x>", "v1", model, None, {"next_sentence": TASK, "a|b": TASK}, score)


@pytest.fixture(scope="module")
def reported(finished_run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the run with scores of CORE, and its report."""
    folder = tmp_path_factory.mktemp("reported") / "run <1> & co"
    shutil.copytree(finished_run, folder)
    write_scores(folder / "core.json", scores(model_fingerprint(*load_model(folder))))
    assert make_report(folder, batches=2, stories=2) == folder / "report.html"
    return folder


class Tags(HTMLParser):
    VOID = {"meta", "br", "link", "img"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing(reported: Path) -> None:
    text = (reported / "report.html").read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.seen.count("svg") == 4  # loss, bits per byte, compression, CORE
    assert not {"script", "link", "img", "iframe"} & set(tags.seen)
    assert all(link and link.startswith("#") for link in tags.links)
    assert "@import" not in text
    assert "url(" not in re.sub(r"url\(#\w+\)", "", text)
    assert "prefers-color-scheme: dark" in text
    assert "<title>Report card of run &lt;1&gt; &amp; co</title>" in text


def test_page_and_markdown_say_the_same(reported: Path) -> None:
    html, md = (
        (reported / name).read_text(encoding="utf-8").replace("\\", "") for name in ("report.html", "report.md")
    )
    for title in (
        "At a glance",
        "The model",
        "Loss",
        "Bits per byte and compression",
        "Tasks against chance",
        "Stories",
        "Speed",
        "Reproduce",
    ):
        assert f"<h2>{title}</h2>" in html
        assert f"## {title}\n" in md
    for cell in ("next_sentence", "0.250", "en English", "zh 简体中文", "generation, one story", "torch"):
        assert f"<td>{cell}</td>" in html
        assert f"| {cell} |" in md
    assert "story score 0.3333; 0 is chance" in md
    assert "<dt>story score (0 chance, 1 perfect)</dt><dd>0.333</dd>" in html
    assert "- **0.333** story score (0 chance, 1 perfect)" in md
    assert md.count("```text\n") == 4  # three stories and a command
    numbers = re.findall(r"\| (?:en|ja|ko|zh) \S+ \| ([\d.]+) \| ([\d.]+) \|", md)
    assert len(numbers) == 4
    assert all(f"<td>{bpb}</td><td>{size}</td>" in html for bpb, size in numbers)


def test_the_numbers_are_those_of_the_model(reported: Path) -> None:
    model, tokenizer = load_model(reported)
    corpus = read_run(reported)[1]
    md = (reported / "report.md").read_text(encoding="utf-8")
    assert f"validation shard: {validation_bpb(model, corpus, 2):.4f} bits per byte" in md
    scores = language_scores(model, tokenizer, 2)
    assert [score.language for score in scores] == list(LANGUAGES)
    texts = list(make_stories("ja", 2, HELD_OUT))
    sizes = token_bytes(tokenizer)
    expected = evaluate_bpb(model, batches_from_texts(texts, tokenizer, 1, 64), sizes)
    assert scores[1].bits_per_byte == pytest.approx(expected, rel=1e-6)
    n_tokens = sum(len(tokenizer.encode(text)) for text in texts)
    assert scores[1].bytes_per_token == sum(len(text.encode()) for text in texts) / n_tokens
    assert scores[1].bytes_per_token < 1.5 < scores[2].bytes_per_token  # a tokenizer of Korean stories


@pytest.mark.parametrize(("rows", "seq_len"), [(1, 7), (3, 5), (50, 100)])
def test_every_byte_of_the_texts_is_asked_once(story_tokenizer: FastTokenizer, rows: int, seq_len: int) -> None:
    texts = ["", *make_stories("zh", 1), "a"]
    sizes, end = token_bytes(story_tokenizer), story_tokenizer.special_tokens["<|endoftext|>"]
    batches = list(batches_from_texts(texts, story_tokenizer, rows, seq_len))
    asked = [i for _, targets in batches for i in targets.flatten().tolist()]
    kept = [i for i in asked if i >= 0]
    assert int(sizes[kept].sum()) == sum(len(text.encode()) for text in texts)
    given = [i for inputs, _ in batches for i in inputs.flatten().tolist()]
    assert given[: len(kept)] == [end, *kept[:-1]]
    assert set(asked[len(kept) :]) <= {-1}
    assert all(inputs.shape[0] <= rows and inputs.shape[1] == seq_len for inputs, _ in batches)
    assert list(batches_from_texts([], story_tokenizer, rows, seq_len)) == []


def test_a_run_without_its_shards(finished_run: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished_run, folder)
    body = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(body | {"shards": str(tmp_path / "gone")}))
    make_report(folder, tmp_path / "card.html", stories=1, samples=1)
    text = (tmp_path / "card.md").read_text(encoding="utf-8")
    assert "its shards are not where they were" in text
    assert "own validation text" not in text
    assert "Not measured yet: python -m storybot eval core" in text
    assert not (folder / "report.html").exists()


def test_scores_of_another_checkpoint_are_said_to_be_so(finished_run: Path, tmp_path: Path, reported: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished_run, folder)
    write_scores(folder / "core.json", scores("another"))
    make_report(folder, stories=1, samples=1, batches=1)
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "scores of another checkpoint" in text
    assert "**0.333**" not in text
    assert "another checkpoint" not in (reported / "report.md").read_text(encoding="utf-8")


def test_nothing_is_written_when_something_is_wrong(finished_run: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no run\.json in"):
        make_report(tmp_path)
    with pytest.raises(ValueError, match=r"give a name that ends in \.html, not card\.md"):
        make_report(finished_run, tmp_path / "card.md")
    folder = tmp_path / "run"
    shutil.copytree(finished_run, folder)
    (folder / "core.json").write_text('{"tasks": 3}')
    with pytest.raises(ValueError, match=r"core\.json is not a storybot core scores file"):
        make_report(folder, stories=1)
    shutil.rmtree(folder / "checkpoints")
    with pytest.raises(FileNotFoundError, match="there is no valid checkpoint in"):
        make_report(folder)
    body = json.loads((folder / "run.json").read_text())
    body["config"]["model"]["vocab_size"] = 280
    (folder / "run.json").write_text(json.dumps(body))
    with pytest.raises(ValueError, match="the tokenizer has 300 tokens, but the model knows 280"):
        make_report(folder)
    assert not list(folder.glob("report.*"))


def test_words_cannot_break_out() -> None:
    parts: list[Part] = [
        Paragraph(NASTY),
        Table([NASTY, "n"], [(NASTY, "1")]),
        Story(NASTY),
        Command(NASTY),
        Stats([(NASTY, NASTY)]),
    ]
    report = Report(NASTY, [Section(NASTY, parts)])
    html, md = page(report), markdown(report)
    assert "<script" not in html
    assert html.count("&lt;script&gt;") == 10
    table = [line for line in md.splitlines() if line.startswith("| ")]
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 3 for line in table)
    assert re.search(r"^`````text\n.*\n`````$", md, re.M)
    assert fenced("a") == "```text\na\n```"
    assert "&quot;&gt;" in page(Report("", [Section("", [Figure("<svg></svg>", '">')])]))


def test_pictures_are_the_same_for_the_same_numbers() -> None:
    records = [{"step": n, "loss": 5 / n} for n in range(1, 30)] + [{"step": 29, "validation": 1.0}]
    assert loss_figure(records) == loss_figure(records)
    assert bar_figure(["이야기", "a$b$"], [0.5, 0.7], "accuracy", [0.25, 0.5]).startswith("<svg")
    assert "이야기" in bar_figure(["이야기"], [0.5], "accuracy")


def test_what_is_not_there_is_said() -> None:
    assert loss_section([]).parts == [Paragraph("The log has no step yet.")]
    first = core_section(scores(score=None)).parts[0]
    assert isinstance(first, Paragraph)
    assert "not all tasks are done" in first.text
    assert read_scores(Path("nowhere")) is None


@pytest.mark.parametrize("own_data", [True, False], ids=["shards", "stories"])
def test_the_command_makes_the_run_again(
    own_data: bool, finished_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = finished_run
    if not own_data:
        run = tmp_path / "run"
        sizes = ["--depth", "1", "--seq-len", "32", "--device-batch", "2", "--total-batch", "64", "--steps", "3"]
        assert main(["train", "--lang", "ja", "--plots", "2", *sizes, "--out", str(run)]) == 0
    words = reproduce_command(read_run_file(run), run).split()[3:]
    assert (str(run) in " ".join(words)) == own_data, "stories need no path of this machine"
    words[words.index("--out") + 1] = str(tmp_path / "again")
    assert main(words) == 0
    one, two = (load_model(folder)[0].state_dict() for folder in (run, tmp_path / "again"))
    assert all(one[name].equal(two[name]) for name in one)


def test_score_of_given_texts(random_model: Make, story_tokenizer: FastTokenizer) -> None:
    model = random_model(vocab=600)
    bpb, size = score_texts(model, story_tokenizer, ["ab", "c d"])
    assert bpb > 1
    assert size == 5 / sum(len(story_tokenizer.encode(text)) for text in ("ab", "c d"))
