"""Four sizes of run, from a minute on a laptop to hours on GPUs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from storybot.data_pipeline.loader import Packing


@dataclass(frozen=True)
class Preset:
    """The options of a run, unless others are given."""

    about: str
    depth: int
    vocab_size: int
    seq_len: int
    device_batch: int  # rows
    total_batch: int  # tokens
    steps: int | None = None  # train for so many steps, which give the same model on a busy machine, only later
    minutes: float | None = None  # or for about this long: the machine's speed decides how many steps that are
    ratio: float | None = None  # or on this many tokens per parameter
    stories: int = 0  # made by the course; 0: the preset needs shards of your own
    cast: int | None = None  # of the stories: how many people and things for each role; None: all
    plots: int | None = None  # None: all
    packing: Packing = "stream"  # of the course's stories into rows; "best_fit": a row begins with a whole story


PRESETS = {
    "laptop": Preset(
        "about a minute on two cores", 2, 2048, 320, 5, 1600, steps=1400,
        stories=8000, cast=1, plots=5, packing="best_fit",
    ),
    "hour": Preset("an hour on two cores, on text of your own", 4, 4096, 512, 8, 8192, minutes=60),
    "evening": Preset("an evening on two cores", 6, 4096, 512, 8, 16384, minutes=180, stories=200_000),
    "gpu": Preset("depth 20, as nanochat's; needs GPUs and 24 GB of text", 20, 65536, 2048, 32, 524_288, ratio=20),
}  # fmt: skip


def override_preset(
    name: str,
    *,
    depth: int | None = None,
    seq_len: int | None = None,
    device_batch: int | None = None,
    total_batch: int | None = None,
    minutes: float | None = None,
    cast: int | None = None,
    plots: int | None = None,
) -> Preset:
    """A preset with the given values in place of its own; None keeps the preset's. With `minutes`, its steps go.

    >>> override_preset("laptop", depth=3).depth
    3
    >>> override_preset("laptop", minutes=2).steps
    """
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}; there are {', '.join(PRESETS)}")
    given = {
        "depth": depth, "seq_len": seq_len, "device_batch": device_batch, "total_batch": total_batch,
        "minutes": minutes, "cast": cast, "plots": plots,
    }  # fmt: skip
    preset = PRESETS[name] if minutes is None else replace(PRESETS[name], steps=None)
    if seq_len is not None and seq_len < preset.seq_len:  # "best_fit" would crop every story that is longer than a row
        preset = replace(preset, packing="stream")
    return replace(preset, **{key: value for key, value in given.items() if value is not None})  # type: ignore[arg-type]


def fit_batch_to_ranks(preset: Preset, world_size: int) -> Preset:
    """The preset with a batch that this many processes can share: at least its own, and as little more as possible.

    >>> fit_batch_to_ranks(PRESETS["laptop"], 2).total_batch, PRESETS["laptop"].total_batch
    (3200, 1600)
    """
    at_once = preset.device_batch * preset.seq_len * world_size
    return replace(preset, total_batch=-(-preset.total_batch // at_once) * at_once)
