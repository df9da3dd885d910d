"""Where the time of a training step goes, by torch.profiler: one share for each part, forward and backward together.

    python benchmarks/profile_training_step.py

The model of `bench_training_loop` in both sizes, float32, with Muon + AdamW and with AdamW, batches from chapter 4's
loader. Each operation's own time counts for the part that it, or the nearest operation that called it, belongs to.
Writes `results/training_step_profile.json`.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from typing import Any

import torch
from bench_training_loop import SHAPES
from record import copy_to_package, write_result
from torch.profiler import ProfilerActivity, profile, record_function

from storybot.model.config import ModelConfig
from storybot.model.gpt import init_model
from storybot.training_loop.data import story_corpus
from storybot.training_loop.optim.optimizers import Optimizers
from storybot.training_loop.train_config import OptimizerConfig

STEPS = 20
# the first word that occurs in an operation's name decides
PARTS = {
    "loader": "loader",
    "clipping": "clipping",
    "Optimizer.step": "optimizer",
    "chunked_cross_entropy": "head and loss",
    "scaled_dot_product": "attention itself",
    "Norm": "norms, RoPE, ReLU²",
    "Rotate": "norms, RoPE, ReLU²",
    "ReluSquared": "norms, RoPE, ReLU²",
}
PRODUCTS = ("aten::mkldnn_convolution", "aten::convolution_backward", "aten::mm", "aten::addmm")


def part_of(event: Any, width: int) -> str:
    """The part of the step that an operation belongs to."""
    caller = event
    while caller is not None:
        for word, part in PARTS.items():
            if word in caller.name:
                return part
        caller = caller.cpu_parent
    if event.name in PRODUCTS:
        sizes = {size for shape in event.input_shapes for size in shape}
        return "MLP matmuls" if 4 * width in sizes else "attention matmuls"
    return "everything else"


def profile_step(shape: tuple[int, ...], kind: str, folder: str) -> dict[str, float]:
    """The share of each part in `STEPS` steps."""
    depth, width, vocab, seq_len, rows = shape
    corpus = story_corpus("en", folder, 2000)
    model = init_model(ModelConfig(vocab, seq_len, depth, width, width // 64, width // 64))
    optimizers, loader = Optimizers(model, OptimizerConfig(kind), 1000), corpus.loader(rows, seq_len)

    def step() -> None:
        with record_function("loader"):
            inputs, targets = next(loader)
        model(inputs, targets).backward()
        with record_function("clipping"):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizers.step()
        model.zero_grad(set_to_none=True)

    for _ in range(5):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as recorded:
        for _ in range(STEPS):
            step()
    loader.close()
    times: Counter[str] = Counter()
    for event in recorded.events():
        times[part_of(event, width)] += event.self_cpu_time_total
    return {part: time / times.total() for part, time in times.most_common()}


def main() -> None:
    torch.manual_seed(0)
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, shape in SHAPES.items():
            for kind in ("adamw", "muon"):
                shares = profile_step(shape, kind, folder)
                results.setdefault(name, {})[kind] = shares
                print(f"{name}, {kind}")
                for part, share in shares.items():
                    print(f"  {part:22} {share:6.1%}")
    settings = {"steps": STEPS, "threads": torch.get_num_threads(), "dtype": "float32", "compiled": False}
    copy_to_package(write_result("training_step_profile", settings, [0], results))


if __name__ == "__main__":
    main()
