"""`python -m tools.attention_recording [language ...]`: what the attention viewer of the interlude shows.

For each language a small model is trained on the course's stories, and its attention on the opening of a story that it
has not seen is written to `assets/static/attention-<language>.js`. A few minutes a language.

The weights are whole 255ths, and those of a row are exactly 255 in all. Only the lower triangle is kept, row by row,
because no position sees a later one.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES
from storybot.model import GPT, ModelConfig
from storybot.model.attention_maps import attention_maps
from storybot.special_tokens import END, bos_id
from storybot.stories import make_stories
from storybot.training_loop import Corpus, TrainConfig, story_corpus, train
from tools import ROOT

Tensor = torch.Tensor
FOLDER = ROOT / "assets" / "static"
STORIES, CAST, PLOTS = 8000, 6, 2  # six names and things a role: which one it is must be looked up in the story
VOCAB_SIZE, SEQ_LEN, DEPTH, WIDTH, HEADS = 2048, 320, 2, 128, 4
STEPS, BATCH, SEED = 2400, 5, 0
UNSEEN_SEED = 2  # the stories to train on have seed 1
TOKENS = 72  # of the recorded story, with the token that begins it
UNSEEN_STORIES = 40  # for `head_scores`; the one with the clearest example is shown
SCALE = 255
SUPERSCRIPTS = "¹²³⁴"


def attention_weights(model: GPT, inputs: Tensor) -> Tensor:
    """What each position of `inputs` (T,) attends to, in every layer and head: (L, H, T, T), rows sum to 1."""
    return attention_maps(model, inputs[None])[:, 0]


def quantize_rows(weights: np.ndarray) -> np.ndarray:
    """Rows that sum to 1 as whole numbers that sum to 255: rounded down, and up where most was lost.

    >>> quantize_rows(np.array([[0.5, 0.3, 0.2]])).tolist()
    [[128, 76, 51]]
    """
    scaled = weights.astype(np.float64) * SCALE
    whole = np.floor(scaled + 1e-9)
    missing = (SCALE - whole.sum(-1, keepdims=True)).round()
    order = np.argsort(np.argsort(whole - scaled, axis=-1, kind="stable"), axis=-1, kind="stable")
    return np.asarray(whole + (order < missing), dtype=np.uint8)


def visible_tokens(pieces: Sequence[bytes]) -> list[str]:
    """The tokens as a reader can see them: of a character that is cut, each token shows its numbered part.

    >>> visible_tokens(["小".encode(), "狐".encode()[:2], "狐".encode()[2:] + b".\\n"])
    ['小', '狐¹', '狐².⏎']
    """
    shown, begin = [""] * len(pieces), 0
    owner = [number for number, piece in enumerate(pieces) for _ in piece]  # byte -> its token
    for character in b"".join(pieces).decode("utf-8", "ignore"):
        end = begin + len(character.encode("utf-8"))
        owners = list(dict.fromkeys(owner[begin:end]))
        for part, number in enumerate(owners):
            shown[number] += character.replace("\n", "⏎") + (SUPERSCRIPTS[part] if len(owners) > 1 else "")
        begin = end
    return shown


def rare_tokens(rows: Sequence[Tensor]) -> set[int]:
    """The tokens that are in at most a quarter of the rows: names and things.

    >>> rare_tokens([torch.tensor([1, 7]), torch.tensor([1]), torch.tensor([1]), torch.tensor([1])])
    {7}
    """
    in_rows: Counter[int] = Counter()
    for row in rows:
        in_rows.update(set(row.tolist()))
    return {token for token, count in in_rows.items() if count <= len(rows) / 4}


def head_scores(model: GPT, rows: Sequence[Tensor]) -> dict[str, list[list[float]]]:
    """What each head looks at, as a mean over `rows`: for each score a list of layers, each a list of heads.

    `previous`: the weight on the token before. `same`: on earlier places of the same token, where there are any;
    `induction`: on the tokens after those; `copy`: on earlier places of the token that comes next, where there are
    any. These three count tokens that are in at most a quarter of the rows: names and things. `uniform` is what
    `copy` would be if all weights were equal.
    """
    rare = rare_tokens(rows)
    shape = (model.config.depth, model.config.heads)
    names = ("previous", "same", "induction", "copy", "uniform")
    sums, counts = {name: torch.zeros(shape) for name in names}, dict.fromkeys(names, 0)

    def add(name: str, weights: Tensor) -> None:
        sums[name] += weights
        counts[name] += 1

    for row in rows:
        ids, weights = row.tolist(), attention_weights(model, row)  # (T,), (L, H, T, T)
        for query in range(1, len(ids)):
            add("previous", weights[:, :, query, query - 1])
            earlier = [key for key in range(query) if ids[key] == ids[query]]
            if earlier and ids[query] in rare:
                add("same", weights[:, :, query, earlier].sum(-1))
                add("induction", weights[:, :, query, [key + 1 for key in earlier]].sum(-1))
            following = ids[query + 1] if query + 1 < len(ids) else -1
            sources = [key for key in range(query + 1) if ids[key] == following]
            if sources and following in rare:
                add("copy", weights[:, :, query, sources].sum(-1))
                add("uniform", torch.full(shape, len(sources) / (query + 1)))
    return {name: [[round(x, 2) for x in layer] for layer in (sums[name] / counts[name]).tolist()] for name in names}


def model_config() -> ModelConfig:
    return ModelConfig(VOCAB_SIZE, SEQ_LEN, DEPTH, WIDTH, HEADS, HEADS)


def unseen_stories(language: str) -> list[str]:
    """Stories of the same kind as those to train on, with another seed."""
    return list(make_stories(language, UNSEEN_STORIES, UNSEEN_SEED, CAST, PLOTS))


def encode_opening(corpus: Corpus, story: str, tokens: int) -> Tensor:
    """The token that begins a document, and the first tokens of the story: (T,)."""
    tokenizer = corpus.tokenizer
    return torch.tensor([bos_id(tokenizer), *tokenizer.encode(story, "none")][:tokens])


def clearest_copy(model: GPT, stories: Sequence[Tensor]) -> tuple[int, int, int, int]:
    """Story, layer, head and token of the clearest example of copying that any head gives in these stories (T,).

    The token is the one that looks back most at earlier places of the token that comes next. Only names and things
    count, as in `head_scores`, and only the second half of a story, so that there is something to look back at.
    """
    rare = rare_tokens(stories)
    best, found = -1.0, (0, 0, 0, 0)
    for number, story in enumerate(stories):
        ids, weights = story.tolist(), attention_weights(model, story)  # (T,), (L, H, T, T)
        for query in range(len(ids) // 2, len(ids) - 1):
            sources = [key for key in range(1, query) if ids[key] == ids[query + 1]]
            if not sources or ids[query + 1] not in rare:
                continue
            back = weights[:, :, query, sources].sum(-1)  # (L, H)
            if float(back.max()) > best:
                layer, head = divmod(int(back.argmax()), back.shape[1])
                best, found = float(back.max()), (number, layer, head, query)
    return found


def record(language: str, model: GPT, corpus: Corpus, loss: float) -> dict[str, Any]:
    """The content of the file of a language."""
    stories = unseen_stories(language)
    scores = head_scores(model, [encode_opening(corpus, story, 2 * TOKENS) for story in stories])
    openings = [encode_opening(corpus, story, TOKENS) for story in stories]
    number, layer, head, token = clearest_copy(model, openings)
    whole = encode_opening(corpus, stories[number], SEQ_LEN).tolist()
    shown = visible_tokens([corpus.tokenizer.vocab[one] for one in whole[1:]])  # all: the cut may be in a character
    weights = quantize_rows(attention_weights(model, openings[number]).numpy())  # (L, H, T, T)
    rows, columns = np.tril_indices(TOKENS)
    return {
        "tokens": [END, *shown][:TOKENS],
        "layers": DEPTH,
        "heads": HEADS,
        "weights": base64.b64encode(weights[:, :, rows, columns].tobytes()).decode(),
        "start": {"layer": layer, "head": head, "token": token},
        "scores": scores,
        "made": {"layers": DEPTH, "heads": HEADS, "steps": STEPS, "seed": SEED, "loss": f"{loss:.2f}"},
        "versions": {"torch": torch.__version__, "python": sys.version.split()[0]},
    }


def train_model(language: str, folder: Path) -> tuple[GPT, Corpus, float]:
    """The model of a language, its corpus, and its mean loss in the last 20 steps."""
    corpus = story_corpus(language, folder / language, STORIES, VOCAB_SIZE, cast=CAST, plots=PLOTS, packing="best_fit")
    config = TrainConfig(model_config(), STEPS, BATCH, seed=SEED, device="cpu", dtype="float32")
    result = train(config, corpus.loader(BATCH, SEQ_LEN))
    return result.model, corpus, sum(result.losses[-20:]) / 20


def digest(language: str) -> str:
    """Names what a recording is made from: the settings, the stories to train on, the recorded one."""
    settings = [STORIES, CAST, PLOTS, VOCAB_SIZE, SEQ_LEN, DEPTH, WIDTH, HEADS, STEPS, BATCH, SEED, TOKENS]
    stories = [*make_stories(language, 500, 1, CAST, PLOTS), *unseen_stories(language)]
    return hashlib.sha256(json.dumps([settings, stories]).encode("utf-8")).hexdigest()[:16]


def script(language: str, content: dict[str, Any]) -> str:
    made = f"// generated by `python -m tools.attention_recording` from {digest(language)}; do not edit\n"
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f"{made}window.STORYBOT_ATTENTION = {text};\n"


def read_recording(language: str, folder: Path = FOLDER) -> tuple[str, dict[str, Any]]:
    """The first line of a language's file, and its content."""
    first, rest = (folder / f"attention-{language}.js").read_text(encoding="utf-8").split("\n", 1)
    content: dict[str, Any] = json.loads(rest.removeprefix("window.STORYBOT_ATTENTION = ").rstrip().rstrip(";"))
    return first, content


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.attention_recording", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="language", help="such as ja (default: all)")
    languages = parser.parse_args().languages or list(LANGUAGES)
    if unknown := [language for language in languages if language not in LANGUAGES]:
        parser.error(f"the course has no language {', '.join(unknown)}; its languages are {', '.join(LANGUAGES)}")
    for language in languages:
        print(f"training the model to be recorded: {LANGUAGES[language].name}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            content = record(language, *train_model(language, Path(folder)))
        target = FOLDER / f"attention-{language}.js"
        write_atomically(target, script(language, content))
        print(f"{target.relative_to(ROOT)}: loss {content['made']['loss']}", flush=True)
        for name, layers in content["scores"].items():
            print(f"  {name:9}", " | ".join(" ".join(f"{x:.2f}" for x in layer) for layer in layers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
