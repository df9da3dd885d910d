"""Chapter 5, measured: a step against nanoGPT's model, transformers' Llama and GPT-2, Muon against AdamW.

    python benchmarks/bench_training_loop.py              # eager, some minutes
    python benchmarks/bench_training_loop.py --compile    # compiled instead: compiling takes a minute a model

float32 on the CPU, all cores, the same shapes, steps of all models interleaved, medians. A step is forward,
backward, clipping and the optimizer. Llama's MLP is 8/3 as wide as the model: as many parameters as ours.
The share of the machine's matmul rate is given for PyTorch's own `a @ b` and for our `linear`, which may be faster.
Writes `results/training_loop.json` or `results/training_loop_compiled.json`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import torch
import transformers
from nanogpt_peer import NanoGPTPeer
from record import write_result
from timing import interleaved

from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT, init_model
from storybot.model.linear import linear
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


def nanogpt_step(shape: tuple[int, ...], compiled: bool) -> Step:
    depth, width, vocab, seq_len, rows = shape
    model = NanoGPTPeer(vocab, seq_len, depth, width)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    forward = torch.compile(model) if compiled else model
    inputs, targets = torch.randint(vocab, (2, rows, seq_len))

    def step() -> None:
        forward(inputs, targets).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def matmul_rate(product: Callable[..., torch.Tensor], size: int = 1024, rounds: int = 15) -> float:
    """FLOP/s of this machine in a product of two large matrices."""
    a, b = torch.randn(1, size, size), torch.randn(size, size)
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        product(a, b)
        seconds.append(time.perf_counter() - start)
    return 2 * size**3 / statistics.median(seconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    torch.manual_seed(0)
    print(f"{torch.get_num_threads()} threads, torch {torch.__version__}, transformers {transformers.__version__}")
    results = {}
    for name, shape in SHAPES.items():
        depth, width, vocab, seq_len, rows = shape
        steps = {
            "ours, AdamW": our_step(shape, args.compile),
            "ours, Muon (3 steps) + AdamW": our_step(shape, args.compile, "muon"),
            "ours, Muon (5 steps) + AdamW": our_step(shape, args.compile, "muon", five=True),
            "nanoGPT's, AdamW": nanogpt_step(shape, args.compile),
            "Llama, AdamW": their_step("Llama", shape, args.compile),
            "GPT-2, AdamW": their_step("GPT-2", shape, args.compile),
        }
        before = matmul_rate(torch.matmul), matmul_rate(linear)
        seconds = interleaved(steps, args.rounds, warm_up=3)
        torch_rate, our_rate = (before[0] + matmul_rate(torch.matmul)) / 2, (before[1] + matmul_rate(linear)) / 2
        ours = seconds["ours, AdamW"]
        print(f"\n{name}, {'compiled' if args.compile else 'eager'}: tokens/s, and times as fast as ours with AdamW")
        for which, value in seconds.items():
            print(f"  {which:30} {rows * seq_len / value:9,.0f} tokens/s   ratio {ours / value:5.2f}")
        fastest = min(value for which, value in seconds.items() if not which.startswith("ours"))
        flops = GPT(ModelConfig(vocab, seq_len, depth, width, width // 64, width // 64)).flops_per_token()
        rate = flops * rows * seq_len / ours
        print(f"  ours against the fastest peer: {fastest / ours:.2f}")
        print(f"  a step of ours: {rate / 1e9:.0f} GFLOP/s; {rate / torch_rate:.0%} of a @ b ({torch_rate / 1e9:.0f}),")
        print(f"  {rate / our_rate:.0%} of linear ({our_rate / 1e9:.0f})", flush=True)
        results[name] = {
            "seconds": seconds,
            "against_fastest_peer": fastest / ours,
            "muon_against_adamw": ours / seconds["ours, Muon (3 steps) + AdamW"],
            "gflops": {"step": rate / 1e9, "a @ b": torch_rate / 1e9, "linear": our_rate / 1e9},
        }
    settings = {"rounds": args.rounds, "threads": torch.get_num_threads(), "compiled": args.compile}
    which = "training_loop_compiled" if args.compile else "training_loop"
    write_result(which, settings, [0], results, peers=["transformers"])


if __name__ == "__main__":
    main()
