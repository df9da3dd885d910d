"""Centred accuracy: 0 is chance, 1 is all right, below 0 is worse than guessing.

Tasks have different numbers of options, so that accuracies of several tasks cannot be averaged as they are.
The score of a bundle is the plain mean of the centred accuracies. On the 22 public tasks of DCLM it is called CORE;
on the course's own three tasks it is the story score, which says nothing about CORE.

There are two versions of the baselines. `v1` is what a bundle's `eval_meta_data.csv` says, which is DCLM's
file as it was until September 2025 and the one that nanochat's published scores use. Then DCLM put three of its
22 tasks right (`v2`), after https://github.com/mlfoundations/dclm/issues/114: four options, not eleven or five,
and for commonsense_qa the share of its most frequent label, 40.3%, as boolq always had.
"""

from __future__ import annotations

from collections.abc import Iterable

CORRECTED = {"commonsense_qa": 40.3, "bigbench_language_identification": 25.0, "agi_eval_lsat_ar": 25.0}
PUBLIC_TASKS = {
    "agi_eval_lsat_ar", "arc_challenge", "arc_easy", "bigbench_cs_algorithms", "bigbench_dyck_languages",
    "bigbench_language_identification", "bigbench_operators", "bigbench_qa_wikidata", "bigbench_repeat_copy_logic",
    "boolq", "commonsense_qa", "copa", "coqa", "hellaswag", "hellaswag_zeroshot", "jeopardy", "lambada_openai",
    "openbook_qa", "piqa", "squad", "winograd", "winogrande",
}  # fmt: skip
BASELINES: dict[str, dict[str, float]] = {"v1": {}, "v2": CORRECTED}  # per cent, in place of the bundle's


def centered_accuracy(accuracy: float, baseline: float) -> float:
    """How far from chance (0) to all right (1) an accuracy is.

    `accuracy` is a share, from 0 to 1. `baseline`, what guessing gets, is
    in per cent, as in the file of the public bundle: from 0 on, and below
    100. The result is negative for an accuracy below chance. Raises a
    ValueError if `accuracy` or `baseline` is outside its range.

    >>> centered_accuracy(0.625, 25)
    0.5
    """
    if not 0 <= accuracy <= 1:
        raise ValueError(f"an accuracy is a share, from 0 to 1, not {accuracy}")
    if not 0 <= baseline < 100:
        raise ValueError(f"a baseline is in per cent, from 0 on and below 100, not {baseline}")
    chance = baseline / 100
    return (accuracy - chance) / (1 - chance)


def core_score(centered: Iterable[float]) -> float:
    """The score of all tasks: the mean, in which each counts the same.

    >>> core_score([0.5, -0.25, 0.5])
    0.25
    """
    values = list(centered)
    return sum(values) / len(values)


def baseline_for(label: str, written: float, version: str = "v1") -> float:
    """The baseline of a task in per cent: the one that is written in the bundle, or the corrected one.

    >>> baseline_for("commonsense_qa", 20), baseline_for("commonsense_qa", 20, "v2"), baseline_for("boolq", 62, "v2")
    (20, 40.3, 62)
    """
    if version not in BASELINES:
        raise ValueError(f"there are no baselines {version!r}; there are {', '.join(BASELINES)}")
    return BASELINES[version].get(label, written)


def score_name(labels: Iterable[str]) -> str:
    """What the mean over these tasks may be called: CORE only for all 22 public ones.

    >>> score_name(PUBLIC_TASKS), score_name(["en_last_words"]), score_name(["boolq"])
    ('CORE', 'story score', 'mean over some of the CORE tasks')
    """
    tasks = set(labels)
    if tasks == PUBLIC_TASKS:
        return "CORE"
    return "mean over some of the CORE tasks" if tasks & PUBLIC_TASKS else "story score"
