"""The default run, measured: how many of its stories are whole?

    python benchmarks/bench_default_run.py                          # four languages, two seeds each
    python benchmarks/bench_default_run.py --lang ko --set matrix_lr=0.03 device_batch=3 --steps 900

Each run trains the preset "laptop" for a fixed number of steps and then tells stories from openings that begin no
story of its corpus, from nothing, and from words that a reader is likely to try. Steps are counted, not minutes, so
that a busy machine gives the same numbers as a quiet one.

A story is *whole* if it ends within the context, if each of its sentences is one that the grammar can make, with any
names and things in it, and if the hero has the same name from beginning to end. It is *coherent* if, beyond that, the
grammar could have told it as it is: one plot, its paragraphs in order, the same people and things throughout.
"""

from __future__ import annotations

import argparse
import math
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import torch

from storybot.evaluation.generation import GenerationConfig, Generator
from storybot.languages import LANGUAGES
from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT
from storybot.special_tokens import bos_id
from storybot.stories import load_plots, make_stories
from storybot.stories.generator import Plot
from storybot.training_loop.data import Corpus, story_corpus
from storybot.training_loop.loop import train
from storybot.training_loop.runs.presets import PRESETS, Preset
from storybot.training_loop.train_config import OptimizerConfig, TrainConfig
from storybot.training_loop.validation import ValidationLoss

SENTENCE = re.compile(r"[^.!?。！？…\n]*(?:[.!?。！？…]+[\"”’」』]*|\n|$)")
PLACEHOLDER = re.compile(r"%\(([^)]*)\)s")
READERS_PROMPTS = {
    "en": ["One day", "Once upon a time", "Mina", "Mina was"],
    "ja": ["ある日", "むかしむかし", "ミナは", "ミナ"],
    "ko": ["어느 날", "옛날 옛적에", "민준이는", "민준이"],
    "zh": ["有一天", "从前", "朵朵", "朵朵是"],
}
Assignment = dict[str, int]  # of each role the player, by index


@dataclass(frozen=True)
class World:
    """The stories that can be told in a language with this cast and these plots."""

    language: str
    cast: int | None
    plots: int | None

    @cached_property
    def told(self) -> list[Plot]:
        return load_plots(self.language, self.cast)[: self.plots]

    @cached_property
    def heroes(self) -> set[str]:
        return {name for plot in self.told for name, _forms in plot.cast["hero"]}

    @cached_property
    def sentences(self) -> re.Pattern[str]:
        """All sentences of all plots, with any player in every role."""
        found = set()
        for plot in self.told:
            wordings = {w for paragraph in plot.paragraphs for wordings in paragraph for w in wordings if w}
            for wording in wordings:
                for template in self._templates(plot, wording):
                    marked = PLACEHOLDER.sub(lambda match: f"\0{match[1].replace('.', chr(1))}\0", template)
                    found |= {self._regex(plot, sentence) for sentence in split_sentences(marked)}
        return re.compile("|".join(sorted(found)))

    @staticmethod
    def _templates(plot: Plot, wording: str) -> list[str]:
        if wording[0] != "@":
            return [wording]
        return [forms[wording[1:]] for _name, forms in plot.cast[wording[1:].split(".")[0]]]

    @staticmethod
    def _regex(plot: Plot, marked: str) -> str:
        parts = marked.split("\0")
        for index in range(1, len(parts), 2):
            key = parts[index].replace("\1", ".")
            players = plot.cast[key.split(".")[0]]
            parts[index] = "(?:" + "|".join(sorted({re.escape(f[key]) for _n, f in players if key in f})) + ")"
        parts[::2] = [re.escape(literal) for literal in parts[::2]]
        return "".join(parts)

    def grammatical(self, story: str) -> list[bool]:
        """For each sentence, whether the grammar can make it."""
        return [self.sentences.fullmatch(sentence) is not None for sentence in split_sentences(story)]

    def one_hero(self, story: str) -> bool:
        """Whether exactly one of the names that a hero can have is in the story (곰 is one, and also in 곰곰이)."""
        names = re.findall("|".join(sorted(map(re.escape, self.heroes), key=len, reverse=True)), story)
        return len(set(names)) == 1 or self.coherent(story)

    def coherent(self, story: str) -> bool:
        """Whether the grammar can tell exactly this story."""
        return any(next(self._tell(plot, story), None) is not None for plot in self.told)

    def _tell(self, plot: Plot, story: str) -> Iterator[Assignment]:
        space = " " if LANGUAGES[self.language].spaced else ""
        slots = [(first, wordings) for p in plot.paragraphs for first, wordings in enumerate(p)]

        def follow(slot: int, at: int, chosen: Assignment, begun: bool) -> Iterator[Assignment]:
            if slot == len(slots):
                if at == len(story):
                    yield chosen
                return
            first, wordings = slots[slot]
            if first == 0 and slot > 0:
                if not story.startswith("\n", at):
                    return
                at, begun = at + 1, False
            for wording in dict.fromkeys(wordings):
                if not wording:
                    yield from follow(slot + 1, at, chosen, begun)
                    continue
                template = f"%({wording[1:]})s" if wording[0] == "@" else wording
                start = (space if begun else "") + template
                for end, more in match_template(plot, start, story, at, chosen):
                    yield from follow(slot + 1, end, more, True)

        yield from follow(0, 0, {}, False)


