"""The model once more, as the reader of the interlude builds it: plain functions of tensors, without modules.

Nothing here is fast, and nothing of the package runs on it. It is the reference of the interlude's exercises, and
`tests/model/test_from_scratch.py` holds it equal to `storybot.model.gpt` on the same weights.
"""

from storybot.model.from_scratch.attention import causal_attention, multi_head_attention
from storybot.model.from_scratch.bigram import bigram_logits
from storybot.model.from_scratch.gpt import gpt_logits, select_weights, transformer_block
from storybot.model.from_scratch.loss_gradient import cross_entropy_gradient
from storybot.model.from_scratch.mlp import mlp
from storybot.model.from_scratch.rms_norm import rms_norm, rms_norm_gradient
from storybot.model.from_scratch.rope import apply_rope
from storybot.model.losses import cross_entropy

__all__ = [
    "apply_rope",
    "bigram_logits",
    "causal_attention",
    "cross_entropy",
    "cross_entropy_gradient",
    "gpt_logits",
    "mlp",
    "multi_head_attention",
    "rms_norm",
    "rms_norm_gradient",
    "select_weights",
    "transformer_block",
]
