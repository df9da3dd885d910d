"""Plots of a run, from its log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from storybot.files import FilePath
from storybot.training_loop.runs.run_log import read_log


def draw_losses(
    ax: Any,
    steps: Sequence[int],
    losses: Sequence[float],
    decay: float = 0.9,
    translate: Callable[[str], str] = str,
) -> None:
    """The loss of every step, pale, and its running mean over it; `translate` gives the labels in another language."""
    mean, means = 0.0, []
    for n, loss in enumerate(losses, 1):
        mean = decay * mean + (1 - decay) * loss
        means.append(mean / (1 - decay**n))
    ax.plot(steps, losses, alpha=0.3, linewidth=1)
    ax.plot(steps, means, color="C0", label="training")
    ax.set_xlabel(translate("step"))
    ax.set_ylabel(translate("loss (nats a token)"))


def plot_run(folder: FilePath, out: FilePath | None = None) -> Path:
    """Loss, gradient norm and tokens per second of a run as one picture; returns its path."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    records = read_log(folder)
    reports = [record for record in records if "loss" in record]
    if not reports:
        raise ValueError(f"the log in {folder} has no step yet")
    figure, (top, middle, bottom) = plt.subplots(3, 1, figsize=(7, 8), sharex=True, height_ratios=[3, 1, 1])
    steps = [report["step"] for report in reports]
    draw_losses(top, steps, [report["loss"] for report in reports])
    scores = [record for record in records if "loss" not in record]
    for name in sorted({name for record in scores for name in record} - {"step"}):
        top.plot([r["step"] for r in scores], [r[name] for r in scores], marker="o", label=name)
    top.legend()
    middle.plot(steps, [report["grad_norm"] for report in reports], linewidth=1)
    middle.set_ylabel("gradient norm")
    bottom.plot(steps, [report["tokens_per_second"] for report in reports], linewidth=1)
    bottom.set_ylabel("tokens/s")
    bottom.set_xlabel("step")
    top.set_xlabel("")
    path = Path(out) if out is not None else Path(folder) / "plot.png"
    figure.savefig(path, dpi=120, bbox_inches="tight")
    plt.close(figure)
    return path
