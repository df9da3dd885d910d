"""Three sizes of run, from a minute on a laptop to hours on GPUs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """What a run is unless told otherwise."""

    about: str
    depth: int
    vocab_size: int
    seq_len: int
    device_batch: int
    total_batch: int  # tokens
    minutes: float | None = None  # as long as that
    ratio: float | None = None  # or so many tokens a parameter
    stories: int = 0  # made by the course; 0: bring your own shards
    cast: int | None = None  # of the stories: how many play each role; None: all
    plots: int | None = None


PRESETS = {
    "laptop": Preset("about a minute on two cores", 2, 1024, 384, 5, 1920, minutes=1.2, stories=8000, cast=1, plots=5),
    "evening": Preset("an evening on two cores", 6, 4096, 512, 8, 16384, minutes=180, stories=200_000),
    "gpu": Preset("depth 20, as nanochat's; needs GPUs and 24 GB of text", 20, 65536, 2048, 32, 524_288, ratio=20),
}