def match_template(
    plot: Plot, template: str, story: str, at: int, chosen: Assignment
) -> Iterator[tuple[int, Assignment]]:
    """Where a template can end if it begins at a position, with the players that it needs for that."""
    found = PLACEHOLDER.search(template)
    literal = template[: found.start()] if found else template
    if not story.startswith(literal, at):
        return
    at += len(literal)
    if not found:
        yield at, chosen
        return
    key, rest = found[1], template[found.end() :]
    role = key.split(".")[0]
    players = plot.cast[role]
    taken = {plot.cast[other][index][0] for other, index in chosen.items()}
    for index in [chosen[role]] if role in chosen else range(len(players)):
        name, forms = players[index]
        if key in forms and (role in chosen or name not in taken):
            yield from match_template(plot, forms[key] + rest, story, at, chosen | {role: index})


def split_sentences(text: str) -> list[str]:
    """The sentences of a story, without the space around them.

    >>> split_sentences('"Oh!" cried Mina. She ran.\\nThe end.')
    ['"Oh!"', 'cried Mina.', 'She ran.', 'The end.']
    """
    return [sentence.strip() for sentence in SENTENCE.findall(text) if sentence.strip()]


def new_openings(world: World, corpus: Corpus, n: int, seed: int) -> list[str]:
    """Whole sentences that begin a story of the grammar, as few as begin no story of the corpus, training or not."""
    known = [*corpus.texts("train"), *corpus.texts("validation")]
    found: list[str] = []
    for story in make_stories(world.language, 20 * n, seed, world.cast, world.plots):
        ends = [match.end() for match in SENTENCE.finditer(story) if match[0].strip()]
        prefixes = {text[:end] for text in known for end in ends}
        opening = next((story[:end] for end in ends if story[:end] not in prefixes), story)
        if len(found) < n and opening not in found and len(opening) < 0.5 * len(story):
            found.append(opening)
        if len(found) == n:
            break
    return found


def nats_a_story(model: GPT, corpus: Corpus, n: int = 64) -> float:
    """The surprise at a whole story of the validation set, its end included; comparable between vocabularies."""
    total, bos = 0.0, bos_id(corpus.tokenizer)
    for text in islice(corpus.texts("validation"), n):
        ids = torch.tensor([[bos, *corpus.tokenizer.encode(text, "none"), bos]])[:, : model.config.seq_len + 1]
        with torch.no_grad():
            total += model(ids[:, :-1], ids[:, 1:]).item() * (ids.shape[1] - 1)
    return total / n


def least_nats(world: World) -> float:
    """The mean surprise of somebody who knows the grammar: no model can have less."""
    draws = [
        [len(players) * [1] for players in plot.cast.values()]
        + [list(Counter(wordings).values()) for paragraph in plot.paragraphs for wordings in paragraph]
        for plot in world.told
    ]
    entropies = [sum(-sum(c / sum(n) * math.log(c / sum(n)) for c in n) for n in plot) for plot in draws]
    return sum(entropies) / len(entropies) + math.log(len(entropies))


def judge(world: World, model: GPT, corpus: Corpus, prompts: list[str], config: GenerationConfig) -> dict[str, Any]:
    """Tell one story from each prompt, and count."""
    generator = Generator(model, corpus.tokenizer)
    ids = [generator.heal_prompt(prompt) for prompt in prompts]
    rows = generator.generate_ids(ids, config)
    counts = dict.fromkeys(("stories", "ended", "grammatical", "one_hero", "whole", "coherent"), 0)
    sentences, right, broken = 0, 0, []
    for prompt, begin, row in zip(prompts, ids, rows, strict=True):
        story = prompt + corpus.tokenizer.decode_bytes(row)[len(begin.rest) :].decode("utf-8", "replace")
        judged = world.grammatical(story)
        ended = len(begin.ids) + len(row) < model.config.seq_len
        if not ended:
            judged = judged[:-1]  # cut, not wrong
        facts = {"ended": ended, "grammatical": all(judged), "one_hero": world.one_hero(story)}
        facts["whole"] = all(facts.values())
        facts["coherent"] = facts["whole"] and world.coherent(story)
        for name, fact in {"stories": True, **facts}.items():
            counts[name] += fact
        sentences, right = sentences + len(judged), right + sum(judged)
        broken += [s for s, good in zip(split_sentences(story), judged, strict=False) if not good]
    return counts | {"sentences": sentences, "right_sentences": right, "broken": broken[:5]}


