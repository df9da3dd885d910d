"""Chapter 5: ten tiny runs, a scaling law fitted to them, and an eleventh, larger run that it has to predict.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_scaling_law.py            # ten minutes on one core
    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_scaling_law.py --refit    # fit recorded losses again
    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_scaling_law.py --design short

L(N, D) = E + A / N^a + B / D^b, with N the number of parameters and D the number of training tokens, each read once.
E, A and B are never negative; for every pair of exponents on a grid they follow by non-negative least squares, and the
pair with the smallest error in the loss is taken. The eleventh run has more parameters and more tokens than any of the
ten. Its prediction is made by `fit` from the ten alone.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from typing import Any

import numpy as np
from record import RESULTS, copy_to_package, write_result
from tiny_runs import ROWS, Stories, load_stories, run, say, validation_loss

from storybot.model.config import ModelConfig
from storybot.training_loop import OptimizerConfig, TrainConfig, ValidationLoss

SEED = 0
Runs = list[tuple[int, int, int]]  # (depth, width, steps)
# "short" was tried first: its runs are all cut off while the loss falls steeply, and the law does not fit them.
DESIGNS: dict[str, Runs] = {
    "short": [
        *((1, 64, steps) for steps in (100, 250, 500)),
        *((1, 128, steps) for steps in (100, 250, 500)),
        *((2, 128, steps) for steps in (100, 250, 500)),
        (2, 192, 250),
        (3, 256, 600),
    ],
    "long": [
        *((1, 32, steps) for steps in (500, 1000, 2000)),
        *((1, 64, steps) for steps in (500, 1000, 2000)),
        *((2, 64, steps) for steps in (500, 1000, 2000)),
        (1, 128, 1000),
        (2, 128, 2500),
    ],
}  # the last one is the run to predict
EXPONENTS = np.arange(0.05, 2.001, 0.025)
Point = dict[str, Any]


def measure(depth: int, width: int, steps: int, stories: Stories, validation: ValidationLoss) -> dict[str, Any]:
    """One run: its parameters, its tokens and its final validation loss."""
    heads = max(1, width // 64)
    model = ModelConfig(1024, 128, depth, width, heads, heads)
    optimizer = OptimizerConfig(warmup=min(20, steps // 10))
    start = time.perf_counter()
    config = TrainConfig(model, steps, ROWS, optimizer=optimizer, seed=SEED, dtype="float32")
    result = run(config, stories, validation)
    embedding = result.model.embedding.weight.numel()
    point = {
        "shape": f"{depth} x {width}",
        "parameters": result.model.num_parameters(),
        "without embedding and head": result.model.num_parameters() - 2 * embedding,
        "tokens": result.tokens,
        "loss": round(result.scores[-1]["validation"], 4),
    }
    say(steps, point, f"{time.perf_counter() - start:.0f} s")
    return point


def non_negative_least_squares(terms: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, float]:
    """The best weights of three terms, none below 0: the best of all subsets whose plain solution is positive."""
    best, least = np.zeros(3), float(np.linalg.norm(values))
    for used in itertools.product([False, True], repeat=3):
        weights = np.zeros(3)
        weights[list(used)] = np.linalg.lstsq(terms[:, list(used)], values, rcond=None)[0]
        error = float(np.linalg.norm(terms @ weights - values))
        if (weights >= 0).all() and error < least:
            best, least = weights, error
    return best, least


def fit(points: list[Point], size: str = "parameters") -> dict[str, float]:
    """E, A, a, B, b with the smallest squared error of the loss."""
    n, d, loss = (np.array([point[key] for point in points], float) for key in (size, "tokens", "loss"))
    best: tuple[float, dict[str, float]] = (np.inf, {})
    for a, b in itertools.product(EXPONENTS, EXPONENTS):
        terms = np.stack([np.ones_like(n), (n / 1e5) ** -a, (d / 1e5) ** -b], axis=1)
        (e, scale_n, scale_d), error = non_negative_least_squares(terms, loss)
        if error < best[0]:
            best = error, {"E": e, "A": scale_n * 1e5**a, "a": a, "B": scale_d * 1e5**b, "b": b}
    return best[1]


def predict(law: dict[str, float], point: Point, size: str = "parameters") -> float:
    return law["E"] + law["A"] / point[size] ** law["a"] + law["B"] / point["tokens"] ** law["b"]


def predict_product(points: list[Point], at: Point, size: str) -> float:
    """For comparison: ln L is linear in ln N and ln D, so that the two sizes multiply instead of adding up."""
    terms = np.array([[1.0, np.log(point[size]), np.log(point["tokens"])] for point in [*points, at]])
    weights = np.linalg.lstsq(terms[:-1], np.log([point["loss"] for point in points]), rcond=None)[0]
    return float(np.exp(terms[-1] @ weights))


def judge(ten: list[Point], largest: Point) -> dict[str, object]:
    """The law from ten runs, its errors on them, and what it says of the eleventh, for both ways to count N."""
    found: dict[str, object] = {}
    for size in ("parameters", "without embedding and head"):
        law = fit(ten, size)
        errors = [predict(law, point, size) - point["loss"] for point in ten]
        left_out = [predict(fit([*ten[:i], *ten[i + 1 :]], size), largest, size) for i in range(len(ten))]
        found[size] = {
            "law": {name: float(f"{value:.4g}") for name, value in law.items()},
            "largest error on the ten": round(max(map(abs, errors)), 4),
            "prediction": round(predict(law, largest, size), 4),
            "predictions without one of the ten": [round(min(left_out), 4), round(max(left_out), 4)],
            "measured": largest["loss"],
            "product of powers, predicted": round(predict_product(ten, largest, size), 4),
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--refit", action="store_true")
    parser.add_argument("--design", choices=list(DESIGNS), default="long")
    options = parser.parse_args()
    name = "scaling_law" if options.design == "long" else f"scaling_law_{options.design}"
    if options.refit:
        old = json.loads((RESULTS / f"{name}.json").read_text())
        ten, largest = old["results"]["ten"], old["results"]["largest"]
    else:
        stories = load_stories()
        data = stories, validation_loss(stories)
        *small, large = DESIGNS[options.design]
        ten = [measure(*shape, *data) for shape in small]
        say(fit(ten))
        largest = measure(*large, *data)
    results = {"ten": ten, "largest": largest, "fits": judge(ten, largest)}
    say(json.dumps(results["fits"], indent=1))
    settings = {
        "optimizer": "Muon and AdamW, the package's rates", "tokens a step": ROWS * 128, "warm-down": 0.4, "threads": 1,
        "vocabulary": 1024, "stories": "English, 16,000 (4.8 million training tokens), whole cast, all plots",
        "L": "E + A / N^a + B / D^b",
    }  # fmt: skip
    path = write_result(name, settings, [SEED], results)
    if name == "scaling_law":  # the design that the chapter shows
        copy_to_package(path)


if __name__ == "__main__":
    main()
