"""The storyteller of the page: what int8 costs, and how fast a browser tells.

    python benchmarks/training_runs/bench_storyteller.py --folder _build/storyteller --write

Quality: the trained model in float32 against the committed one in int8, on stories that neither has read
(`tools.storyteller.quality`). `--folder` is the one that `python -m tools.storyteller --folder` trained in; a model
that is not there is trained. Speed: tokens per second in a worker of Chromium, the best of several stories, because a
machine that does something else meanwhile is only ever slower; needs the built book.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from storybot.languages import LANGUAGES

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for `record`
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # for `tools`, which is no installed package
from tools.book.build import HTML
from tools.storyteller.asset import read_asset
from tools.storyteller.quality import HELD_OUT, HELD_OUT_SEED, held_out_stories, measure_quality
from tools.storyteller.training import PRESET, train_model
from tools.storyteller.writing import MAX_TOKENS, SAMPLING

STORIES_TOLD = 8


def quality(language: str, folder: Path) -> dict[str, Any]:
    """Bits per byte and nats a story, float32 and int8, and how much more the latter is."""
    model, corpus = train_model(language, folder)
    asset, stories = read_asset(language), held_out_stories(language)
    float32 = asdict(measure_quality(model, corpus.tokenizer, stories))
    int8 = asdict(measure_quality(asset.model(), asset.tokenizer, stories))
    loss = {name: round(100 * (int8[name] / float32[name] - 1), 3) for name in float32}

    def rounded(values: dict[str, float]) -> dict[str, float]:
        return {name: round(value, 5) for name, value in values.items()}

    return {"float32": rounded(float32), "int8": rounded(int8), "percent_more": loss}


def speed(language: str, chromium: str) -> dict[str, Any]:
    """Tokens per second of the fastest of some stories, as the page itself shows it, and how many tokens that was."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto((HTML / language / "index.html").as_uri())
        element = page.locator(".storyteller")
        rates = []
        for _ in range(STORIES_TOLD):
            element.evaluate("element => delete element.dataset.over")
            element.locator(".tell").click()
            page.wait_for_function("document.querySelector('.storyteller').dataset.over")
            rates.append(int(element.get_attribute("data-rate") or 0))
        where = element.get_attribute("data-where")
        browser.close()
    return {"tokens_per_second": max(rates), "all": rates, "where": where}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", nargs="+", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--folder", type=Path, help="where corpora and models are kept (default: a temporary one)")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/storyteller.json")
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp())
    results = {}
    for language in args.lang:
        results[language] = {**quality(language, folder), "chromium": speed(language, args.chromium)}
        print(language, results[language], flush=True)
    if args.write:
        from record import write_result  # type: ignore[import-not-found]

        settings = {
            "preset": vars(PRESET), "held_out_stories": HELD_OUT, "held_out_seed": HELD_OUT_SEED,
            "sampling": vars(SAMPLING), "max_tokens": MAX_TOKENS, "stories_told": STORIES_TOLD,
        }  # fmt: skip
        write_result("storyteller", settings, [0], results)


if __name__ == "__main__":
    main()
