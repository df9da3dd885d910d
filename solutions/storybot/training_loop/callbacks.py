"""What a run shows while it goes on: a bar, a plot that grows, a story now and then. Each is a callback of `train`."""

from __future__ import annotations

import sys
from typing import Any

from tqdm import tqdm

from storybot.training_loop.loop import Callback, Progress, is_due
from storybot.training_loop.plot import draw_losses
from storybot.training_loop.sample import sample_text


class Bar:
    """A tqdm bar with loss, tokens per second and the time that is left."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = tqdm(total=progress.steps, initial=progress.step - 1, unit="step", file=sys.stderr)
        self._bar.set_postfix_str(
            f"loss {progress.mean_loss:.3f}, {progress.tokens_per_second:,.0f} tokens/s", refresh=False
        )
        self._bar.update()
        if progress.step == progress.steps:
            self._bar.close()


class LivePlot:
    """In a notebook: the loss so far, drawn anew every so many steps in the same place."""

    def __init__(self, every: int = 50) -> None:
        self.every, self._steps, self._losses = every, list[int](), list[float]()
        self._handle: Any = None

    def __call__(self, progress: Progress) -> None:
        import matplotlib.pyplot as plt
        from IPython.display import display

        self._steps.append(progress.step)
        self._losses.append(progress.loss)
        if not is_due(progress.step, self.every) and progress.step != progress.steps:
            return
        figure, ax = plt.subplots(figsize=(6.5, 3.2))
        draw_losses(ax, self._steps, self._losses)
        ax.set_xlim(0, progress.steps)
        plt.close(figure)
        if self._handle is None:
            self._handle = display(figure, display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._handle.update(figure)


class SampleCallback:
    """Lets the model go on from an opening, for some words, above the bar."""

    def __init__(self, tokenizer: Any, opening: str, max_tokens: int = 40) -> None:
        self.tokenizer, self.opening, self.max_tokens = tokenizer, opening, max_tokens

    def __call__(self, progress: Progress) -> None:
        text = sample_text(progress.model, self.tokenizer, self.opening, max_tokens=self.max_tokens)[0]
        tqdm.write(f"{progress.step}: {text.replace(chr(10), ' ')}")


def every(steps: int, action: Callback) -> Callback:
    """A callback that acts only every so many steps; 0 is never."""

    def now_and_then(progress: Progress) -> None:
        if is_due(progress.step, steps):
            action(progress)

    return now_and_then
