"""Three sizes of run, from a minute on a laptop to hours on GPUs."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Preset:
    """The options of a run, unless others are given."""

    about: str
    depth: int
    vocab_size: int
    seq_len: int
    device_batch: int  # rows
    total_batch: int  # tokens
    minutes: float | None = None  # train for about this long
    ratio: float | None = None  # or on this many tokens per parameter
    stories: int = 0  # made by the course; 0: the preset needs shards of your own
    cast: int | None = None  # of the stories: how many people and things for each role; None: all
    plots: int | None = None  # None: all


PRESETS = {
    "laptop": Preset("about a minute on two cores", 2, 1024, 384, 5, 1920, minutes=1.2, stories=8000, cast=1, plots=5),
    "evening": Preset("an evening on two cores", 6, 4096, 512, 8, 16384, minutes=180, stories=200_000),
    "gpu": Preset("depth 20, as nanochat's; needs GPUs and 24 GB of text", 20, 65536, 2048, 32, 524_288, ratio=20),
}


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
    """A preset with the given values in place of its own; None keeps the preset's.

    >>> override_preset("laptop", depth=3).depth
    3
    """
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}; there are {', '.join(PRESETS)}")
    given = {
        "depth": depth, "seq_len": seq_len, "device_batch": device_batch, "total_batch": total_batch,
        "minutes": minutes, "cast": cast, "plots": plots,
    }  # fmt: skip
    return replace(PRESETS[name], **{key: value for key, value in given.items() if value is not None})  # type: ignore[arg-type]


def fit_batch_to_ranks(preset: Preset, world_size: int) -> Preset:
    """The preset with a batch that this many processes can share: at least its own, and as little more as possible.

    >>> fit_batch_to_ranks(PRESETS["laptop"], 2).total_batch, PRESETS["laptop"].total_batch
    (3840, 1920)
    """
    at_once = preset.device_batch * preset.seq_len * world_size
    return replace(preset, total_batch=-(-preset.total_batch // at_once) * at_once)
