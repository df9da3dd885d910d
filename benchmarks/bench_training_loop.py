"""Chapter 5, measured: a step against transformers' Llama and GPT-2, Muon against AdamW, the machine's own rate.

    python benchmarks/bench_training_loop.py              # eager, some minutes
    python benchmarks/bench_training_loop.py --compile    # also compiled: compiling takes a minute a model

float32 on the CPU, all cores, the same shapes, steps of all models interleaved, medians. A step is forward,
backward, clipping and the optimizer. Llama's MLP is 8/3 as wide as the model: as many parameters as ours.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import torch
import transformers
from timing import interleaved

from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT, init_model
from storybot.training_loop.optim.muon import FIVE_STEPS
from storybot.training_loop.optim.optimizers import Optimizers
from storybot.training_loop.train_config import OptimizerConfig

SHAPES = {
    "4 x 256, V 4096, T 256, B 8": (4, 256, 4096, 256, 8),
    "2 x 128, V 1024, T 128, B 16": (2, 128, 1024, 128, 16),
}
Step = Callable[[], None]


def our_step(shape: tuple[int, ...], compiled: bool, kind: str = "adamw", five: bool = False) -> Step:
    depth, width, vocab, seq_len, rows = shape
    model = init_model(ModelConfig(vocab, seq_len, depth, width, width // 64, width // 64))
    optimizers = Optimizers(model, OptimizerConfig(kind), 10**6)
    if five:
        optimizers.optimizers["muon"].coefficients = FIVE_STEPS  # type: ignore[attr-defined]
    forward = torch.compile(model) if compiled else model
    inputs, targets = torch.randint(vocab, (2, rows, seq_len))

    def step() -> None:
        forward(inputs, targets).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizers.step()
        model.zero_grad(set_to_none=True)

    return step


def their_step(kind: str, shape: tuple[int, ...], compiled: bool) -> Step:
    depth, width, vocab, seq_len, rows = shape
    if kind == "Llama":
        config = transformers.LlamaConfig(
            vocab_size=vocab, hidden_size=width, intermediate_size=round(8 * width / 3), num_hidden_layers=depth,
            num_attention_heads=width // 64, max_position_embeddings=seq_len, tie_word_embeddings=False,
            use_cache=False,
        )  # fmt: skip
        model = transformers.LlamaForCausalLM(config)
    else:
        config = transformers.GPT2Config(
            vocab_size=vocab, n_embd=width, n_layer=depth, n_head=width // 64, n_positions=seq_len, use_cache=False,
            resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, tie_word_embeddings=False,
        )  # fmt: skip
        model = transformers.GPT2LMHeadModel(config)
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    forward = torch.compile(model) if compiled else model
    inputs = torch.randint(vocab, (rows, seq_len))

    def step() -> None:
        forward(input_ids=inputs, labels=inputs).loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def matmul_rate(size: int = 1024, rounds: int = 15) -> float:
    """FLOP/s of this machine in a product of two large matrices."""
    a, b = torch.randn(2, size, size)
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        a @ b
        seconds.append(time.perf_counter() - start)
    return 2 * size**3 / statistics.median(seconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    torch.manual_seed(0)
    print(f"{torch.get_num_threads()} threads, torch {torch.__version__}, transformers {transformers.__version__}")
    for compiled in (False, True) if args.compile else (False,):
        for name, shape in SHAPES.items():
            depth, width, vocab, seq_len, rows = shape
            steps = {
                "ours, AdamW": our_step(shape, compiled),
                "ours, Muon (3 steps) + AdamW": our_step(shape, compiled, "muon"),
                "ours, Muon (5 steps) + AdamW": our_step(shape, compiled, "muon", five=True),
                "Llama, AdamW": their_step("Llama", shape, compiled),
                "GPT-2, AdamW": their_step("GPT-2", shape, compiled),
            }
            before = matmul_rate()
            seconds = interleaved(steps, args.rounds, warm_up=3)
            rate = (before + matmul_rate()) / 2
            ours = seconds["ours, AdamW"]
            print(f"\n{name}, {'compiled' if compiled else 'eager'}: tokens/s, and times as fast as ours with AdamW")
            for which, value in seconds.items():
                print(f"  {which:30} {rows * seq_len / value:9,.0f} tokens/s   ratio {ours / value:5.2f}")
            fastest = min(seconds["Llama, AdamW"], seconds["GPT-2, AdamW"])
            flops = GPT(ModelConfig(vocab, seq_len, depth, width, width // 64, width // 64)).flops_per_token()
            share = flops * rows * seq_len / ours / rate
            print(f"  ours against the faster of the two: {fastest / ours:.2f}")
            print(f"  matmul rate {rate / 1e9:.0f} GFLOP/s; share of it in a step of ours: {share:.0%}", flush=True)


if __name__ == "__main__":
    main()
