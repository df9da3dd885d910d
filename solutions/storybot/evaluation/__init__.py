"""Chapter 7, evaluation: bits per byte, tasks against chance, stories, a report card.

Four parts, each with its own folder or file: `bpb`, `core/`, `generation/`, `report/`.
"""

from storybot.evaluation.bpb import batches_from_texts, bits_per_byte, evaluate_bpb, token_bytes, token_losses
from storybot.evaluation.core.bundle import read_bundle
from storybot.evaluation.core.evaluate import evaluate_core, evaluate_task
from storybot.evaluation.core.metric import centered_accuracy, core_score
from storybot.evaluation.core.scoring_reference import score_choices
from storybot.evaluation.generation import ContextOverflowError, GenerationConfig, Generator, decode_utf8_stream
from storybot.evaluation.report.build import make_report
from storybot.model.generate_reference import generate_reference
from storybot.model.kv_cache import KVCache, cached_attention
from storybot.model.sampling import Sampling, top_k_filter, top_p_filter

__all__ = [
    "ContextOverflowError",
    "GenerationConfig",
    "Generator",
    "KVCache",
    "Sampling",
    "batches_from_texts",
    "bits_per_byte",
    "cached_attention",
    "centered_accuracy",
    "core_score",
    "decode_utf8_stream",
    "evaluate_bpb",
    "evaluate_core",
    "evaluate_task",
    "generate_reference",
    "make_report",
    "read_bundle",
    "score_choices",
    "token_bytes",
    "token_losses",
    "top_k_filter",
    "top_p_filter",
]