def run(
    language: str, preset: Preset, steps: int, seed: int, optimizer: dict[str, Any], width: int | None, folder: Path
) -> tuple[World, GPT, Corpus, dict[str, Any]]:
    """Train one default run."""
    world = World(language, preset.cast, preset.plots)
    name = f"{language}-{preset.stories}-{preset.vocab_size}-{preset.cast}-{preset.plots}"
    corpus = story_corpus(
        language, folder / name, preset.stories, preset.vocab_size,
        cast=preset.cast, plots=preset.plots, packing=preset.packing,
    )  # fmt: skip
    width = width or 64 * preset.depth
    model = ModelConfig(
        max(corpus.tokenizer.vocab) + 1, preset.seq_len, preset.depth, width, max(1, width // 64), max(1, width // 64)
    )
    accumulation = preset.total_batch // (preset.device_batch * preset.seq_len)
    config = TrainConfig(
        model, steps, preset.device_batch, accumulation, optimizer=OptimizerConfig(**{"warmup": 20} | optimizer),
        seed=seed, dtype="float32",
    )  # fmt: skip
    validation = ValidationLoss(corpus.loader(preset.device_batch, preset.seq_len, "validation"), 24)
    loader = corpus.micro_step_loader(preset.device_batch, preset.seq_len, accumulation)
    result = train(config, loader, evaluators={"validation": validation})
    loader.close()
    facts = {
        "steps": steps, "tokens": result.tokens, "validation": round(result.scores[-1]["validation"], 4),
        "seconds": round(result.seconds, 1), "nats_a_story": round(nats_a_story(result.model, corpus), 2),
        "least_nats": round(least_nats(world), 2),
    }  # fmt: skip
    return world, result.model, corpus, facts


def parse_settings(settings: list[str], preset: Preset) -> tuple[Preset, dict[str, Any], int | None]:
    """`name=value`: fields of the preset or of the optimizer's config."""
    optimizer: dict[str, Any] = {}
    width = None
    for setting in settings:
        name, text = setting.split("=")
        value: Any = int(text) if text.isdigit() else None if text == "None" else text
        if name.endswith(("lr", "warmdown", "decay")):
            value = float(text)
        if name == "width":
            width = value
        elif name in {field.name for field in fields(Preset)}:
            preset = replace(preset, **{name: value})
        else:
            optimizer[name] = value
    return replace(preset, total_batch=preset.device_batch * preset.seq_len), optimizer, width


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", nargs="+", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--stories", type=int, default=40)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--sampling", nargs="+", default=["0.5,50,1"], metavar="TEMPERATURE,K,P")
    parser.add_argument("--folder", type=Path, help="where corpora are kept from run to run (default: a temporary one)")
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/default_run.json")
    args = parser.parse_args()
    preset, optimizer, width = parse_settings(args.set, PRESETS["laptop"])
    results = []
    folder = args.folder or Path(tempfile.mkdtemp())
    for language in args.lang:
        for seed in args.seeds:
            world, model, corpus, facts = run(language, preset, args.steps, seed, optimizer, width, folder)
            print(language, seed, *args.set, facts, flush=True)
            prompts = {
                "new openings": new_openings(world, corpus, args.stories, seed + 1000),
                "no opening": [""] * args.stories,
                "reader's words": READERS_PROMPTS[language] * (args.stories // 8),
            }
            for sampling in args.sampling:
                temperature, k, p = map(float, sampling.split(","))
                config = GenerationConfig(temperature, int(k), p, seed=seed)
                for name, texts in prompts.items():
                    counts = judge(world, model, corpus, texts, config)
                    broken = counts.pop("broken")
                    print(f"   {sampling:10} {name:15}", *(f"{k} {v}" for k, v in counts.items()), flush=True)
                    for sentence in broken[:2]:
                        print("       ", sentence[:110], flush=True)
                    results.append(
                        {"language": language, "seed": seed, "sampling": sampling, "prompts": name, **facts, **counts}
                    )
    if args.write:
        from record import write_result  # type: ignore[import-not-found]

        settings = {"preset": vars(preset), "optimizer": optimizer, "steps": args.steps, "stories": args.stories}
        write_result("default_run", settings, args.seeds, results)


if __name__ == "__main__":
    main()
