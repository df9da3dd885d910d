"""Chapter 5, the clinic: nine short runs of one small model, one healthy and eight with a real fault.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_sick_curves.py     # a minute on one core

All runs have the same first weights and, where the fault is not in the data, the same batches: 120 steps of 4 x 128
tokens, AdamW with one rate for all parameters. Where the loss stops being a number, the curve ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from record import copy_to_package, write_result
from tiny_runs import SMALL, Batch, Batches, Stories, load_stories, say, validation_loss

from storybot.training_loop import GPT, init_model

STEPS, ROWS, RATE = 120, 4, 0.01
VALIDATE_EVERY = 20
BROKEN_SHARD = range(60, 64)  # steps
LossFunction = Callable[[GPT, Batch], torch.Tensor]


def usual_loss(model: GPT, batch: Batch) -> torch.Tensor:
    loss: torch.Tensor = model(*batch)
    return loss


def half_precision_loss(model: GPT, batch: Batch) -> torch.Tensor:
    """Softmax written out without subtracting the largest logit, in float16: e to the 12th is too large for it."""
    inputs, targets = batch
    powers = model(inputs).half().exp()  # (B, T, V)
    probabilities = powers / powers.sum(-1, keepdim=True)
    return -probabilities.gather(-1, targets[..., None]).log().mean()


def train(
    data: Batches, rate: float = RATE, loss_of: LossFunction = usual_loss, head_deviation: float = 0.0
) -> tuple[list[float], dict[str, float]]:
    """The training losses, and the validation loss every 20 steps."""
    torch.manual_seed(0)
    model = init_model(SMALL)
    if head_deviation:
        torch.nn.init.normal_(model.head.weight, std=head_deviation)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.8, 0.95), eps=1e-10, weight_decay=0.0)
    losses, validation = [], {}
    for step in range(STEPS):
        loss = loss_of(model, next(data))
        if not math.isfinite(loss.item()):
            break
        losses.append(round(loss.item(), 3))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if (step + 1) % VALIDATE_EVERY == 0:
            validation[str(step + 1)] = round(VALIDATION(model), 3)
    return losses, validation


def read(stories: Stories, edit: Callable[[int, Batch], Batch] | None = None) -> Batches:
    return Batches(stories.tokenizer, stories.training, 0, ROWS, edit=edit)


def in_order(stories: Stories) -> Batches:
    """Plot after plot, a third of the run's tokens for each; a word that only one plot has tells which one it is."""
    documents: list[list[int]] = []
    for i, word in enumerate((b"whistle", b"Grandma", b"Lily"), start=1):
        for story in stories.training:
            if sum(map(len, documents)) >= i * STEPS * ROWS * SMALL.seq_len / 3:
                break
            if word in stories.tokenizer.decode_bytes(story):
                documents.append(story)
    return Batches(stories.tokenizer, documents, None, ROWS)


def random_tokens(step: int, batch: Batch) -> Batch:
    if step not in BROKEN_SHARD:
        return batch
    noise = torch.randint(SMALL.vocab_size, (ROWS, SMALL.seq_len + 1), generator=torch.Generator().manual_seed(step))
    return noise[:, :-1], noise[:, 1:]


def main() -> None:
    runs = {
        "healthy": train(read(STORIES)),
        "not a number": train(read(STORIES), loss_of=half_precision_loss),
        "spike": train(read(STORIES, random_tokens)),
        "plateau": train(read(STORIES, lambda step, batch: (batch[0], batch[1].roll(1, 0)))),
        "too good": train(read(STORIES, lambda step, batch: (batch[0], batch[0]))),
        "high start": train(read(STORIES), head_deviation=1.0),
        "rate too low": train(read(STORIES), rate=RATE / 1000),
        "rate too high": train(read(STORIES), rate=RATE * 100),
        "in order": train(in_order(STORIES)),
    }
    for name, (losses, validation) in runs.items():
        say(f"{name:14}", len(losses), losses[:1], losses[-1:], "highest", max(losses), validation)
    results = {name: {"losses": losses, "validation": validation} for name, (losses, validation) in runs.items()}
    settings = {
        "model": "2 layers x 128, V 1024", "steps": STEPS, "tokens a step": ROWS * SMALL.seq_len, "rate": RATE,
        "optimizer": "AdamW, betas 0.8 and 0.95, clipped to 1", "broken shard at steps": list(BROKEN_SHARD),
        "stories": "English, 4,000, cast 1, 3 plots", "threads": 1,
    }  # fmt: skip
    copy_to_package(write_result("sick_curves", settings, [0], results))


if __name__ == "__main__":
    torch.set_num_threads(1)
    STORIES = load_stories(4000, cast=1, plots=3)
    VALIDATION = validation_loss(STORIES, 10)
    main()
