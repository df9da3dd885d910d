"""The report card of a run: `make_report("run")` writes `report.html` and, beside it, `report.md`."""

from __future__ import annotations

from pathlib import Path

from storybot.atomic import write_atomically
from storybot.evaluation.belongs import check_vocab_size
from storybot.evaluation.core.evaluate import model_fingerprint
from storybot.evaluation.generation.generator import Generator
from storybot.evaluation.report.document import Report
from storybot.evaluation.report.html import page
from storybot.evaluation.report.markdown import markdown
from storybot.evaluation.report.measurements import generation_speed, held_out_bpb, language_scores, read_core
from storybot.evaluation.report.sections import (
    about_section,
    again_section,
    bpb_section,
    core_section,
    curve_section,
    glance_section,
    speed_section,
    story_section,
)
from storybot.files import FilePath
from storybot.training_loop.checkpoint import latest_valid_checkpoint
from storybot.training_loop.run_folder import load_model, read_run
from storybot.training_loop.run_log import read_log


def make_report(
    folder: FilePath, out: FilePath | None = None, *, batches: int = 20, stories: int = 20, samples: int = 3
) -> Path:
    """Measure the newest good checkpoint of a run, and write the page and its Markdown; gives the page's path.

    `batches` of the validation shard, `stories` held out in each language, `samples` that the model tells.
    """
    target = Path(out) if out is not None else Path(folder) / "report.html"
    if target.suffix != ".html":
        raise ValueError(f"a report is a page: give a name that ends in .html, not {target.name}")
    config, corpus = read_run(folder)
    check_vocab_size(config.model, corpus.tokenizer)
    model, _ = load_model(folder)
    checkpoint, _ = latest_valid_checkpoint(folder)
    assert checkpoint is not None  # load_model has found it
    records, core = read_log(folder), read_core(Path(folder) / "core.json")
    same = core is None or core.get("model") == model_fingerprint(
        model, corpus.tokenizer
    )  # training may have gone on since
    generator = Generator(model, corpus.tokenizer)
    validation, speed = held_out_bpb(model, corpus, batches), generation_speed(generator)
    made = Report(
        f"Report card of {Path(folder).resolve().name}",
        [
            glance_section(model, validation, core if same else None, speed),
            about_section(model, config, len(corpus.tokenizer), checkpoint.name),
            curve_section(records),
            bpb_section(language_scores(model, corpus.tokenizer, stories), validation, stories, batches),
            core_section(core, same),
            story_section(generator, corpus, samples),
            speed_section(records, speed),
            again_section(config, corpus, Path(folder)),
        ],
    )
    write_atomically(target, page(made))
    write_atomically(target.with_suffix(".md"), markdown(made))
    return target
