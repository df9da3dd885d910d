"""What a run shows while it goes on: a progress bar, a growing plot, sample texts. Each is a callback of `train`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.training_loop.loop import Callback, StepReport, is_due
from storybot.training_loop.runs.plot import draw_losses
from storybot.training_loop.sample import sample_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class ProgressBar:
    """A tqdm bar with loss, tokens per second and the time that is left."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None

    def __call__(self, report: StepReport) -> None:
        if self._bar is None:
            self._bar = tqdm(total=report.steps, initial=report.step - 1, unit="step", file=sys.stderr)
        self._bar.set_postfix_str(
            f"loss {report.mean_loss:.3f}, {report.tokens_per_second:,.0f} tokens/s", refresh=False
        )
        self._bar.update()
        if report.step == report.steps:
            self._bar.close()


class LivePlot:
    """In a notebook: the loss so far, drawn again every `every` steps in the same output.

    After the last step it makes room: the next output of the cell, such as `show(live.figure(), …)`, takes its place.
    """

    def __init__(self, every: int = 50, translate: Callable[[str], str] = str) -> None:
        self.every, self.translate = every, translate
        self._steps, self._losses, self._last_step = list[int](), list[float](), 1

    def __call__(self, report: StepReport) -> None:
        from IPython.display import clear_output, display

        self._steps.append(report.step)
        self._losses.append(report.loss)
        self._last_step = report.steps
        last = report.step == report.steps
        if last or is_due(report.step, self.every):
            clear_output(wait=True)  # type: ignore[no-untyped-call]
        if is_due(report.step, self.every) and not last:
            display(self.figure())  # type: ignore[no-untyped-call]

    def figure(self) -> Figure:
        """The losses so far, over the steps of the whole run."""
        import matplotlib.pyplot as plt

        figure, ax = plt.subplots(figsize=(6.5, 3.2))
        plt.close(figure)  # it is shown by whoever has asked for it
        draw_losses(ax, self._steps, self._losses, translate=self.translate)
        ax.set_xlim(0, self._last_step)
        return figure


class SampleCallback:
    """Prints how the model continues a prompt, above the progress bar."""

    def __init__(self, tokenizer: Tokenizer, prompt: str, max_tokens: int = 40) -> None:
        self.tokenizer, self.prompt, self.max_tokens = tokenizer, prompt, max_tokens

    def __call__(self, report: StepReport) -> None:
        text = sample_text(report.model, self.tokenizer, self.prompt, max_tokens=self.max_tokens)[0]
        tqdm.write(f"{report.step}: {text.replace(chr(10), ' ')}")


def every_n_steps(n: int, callback: Callback) -> Callback:
    """A callback that calls another one after every n-th step only; with n = 0, never."""

    def call_when_due(report: StepReport) -> None:
        if is_due(report.step, n):
            callback(report)

    return call_when_due
