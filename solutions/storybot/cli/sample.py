"""`storybot sample`: let a trained model tell stories."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storybot.evaluation.generation import GenerationConfig, Generator
    from storybot.training_loop.data import Corpus


def add_commands(commands: Any) -> None:
    """Add `sample`."""
    sample = commands.add_parser("sample", help="let a trained model tell stories (chapters 5 and 7)")
    sample.add_argument("folder", type=Path, help="the folder of a run")
    sample.add_argument("--prompt", default="", help="how the stories begin")
    sample.add_argument("--n", type=int, default=1, help="how many (default 1)")
    sample.add_argument("--max-tokens", type=int, help="default: as many as the model sees")
    sample.add_argument("--temperature", type=float, default=0.5, help="0 always takes the most likely (default 0.5)")
    sample.add_argument("--top-k", type=int, default=50, help="sample from the k most likely tokens (default 50)")
    sample.add_argument("--top-p", type=float, help="sample from the most likely tokens that together reach this")
    sample.add_argument("--seed", type=int, default=0)
    sample.add_argument("--stream", action="store_true", help="print as it comes; one story")
    sample.add_argument("--sliding", action="store_true", help="longer than the model sees: forget the beginning")
    sample.set_defaults(run=run_sample)


def run_sample(args: argparse.Namespace) -> None:
    from storybot.evaluation.generation import ContextOverflowError, GenerationConfig, Generator
    from storybot.training_loop.runs.run_folder import load_run

    if args.n < 1 or (args.stream and args.n > 1):
        raise ValueError(f"--n is {args.n}; it must be at least 1, and 1 with --stream")
    run = load_run(args.folder)
    generator = Generator(run.model, run.corpus.tokenizer)
    unknown = warn_about_prompt(args.prompt, run.corpus)
    config = GenerationConfig(
        temperature=args.temperature,
        top_k=args.top_k,
        top_p=args.top_p,
        seed=args.seed,
        max_tokens=args.max_tokens,
        sliding=args.sliding,
        complete_characters=unknown,
    )
    try:
        print_stories(generator, args.prompt, args.n, config, args.stream)
    except ContextOverflowError as problem:
        remedy = "ask for fewer (--max-tokens), or let the window slide (--sliding)"
        raise ValueError(f"{problem.problem}; {remedy}") from None


def print_stories(generator: Generator, prompt: str, n: int, config: GenerationConfig, stream: bool) -> None:
    """Print `n` stories, or one as it comes."""
    if stream:
        texts = generator.stream(prompt, config)
        first = next(texts, "")  # an error is raised before anything is printed
        print(prompt + first, end="", flush=True)
        for text in texts:
            print(text, end="", flush=True)
        print()
        return
    for story in generator.generate([prompt] * n, config):
        print(prompt + story if n == 1 else f"---\n{prompt}{story}")


def warn_about_prompt(prompt: str, corpus: Corpus) -> bool:
    """Say what of the prompt the model cannot know, and show prompts that work; gives whether there was something."""
    from storybot.evaluation.generation.prompts import unknown_special_tokens, unseen_words

    if special := unknown_special_tokens(prompt, corpus.tokenizer):
        warn(f"the tokenizer has no special token {', '.join(special)}; it is read as ordinary text")
    if not prompt:
        return False
    try:
        words = unseen_words(prompt, corpus.training_texts())
    except OSError:  # the shards are not where they were: nothing to compare with
        return False
    if not words:
        return False
    openings = " · ".join(repr(text) for text in corpus.sample_prompts())
    warn(
        f"the prompt is outside the training text, which never has {', '.join(map(repr, words))}: "
        f"expect nonsense; openings that the model knows: {openings}"
    )
    return True


def warn(message: str) -> None:
    print(f"storybot: warning: {message}", file=sys.stderr, flush=True)
