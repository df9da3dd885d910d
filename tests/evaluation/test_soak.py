"""A model as small as chapter 5's scores above chance at every task of its language."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from storybot.cli import main
from storybot.evaluation.core.bundle import read_bundle
from storybot.evaluation.core.evaluate import evaluate_core
from storybot.languages import LANGUAGES
from storybot.training_loop.runs.run_folder import load_model


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_model_is_above_chance(language: str, tmp_path: Path) -> None:
    assert main(["train", "--lang", language, "--steps", "500", "--out", str(tmp_path)]) == 0
    scores = evaluate_core(*load_model(tmp_path), read_bundle(config=f"core_{language}.yaml"))
    for label, one in scores.tasks.items():
        chance = one.baseline / 100
        luck = math.sqrt(chance * (1 - chance) / one.n)
        assert one.accuracy > chance + max(2.5 * luck, 0.1), label
