"""Chapter 7, evaluation: bits per byte, CORE, stories, and a report card.

Read in this order. Bits per byte: `token_sizes`, `bpb`, `whole_texts`, `wrong_formulas`. CORE: `tasks`,
`bundle`, `prompts`, `multiple_choice`, `plain_core`, `centering`, `core`, `core_file`; then how it is made
fast: `cache`, `needed`, `core_scores`. Generation: `one_step`, `filters`, `sampling`, `plain_generate`; then
how it is made fast: `decode`, `rows`, `generate`; and `pieces` for streams. The report card: `report`, and what
its name begins. The command line: `commands`, `core_commands`, `joined`.

The names below are found when they are asked for, as in chapter 5. No module is called as one of them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storybot.evaluation.bpb import bits_per_byte as bits_per_byte
    from storybot.evaluation.bpb import evaluate_bpb as evaluate_bpb
    from storybot.evaluation.bundle import read_bundle as read_bundle
    from storybot.evaluation.cache import KVCache as KVCache
    from storybot.evaluation.cache import hidden_with_cache as hidden_with_cache
    from storybot.evaluation.centering import centered_accuracy as centered_accuracy
    from storybot.evaluation.centering import core_score as core_score
    from storybot.evaluation.core import evaluate_core as evaluate_core
    from storybot.evaluation.core import evaluate_task as evaluate_task
    from storybot.evaluation.filters import top_k_filter as top_k_filter
    from storybot.evaluation.filters import top_p_filter as top_p_filter
    from storybot.evaluation.generate import Generator as Generator
    from storybot.evaluation.multiple_choice import score_choices as score_choices
    from storybot.evaluation.one_step import cached_attention as cached_attention
    from storybot.evaluation.report import make_report as make_report
    from storybot.evaluation.sampling import Sampling as Sampling
    from storybot.evaluation.token_sizes import token_bytes as token_bytes
    from storybot.evaluation.whole_texts import text_batches as text_batches

MODULES = {
    "Generator": "generate",
    "KVCache": "cache",
    "Sampling": "sampling",
    "bits_per_byte": "bpb",
    "cached_attention": "one_step",
    "centered_accuracy": "centering",
    "core_score": "centering",
    "evaluate_bpb": "bpb",
    "evaluate_core": "core",
    "evaluate_task": "core",
    "hidden_with_cache": "cache",
    "make_report": "report",
    "read_bundle": "bundle",
    "score_choices": "multiple_choice",
    "text_batches": "whole_texts",
    "token_bytes": "token_sizes",
    "top_k_filter": "filters",
    "top_p_filter": "filters",
}

__all__ = list(MODULES)


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{MODULES[name]}"), name)
