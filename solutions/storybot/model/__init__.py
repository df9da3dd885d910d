"""The model that training, DDP and evaluation all stand on: a GPT, its loss, its KV cache and its sampler.

Start with `gpt`, which puts `norm`, `rope`, `attention` and `mlp` together. `generate_reference` is the slow, readable
generator; the fast one is `storybot.evaluation.generation`.
"""

from storybot.model.config import ModelConfig, check_vocab_size, config_for_depth
from storybot.model.gpt import GPT, init_model, meta_model
from storybot.model.kv_cache import KVCache, cached_attention
from storybot.model.losses import cross_entropy
from storybot.model.sampling import Sampling, top_k_filter, top_p_filter

__all__ = [
    "GPT",
    "KVCache",
    "ModelConfig",
    "Sampling",
    "cached_attention",
    "check_vocab_size",
    "config_for_depth",
    "cross_entropy",
    "init_model",
    "meta_model",
    "top_k_filter",
    "top_p_filter",
]
