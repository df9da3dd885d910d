"""gpt_logits: the whole model."""

from __future__ import annotations

import torch

from storybot.check.exercise import Exercise
from storybot.model.exercises.inputs import random_tensor
from storybot.model.exercises.weights import Weights, describe_call, model_weights
from storybot.model.from_scratch import gpt_logits, rms_norm, select_weights, transformer_block


def reversed_order(weights: Weights) -> Weights:
    """The same weights, the last name first."""
    return dict(reversed(weights.items()))


def only_ends(vocab: int, width: int) -> Weights:
    """A model without a block."""
    return {"embedding.weight": random_tensor(0, vocab, width), "head.weight": random_tensor(1, vocab, width)}


EXERCISE = Exercise(
    gpt_logits,
    [
        (torch.tensor([[0]]), model_weights(0, vocab=2, width=2, depth=1), 1),
        (torch.tensor([[0, 2]]), model_weights(1, vocab=3, width=2, depth=1), 1),
        (torch.tensor([[1, 0, 4]]), model_weights(2, vocab=5, width=4, depth=2), 2),
        (torch.tensor([[3, 3, 1], [0, 2, 1]]), model_weights(3, vocab=4, width=4, depth=3), 1),
        (torch.tensor([[1, 2], [2, 0]]), reversed_order(model_weights(4, vocab=3, width=4, depth=2)), 2),
        (torch.tensor([[2, 0, 1]]), model_weights(5, vocab=3, width=2, depth=11), 1),
        (torch.tensor([[1, 5, 5, 0]]), model_weights(6, vocab=6, width=4, depth=1, dtype=torch.float32), 2),
        (torch.tensor([[0, 1]]), only_ends(3, 2), 1),
    ],
    tolerance=1e-5,
    describe_call=describe_call,
    errors=(ValueError,),
)


def count_blocks(weights):
    depth = len({name.split(".")[1] for name in weights if name.startswith("blocks.")})
    if not depth:
        raise ValueError("no block")
    return depth


def run_blocks(x, weights, heads, layers):
    for layer in layers:
        x = transformer_block(x, select_weights(weights, f"blocks.{layer}"), heads)
    return x


@EXERCISE.mistake
def embedding_not_normed(tokens, weights, heads):
    x = run_blocks(weights["embedding.weight"][tokens], weights, heads, range(count_blocks(weights)))
    return rms_norm(x) @ weights["head.weight"].T


@EXERCISE.mistake
def no_norm_at_the_end(tokens, weights, heads):
    x = rms_norm(weights["embedding.weight"][tokens])
    return run_blocks(x, weights, heads, range(count_blocks(weights))) @ weights["head.weight"].T


@EXERCISE.mistake
def each_block_from_the_start(tokens, weights, heads):
    depth = count_blocks(weights)
    x = rms_norm(weights["embedding.weight"][tokens])
    return rms_norm(run_blocks(x, weights, heads, [depth - 1])) @ weights["head.weight"].T


@EXERCISE.mistake
def block_0_for_all(tokens, weights, heads):
    x = rms_norm(weights["embedding.weight"][tokens])
    return rms_norm(run_blocks(x, weights, heads, [0] * count_blocks(weights))) @ weights["head.weight"].T


@EXERCISE.mistake
def block_0_only(tokens, weights, heads):
    count_blocks(weights)
    x = rms_norm(weights["embedding.weight"][tokens])
    return rms_norm(run_blocks(x, weights, heads, [0])) @ weights["head.weight"].T


@EXERCISE.mistake
def numbers_sorted_as_text(tokens, weights, heads):
    count_blocks(weights)
    layers = sorted({name.split(".")[1] for name in weights if name.startswith("blocks.")})
    x = rms_norm(weights["embedding.weight"][tokens])
    return rms_norm(run_blocks(x, weights, heads, layers)) @ weights["head.weight"].T


@EXERCISE.mistake
def order_of_the_dict(tokens, weights, heads):
    count_blocks(weights)
    layers = dict.fromkeys(name.split(".")[1] for name in weights if name.startswith("blocks."))
    x = rms_norm(weights["embedding.weight"][tokens])
    return rms_norm(run_blocks(x, weights, heads, layers)) @ weights["head.weight"].T


@EXERCISE.mistake
def embedding_as_head(tokens, weights, heads):
    x = run_blocks(rms_norm(weights["embedding.weight"][tokens]), weights, heads, range(count_blocks(weights)))
    return rms_norm(x) @ weights["embedding.weight"].T


@EXERCISE.mistake
def last_position_only(tokens, weights, heads):
    return gpt_logits(tokens, weights, heads)[:, -1]


@EXERCISE.mistake
def probabilities(tokens, weights, heads):
    return gpt_logits(tokens, weights, heads).softmax(-1)


@EXERCISE.mistake
def no_block_accepted(tokens, weights, heads):
    depth = len({name.split(".")[1] for name in weights if name.startswith("blocks.")})
    x = run_blocks(rms_norm(weights["embedding.weight"][tokens]), weights, heads, range(depth))
    return rms_norm(x) @ weights["head.weight"].T
