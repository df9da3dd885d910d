"""The folder of a run: what was decided at its start is written there, and everything is read back from there.

run/run.json        the config, where the shards are, how the stories were made
    tokenizer.json
    data/           the shards, if they are the course's stories
    log.jsonl       what happened, step by step
    checkpoints/
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from storybot.data_pipeline.loader import Packing
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.json_file import WrongFormatError, explain_damage, read_json_file, write_json_file
from storybot.model.config import check_vocab_size
from storybot.model.gpt import GPT, init_model
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.data import Corpus
from storybot.training_loop.runs.checkpoint import Checkpoint, latest_valid_checkpoint
from storybot.training_loop.train_config import TrainConfig

FORMAT, VERSION = "storybot run", 1
RUN_FILE = "run.json"


@dataclass(frozen=True)
class StoryOptions:
    """Which of the course's stories a run is trained on; the names are those of the options of `storybot train`."""

    lang: str
    cast: int | None = None
    plots: int | None = None


@dataclass(frozen=True)
class RunFile:
    """The content of `run.json`."""

    config: TrainConfig
    shards: Path
    tokenizer: str  # its fingerprint
    preset: str | None = None  # None: started from Python
    minutes: float | None = None  # that the steps were planned for; None: the steps were given
    stories: StoryOptions | None = None  # None: the shards are the reader's own
    packing: Packing = "stream"  # of documents into rows


def write_run(
    folder: FilePath,
    config: TrainConfig,
    corpus: Corpus,
    stories: StoryOptions | None = None,
    *,
    preset: str | None = None,
    minutes: float | None = None,
) -> None:
    """Write `run.json` and the tokenizer: a run can then be resumed and sampled from its folder alone."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    corpus.tokenizer.save(target / "tokenizer.json")
    fields = {
        "config": config.as_dict(), "shards": str(corpus.shards.resolve()),
        "tokenizer": tokenizer_fingerprint(corpus.tokenizer), "preset": preset, "minutes": minutes,
        "stories": None if stories is None else asdict(stories), "packing": corpus.packing,
    }  # fmt: skip
    write_json_file(target / RUN_FILE, FORMAT, VERSION, fields)


def read_run_file(folder: FilePath) -> RunFile:
    """What `write_run` has written to `run.json`."""
    path = Path(folder) / RUN_FILE
    if not path.exists():
        raise FileNotFoundError(f"there is no {RUN_FILE} in {folder}: give the folder of a run")
    try:
        fields = read_json_file(path, FORMAT, VERSION, required=("config", "shards", "tokenizer"))
    except WrongFormatError as problem:
        raise WrongFormatError(
            f"{problem} (if it is a run of an older storybot, train it again: its checkpoints cannot be converted)"
        ) from None
    with explain_damage(path, FORMAT):
        stories = fields.get("stories")
        return RunFile(
            config=TrainConfig.from_dict(fields["config"]),
            shards=Path(fields["shards"]),
            tokenizer=str(fields["tokenizer"]),
            preset=fields.get("preset"),
            minutes=fields.get("minutes"),
            stories=None if stories is None else StoryOptions(**stories),
            packing=fields.get("packing", "stream"),
        )


def read_run(folder: FilePath) -> tuple[TrainConfig, Corpus]:
    """The config of a run, and its shards and tokenizer."""
    run = read_run_file(folder)
    tokenizer = FastTokenizer.load(Path(folder) / "tokenizer.json")
    if tokenizer_fingerprint(tokenizer) != run.tokenizer:
        raise ValueError(
            f"{folder}: tokenizer.json is not the tokenizer that the run was started with; "
            "put the right one back, or train again"
        )
    return run.config, Corpus(run.shards, tokenizer, run.packing)


@dataclass(frozen=True)
class LoadedRun:
    """A run with the model of its newest valid checkpoint."""

    config: TrainConfig
    corpus: Corpus
    checkpoint: Checkpoint
    model: GPT
    warning: str = ""  # says so if newer checkpoints are damaged


def load_run(folder: FilePath) -> LoadedRun:
    """Read a run and its newest valid checkpoint, once. A damaged newer one is mentioned on stderr, not hidden."""
    config, corpus = read_run(folder)
    check_vocab_size(config.model, corpus.tokenizer)  # before the weights, whose shapes would not fit either
    checkpoint, problems = latest_valid_checkpoint(folder)
    if checkpoint is None:
        raise FileNotFoundError(f"there is no valid checkpoint in {folder}" + "".join(f"; {p}" for p in problems))
    warning = ""
    if problems:
        warning = f"using the older checkpoint {checkpoint.path.name}, because {'; '.join(problems)}"
        print(f"storybot: warning: {warning}", file=sys.stderr, flush=True)
    model = init_model(config.model)
    model.load_state_dict(checkpoint.model)
    return LoadedRun(config, corpus, checkpoint, model, warning)


def load_model(folder: FilePath) -> tuple[GPT, FastTokenizer]:
    """The model of the newest valid checkpoint of a run, and its tokenizer."""
    run = load_run(folder)
    return run.model, run.corpus.tokenizer
