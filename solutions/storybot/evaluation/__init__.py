"""Chapter 7, evaluation: bits per byte (`bpb`), tasks against chance (`core/`), stories (`generation/`), a report card (`report/`)."""

from storybot.evaluation.bpb import bits_per_byte, evaluate_bpb
from storybot.evaluation.core.bundle import read_bundle
from storybot.evaluation.core.evaluate import evaluate_core, evaluate_task
from storybot.evaluation.core.metric import centered_accuracy, core_score
from storybot.evaluation.filters import top_k_filter, top_p_filter
from storybot.evaluation.generation.generator import Generator
from storybot.evaluation.multiple_choice import score_choices
from storybot.evaluation.one_step import cached_attention
from storybot.evaluation.report.build import make_report
from storybot.evaluation.token_sizes import token_bytes
from storybot.evaluation.whole_texts import batches_from_texts
from storybot.model.kv_cache import KVCache, hidden_with_cache
from storybot.model.sampling import Sampling

__all__ = [
    "Generator",
    "KVCache",
    "Sampling",
    "batches_from_texts",
    "bits_per_byte",
    "cached_attention",
    "centered_accuracy",
    "core_score",
    "evaluate_bpb",
    "evaluate_core",
    "evaluate_task",
    "hidden_with_cache",
    "make_report",
    "read_bundle",
    "score_choices",
    "token_bytes",
    "top_k_filter",
    "top_p_filter",
]
