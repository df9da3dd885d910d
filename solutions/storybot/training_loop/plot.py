"""Plots of a run, from its log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from storybot.files import FilePath
from storybot.training_loop.run_log import read_log


def draw_losses(ax: Any, steps: Sequence[int], losses: Sequence[float], keep: float = 0.9) -> None:
    """The loss of every step, pale, and its running mean over it."""
    mean, means = 0.0, []
    for n, loss in enumerate(losses, 1):
        mean = keep * mean + (1 - keep) * loss
        means.append(mean / (1 - keep**n))
    ax.plot(steps, losses, alpha=0.3, linewidth=1)
    ax.plot(steps, means, color="C0", label="training")
    ax.set_xlabel("step")
    ax.set_ylabel("loss (nats a token)")


def plot_run(folder: FilePath, out: FilePath | None = None) -> Path:
    """Loss, gradient norm and tokens per second of a run as one picture; gives its path."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    records = read_log(folder)
    steps = [record for record in records if "loss" in record]
    if not steps:
        raise ValueError(f"the log in {folder} has no step yet")
    figure, (top, middle, bottom) = plt.subplots(3, 1, figsize=(7, 8), sharex=True, height_ratios=[3, 1, 1])
    numbers = [record["step"] for record in steps]
    draw_losses(top, numbers, [record["loss"] for record in steps])
    scores = [record for record in records if "loss" not in record]
    for name in sorted({name for record in scores for name in record} - {"step"}):
        top.plot([r["step"] for r in scores], [r[name] for r in scores], marker="o", label=name)
    top.legend()
    middle.plot(numbers, [record["norm"] for record in steps], linewidth=1)
    middle.set_ylabel("gradient norm")
    bottom.plot(numbers, [record["tokens_per_second"] for record in steps], linewidth=1)
    bottom.set_ylabel("tokens/s")
    bottom.set_xlabel("step")
    top.set_xlabel("")
    path = Path(out) if out is not None else Path(folder) / "plot.png"
    figure.savefig(path, dpi=120, bbox_inches="tight")
    plt.close(figure)
    return path
