"""Chapter 7, measured: generation against transformers and against no cache, bits per byte against a training forward.

    python benchmarks/bench_evaluation.py        # some minutes

float32 on the CPU, all cores, models of the same shape with random weights, the peers' calls interleaved, medians.
A story: 32 tokens of prompt, 128 more, always the likeliest. CORE has its own benchmark, `bench_core.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import torch
import transformers
from timing import interleaved

from storybot.evaluation.bpb import evaluate_bpb
from storybot.evaluation.generation import GenerationConfig, Generator
from storybot.model.config import ModelConfig
from storybot.model.generate_reference import generate_reference
from storybot.model.gpt import GPT, init_model
from storybot.model.sampling import Sampling
from storybot.optimized_merges import FastTokenizer
from storybot.special_tokens import END

DEPTH, WIDTH, VOCAB, SEQ_LEN = 4, 256, 4096, 256
PROMPT, NEW = 32, 128
Call = Callable[[], Any]


def our_model() -> GPT:
    model = init_model(ModelConfig(VOCAB, SEQ_LEN, DEPTH, WIDTH, WIDTH // 64, WIDTH // 64))
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=WIDTH**-0.5)
    return model


def tokenizer_of(vocab: int) -> FastTokenizer:
    """So many tokens; which ones does not matter here."""
    pairs = [(bytes([a]), bytes([b])) for a in range(256) for b in range(256)]
    return FastTokenizer(pairs[: vocab - 257], [END])


def their_model(kind: str) -> Any:
    none = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 0}
    if kind == "Llama":
        config = transformers.LlamaConfig(
            vocab_size=VOCAB, hidden_size=WIDTH, intermediate_size=round(8 * WIDTH / 3), num_hidden_layers=DEPTH,
            num_attention_heads=WIDTH // 64, max_position_embeddings=SEQ_LEN, tie_word_embeddings=False,
            use_cache=True, **none,
        )  # fmt: skip
        return transformers.LlamaForCausalLM(config).eval()
    config = transformers.GPT2Config(
        vocab_size=VOCAB, n_embd=WIDTH, n_layer=DEPTH, n_head=WIDTH // 64, n_positions=SEQ_LEN, use_cache=True,
        tie_word_embeddings=False, **none,
    )  # fmt: skip
    return transformers.GPT2LMHeadModel(config).eval()


def their_story(model: Any, prompts: torch.Tensor) -> Call:
    seen = torch.ones_like(prompts)
    options = {"max_new_tokens": NEW, "min_new_tokens": NEW, "do_sample": False, "use_cache": True}
    return lambda: model.generate(prompts, attention_mask=seen, **options)


def generation(rounds: int) -> None:
    model = our_model()
    generator, greedy = Generator(model, tokenizer_of(VOCAB)), GenerationConfig(temperature=0, max_tokens=NEW, stop=[])
    peers = {name: their_model(name) for name in ("Llama", "GPT-2")}
    for rows in (1, 8):
        prompts = torch.randint(VOCAB - 1, (rows, PROMPT))
        listed = prompts.tolist()
        calls: dict[str, Call] = {
            "ours": lambda p=listed: generator.generate_ids(p, greedy),  # type: ignore[misc]
            **{name: their_story(peer, prompts) for name, peer in peers.items()},
            "ours, no cache": lambda p=listed, n=rows: generate_reference(model, p[0], NEW, Sampling(0), rows=range(n)),  # type: ignore[misc]
        }
        seconds = interleaved(calls, rounds, warm_up=1, seldom="ours, no cache")
        ours = seconds["ours"]
        print(f"\ngenerate, {DEPTH} x {WIDTH}, V {VOCAB}, prompt {PROMPT}, {NEW} new, batch {rows}")
        for name, value in seconds.items():
            print(f"  {name:16} {rows * NEW / value:8,.0f} tokens/s   {value / ours:5.2f} times our seconds")
        print(f"  ours against the faster of the two: {min(seconds['Llama'], seconds['GPT-2']) / ours:.2f}")
        print(f"  ours against no cache: {seconds['ours, no cache'] / ours:.2f}", flush=True)


@torch.no_grad()
def only_forward(model: GPT, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    loss: torch.Tensor = model(inputs, targets)
    return loss


def bits(rounds: int, rows: int = 8) -> None:
    """Against two forwards: that of training computes gradients of the head as well, and so is an easy peer."""
    model = our_model()
    inputs, targets = torch.randint(VOCAB, (2, rows, SEQ_LEN))
    sizes = torch.full((VOCAB,), 4)
    calls: dict[str, Call] = {
        "bits per byte": lambda: evaluate_bpb(model, [(inputs, targets)], sizes),
        "training forward": lambda: model(inputs, targets),
        "no gradients": lambda: only_forward(model, inputs, targets),
    }
    seconds = interleaved(calls, 4 * rounds, warm_up=1)
    print(f"\nbits per byte, {DEPTH} x {WIDTH}, V {VOCAB}, T {SEQ_LEN}, B {rows}")
    for name, value in seconds.items():
        print(f"  {name:16} {rows * SEQ_LEN / value:8,.0f} tokens/s")
    for name in ("training forward", "no gradients"):
        print(f"  speed in parts of '{name}': {seconds[name] / seconds['bits per byte']:.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    torch.manual_seed(0)
    transformers.utils.logging.set_verbosity_error()
    print(f"{torch.get_num_threads()} threads, torch {torch.__version__}, transformers {transformers.__version__}")
    bits(chosen.rounds)
    generation(chosen.rounds)


if __name__ == "__main__":
    main()
