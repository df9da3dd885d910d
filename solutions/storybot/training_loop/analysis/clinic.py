"""The clinic: eight recorded runs, each with one fault, and which fault it is.

The runs were made by `benchmarks/training_runs/bench_sick_curves.py`. The chapter shows their curves under letters and
the causes under numbers; `diagnose` is the answer.
"""

from __future__ import annotations

from typing import Any

from storybot.notebook.recorded_results import recorded

# what the record calls a run, in the order of the plots A to H, and the number of its cause in the chapter's list
RUNS = {
    "rate too high": 2,
    "in order": 8,
    "plateau": 5,
    "not a number": 4,
    "rate too low": 1,
    "too good": 6,
    "high start": 3,
    "spike": 7,
}
LETTERS = dict(zip("ABCDEFGH", RUNS, strict=True))


def diagnose() -> dict[str, int]:
    """What is wrong with each run: the number of its cause.

    The keys are the letters of the eight plots, "A" to "H". The values
    are the numbers of the causes in the list above, 1 to 8. Each cause
    belongs to one run.

    >>> sorted(diagnose())
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    >>> sorted(diagnose().values())
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    return {letter: RUNS[run] for letter, run in LETTERS.items()}


def load_cases() -> dict[str, dict[str, Any]]:
    """The runs by their letters, and the healthy one under "healthy": `losses`, and `validation` by step.

    >>> cases = load_cases()
    >>> list(cases)
    ['healthy', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    >>> len(cases["healthy"]["losses"])
    120
    """
    results = recorded("sick_curves")["results"]
    return {"healthy": results["healthy"], **{letter: results[run] for letter, run in LETTERS.items()}}
