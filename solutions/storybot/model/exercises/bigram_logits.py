"""bigram_logits: an embedding and a head, with nothing between them."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.exercises.inputs import DTYPES, random_tensor, tensors, with_gradients
from storybot.model.from_scratch.bigram import bigram_logits


@st.composite
def tokens_and_matrices(draw: st.DrawFn) -> Arguments:
    rows, length, vocab, width = (draw(st.integers(1, 3)) for _ in range(4))
    tokens = draw(st.lists(st.integers(0, vocab - 1), min_size=rows * length, max_size=rows * length))
    matrix = tensors((vocab, width), draw(DTYPES))
    return torch.tensor(tokens).view(rows, length), draw(matrix), draw(matrix)


EMBEDDING = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
HEAD = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]])

EXERCISE = Exercise(
    bigram_logits,
    [
        (torch.tensor([[0]]), EMBEDDING, HEAD),
        (torch.tensor([[0, 2], [1, 1]]), EMBEDDING, HEAD),
        (torch.tensor([[1, 0]]), torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[0.0, 1.0], [2.0, -1.0]])),
        (torch.tensor([[3, 1, 3, 0]]), random_tensor(0, 5, 3), random_tensor(1, 5, 3)),
        (torch.tensor([[1, 0, 1], [2, 2, 0]]), random_tensor(2, 3, 6), random_tensor(3, 3, 6)),
        (torch.tensor([[0]]), torch.tensor([[1e20]], dtype=torch.float64), torch.tensor([[1e20]], dtype=torch.float64)),
        (torch.tensor([[0, 3]]), EMBEDDING, HEAD),
        (torch.tensor([[0, -1]]), EMBEDDING, HEAD),
        (torch.tensor([[2, 0], [-3, 1]]), EMBEDDING, HEAD),
    ],
    tokens_and_matrices(),
    tolerance=1e-5,
    invoke=with_gradients,
    errors=(ValueError,),
)


def check_tokens(tokens, embedding):
    if tokens.min() < 0 or tokens.max() >= len(embedding):
        raise ValueError("a token is not in the vocabulary")


@EXERCISE.mistake
def tokens_not_checked(tokens, embedding, head):
    return embedding[tokens] @ head.T


@EXERCISE.mistake
def negative_tokens_accepted(tokens, embedding, head):
    if tokens.max() >= len(embedding):
        raise ValueError("a token is not in the vocabulary")
    return embedding[tokens] @ head.T


@EXERCISE.mistake
def only_the_vectors(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return embedding[tokens]


@EXERCISE.mistake
def not_transposed(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return embedding[tokens] @ head


@EXERCISE.mistake
def matrices_exchanged(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return head[tokens] @ embedding.T


@EXERCISE.mistake
def one_matrix_for_both(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return embedding[tokens] @ embedding.T


@EXERCISE.mistake
def probabilities(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return torch.softmax(embedding[tokens] @ head.T, dim=-1)


@EXERCISE.mistake
def positions_in_one_row(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return embedding[tokens.flatten()] @ head.T  # (B T, V)


@EXERCISE.mistake
def no_gradient(tokens, embedding, head):
    check_tokens(tokens, embedding)
    with torch.no_grad():
        return embedding[tokens] @ head.T


@EXERCISE.mistake
def embedding_is_frozen(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return torch.nn.Embedding.from_pretrained(embedding)(tokens) @ head.T


@EXERCISE.mistake
def in_float32(tokens, embedding, head):
    check_tokens(tokens, embedding)
    return embedding.float()[tokens] @ head.float().T
