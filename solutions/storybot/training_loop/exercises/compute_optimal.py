"""compute_optimal: the model for a budget."""

from __future__ import annotations

from itertools import count

from hypothesis import strategies as st

from storybot.check.exercise import Exercise
from storybot.training_loop.budget import compute_optimal

EXERCISE = Exercise(
    compute_optimal,
    [
        (4e19, 65536, 2048),
        (1e15, 4096, 512),
        (1e16, 4096, 512, 100),
        (3.5e19, 65536, 2048),
        (20 * 81920 * (6 * 65536 + 12 * 64 * 128), 256, 128),  # exactly what one layer costs
        (20 * 81920 * (6 * 65536 + 12 * 64 * 128) - 1, 256, 128),
        (1.0, 1024, 128),
        (1e12, 1024, 4096, 1),
        (1e27, 65536, 2048),  # more than a hundred layers
    ],
    st.tuples(
        st.sampled_from([1e11, 1e12, 1e13, 2e14, 5e15, 3e17, 1e19]),
        st.sampled_from([256, 1024, 4096, 65536]),
        st.sampled_from([64, 512, 2048, 8192]),
        st.sampled_from([1, 20, 200]),
    ),
    errors=(ValueError,),
)


def deepest(flops, ratio, cost):
    """The largest depth whose tokens, each with what `cost` says for it, stay within the budget."""
    found = None
    for depth in count(1):
        parameters, per_token = cost(depth)
        if ratio * parameters * per_token > flops:
            break
        found = depth, parameters, ratio * parameters
    if found is None:
        raise ValueError("too little")
    return found


def sizes(vocab_size, depth):
    width = 64 * depth
    return width, vocab_size * width, 12 * depth * width**2


@EXERCISE.mistake
def embedding_multiplied(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        width, table, blocks = sizes(vocab_size, depth)
        return 2 * table + blocks, 6 * (2 * table + blocks) + 12 * depth * width * seq_len

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def no_attention(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        _, table, blocks = sizes(vocab_size, depth)
        return 2 * table + blocks, 6 * (table + blocks)

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def attention_of_one_layer(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        width, table, blocks = sizes(vocab_size, depth)
        return 2 * table + blocks, 6 * (table + blocks) + 12 * width * seq_len

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def one_table(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        width, table, blocks = sizes(vocab_size, depth)
        return table + blocks, 6 * (table + blocks) + 12 * depth * width * seq_len

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def blocks_of_one_layer(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        width, table, _ = sizes(vocab_size, depth)
        return 2 * table + 12 * width**2, 6 * (table + 12 * width**2) + 12 * depth * width * seq_len

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def forward_only(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        width, table, blocks = sizes(vocab_size, depth)
        return 2 * table + blocks, 2 * (table + blocks) + 4 * depth * width * seq_len

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def one_layer_too_many(flops, vocab_size, seq_len, ratio=20):
    for depth in count(1):
        width, table, blocks = sizes(vocab_size, depth)
        parameters = 2 * table + blocks
        if ratio * parameters * (6 * (table + blocks) + 12 * depth * width * seq_len) > flops:
            return depth, parameters, ratio * parameters
    return None


@EXERCISE.mistake
def always_twenty(flops, vocab_size, seq_len, ratio=20):
    return compute_optimal(flops, vocab_size, seq_len, 20)


@EXERCISE.mistake
def below_the_budget(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        width, table, blocks = sizes(vocab_size, depth)
        return 2 * table + blocks, 6 * (table + blocks) + 12 * depth * width * seq_len

    return deepest(flops - 1e-3, ratio, cost)


@EXERCISE.mistake
def depth_zero_accepted(flops, vocab_size, seq_len, ratio=20):
    try:
        return compute_optimal(flops, vocab_size, seq_len, ratio)
    except ValueError:
        return 0, 0, 0


@EXERCISE.mistake
def six_times_all_parameters(flops, vocab_size, seq_len, ratio=20):
    def cost(depth):
        _, table, blocks = sizes(vocab_size, depth)
        return 2 * table + blocks, 6 * (2 * table + blocks)

    return deepest(flops, ratio, cost)


@EXERCISE.mistake
def tokens_without_the_embedding(flops, vocab_size, seq_len, ratio=20):
    found = None
    for depth in count(1):
        width, table, blocks = sizes(vocab_size, depth)
        tokens = ratio * (table + blocks)
        if tokens * (6 * (table + blocks) + 12 * depth * width * seq_len) > flops:
            break
        found = depth, 2 * table + blocks, tokens
    if found is None:
        raise ValueError("too little")
    return found
