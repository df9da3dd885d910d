"""The report card of a run: `make_report("run")` writes `report.html` and, beside it, `report.md`."""

from __future__ import annotations

from pathlib import Path

from storybot.atomic import write_atomically
from storybot.evaluation.core.evaluate import model_fingerprint
from storybot.evaluation.core.results_file import CORE_FILE, read_scores
from storybot.evaluation.generation.generator import Generator
from storybot.evaluation.report.document import Report
from storybot.evaluation.report.html import page
from storybot.evaluation.report.markdown import markdown
from storybot.evaluation.report.measurements import generation_speed, held_out_bpb, language_scores
from storybot.evaluation.report.sections import (
    bpb_section,
    core_section,
    loss_section,
    model_section,
    reproduce_section,
    samples_section,
    speed_section,
    summary_section,
)
from storybot.files import FilePath
from storybot.model.config import check_vocab_size
from storybot.training_loop.runs.run_folder import load_run
from storybot.training_loop.runs.run_log import read_log


def make_report(
    folder: FilePath, out: FilePath | None = None, *, batches: int = 20, stories: int = 20, samples: int = 3
) -> Path:
    """Measure the newest good checkpoint of a run, and write the page and its Markdown; gives the page's path.

    `batches` of the validation shard, `stories` held out in each language, `samples` that the model tells.
    """
    target = Path(out) if out is not None else Path(folder) / "report.html"
    if target.suffix != ".html":
        raise ValueError(f"a report is a page: give a name that ends in .html, not {target.name}")
    run = load_run(folder)
    config, corpus, model = run.config, run.corpus, run.model
    check_vocab_size(config.model, corpus.tokenizer)
    records, scores = read_log(folder), read_scores(Path(folder) / CORE_FILE)
    same = scores is None or scores.model == model_fingerprint(model, corpus.tokenizer)  # or training went on since
    generator = Generator(model, corpus.tokenizer)
    validation, speed = held_out_bpb(model, corpus, batches), generation_speed(generator)
    made = Report(
        f"Report card of {Path(folder).resolve().name}",
        [
            summary_section(model, validation, scores if same else None, speed),
            model_section(model, config, len(corpus.tokenizer), run.checkpoint.path.name),
            loss_section(records),
            bpb_section(language_scores(model, corpus.tokenizer, stories), validation, stories, batches),
            core_section(scores, same),
            samples_section(generator, corpus, samples),
            speed_section(records, speed),
            reproduce_section(config, corpus, Path(folder)),
        ],
    )
    write_atomically(target, page(made))
    write_atomically(target.with_suffix(".md"), markdown(made))
    return target
