"""The public data sets that `storybot data download` knows. To add one, add a row to `DATASETS`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Dataset:
    """A public data set of numbered Parquet files. The last file is for validation."""

    base_url: str
    file_pattern: str  # a format string for the number of the file
    n_files: int


DATASETS = {
    "fineweb-edu": Dataset(
        base_url="https://huggingface.co/datasets/karpathy/fineweb-edu-100b-shuffle/resolve/main",
        file_pattern="shard_{:05d}.parquet",
        n_files=1823,
    ),
    "tinystories": Dataset(
        base_url="https://huggingface.co/datasets/roneneldan/TinyStories/resolve/main/data",
        file_pattern="train-{:05d}-of-00004-2d5a1467fff1081b.parquet",
        n_files=4,
    ),
}
