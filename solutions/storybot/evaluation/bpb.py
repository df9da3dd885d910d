"""Bits per byte: how well a model predicts a text, whatever its tokens are.

The loss of a token depends on how much text the token stands for. The sum of all losses does not: it is
what the text costs, in nats. Divided by the text's bytes, and in bits, it compares any two models.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.model.gpt import GPT
from storybot.model.losses import LOGITS_PER_CHUNK
from storybot.special_tokens import END, bos_id
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy

Batch = tuple[torch.Tensor, torch.Tensor]  # inputs and targets, both (B, T)
IGNORE_INDEX = -1  # a target that is not scored


def token_bytes(tokenizer: Tokenizer) -> torch.Tensor:
    """How many bytes of text the token of each id stands for, as int64.

    `tokenizer.vocab[id]` are a token's raw bytes. Its text is no measure:
    a piece of a character decodes to U+FFFD, which has three bytes of its
    own. `tokenizer.special_tokens` maps the special tokens to their ids,
    which may lie anywhere from 256 on, also between other tokens. They
    are no text and count 0, as do ids that no token has. The result is
    one tensor of one dimension; its last position is the highest id of
    all tokens.

    >>> from storybot.bpe_basics import Tokenizer
    >>> tokenizer = Tokenizer([(b"a", b"b")], ["<|endoftext|>"])
    >>> token_bytes(tokenizer)[[97, 256, 257]]
    tensor([1, 2, 0])
    """
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = len(token)
    sizes[list(tokenizer.special_tokens.values())] = 0
    return sizes


def bits_per_byte(nats: list[float], sizes: list[int]) -> float:
    """What a byte of a text costs on average, in bits.

    `nats` has the loss of every token of the text, and `sizes`, which is
    as long, the number of bytes that the token stands for. A token of 0
    bytes (a special token) is no text, so its loss does not count. A nat
    is 1 / ln 2 bits. Raises a ValueError if no token has any bytes.

    >>> round(bits_per_byte([2.0, 1.0, 5.0], [3, 1, 0]), 3)
    1.082
    """
    n_bytes = sum(sizes)
    if n_bytes == 0:
        raise ValueError("no token stands for any byte: there is no text to measure")
    total = sum(loss for loss, size in zip(nats, sizes, strict=True) if size > 0)
    return total / (math.log(2) * n_bytes)


def evaluate_bpb(
    model: GPT,
    batches: Iterable[Batch],
    token_bytes: torch.Tensor,
    strategy: Strategy = SINGLE_PROCESS,
) -> float:
    """Bits per byte of a model over all batches of (inputs, targets), and over all ranks.

    A loader has no end: give `itertools.islice(loader, n)`. Targets of 0 bytes or of -1 leave both sums.
    """
    device = model.head.weight.device
    sizes = token_bytes.to(device)
    sums = torch.zeros(2, dtype=torch.float64, device=device)  # nats, bytes
    for inputs, targets in batches:
        sums += nats_and_bytes(model, inputs.to(device), targets.to(device), sizes)
    nats, n_bytes = strategy.all_reduce_sum(sums).tolist()
    if n_bytes == 0:
        raise ValueError("no target stands for any byte: there is no text to measure")
    return float(nats / (math.log(2) * n_bytes))


@torch.no_grad()
def nats_and_bytes(model: GPT, inputs: torch.Tensor, targets: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
    """The two sums over one batch, as float64."""
    if int(targets.max()) >= len(sizes):
        raise ValueError(f"a target is {int(targets.max())}, but the tokenizer's ids end at {len(sizes) - 1}")
    counts = torch.where(targets == IGNORE_INDEX, 0, sizes[targets])
    losses = token_losses(model, inputs, targets.masked_fill(counts == 0, IGNORE_INDEX))
    return torch.stack([losses.sum(dtype=torch.float64), counts.sum().to(torch.float64)])


@torch.no_grad()
def token_losses(model: GPT, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The loss of every target in nats, (B × T,); 0 where the target is -1.

    The logits exist for one chunk of positions at a time, small enough for the processor's cache.
    """
    x, wanted = model.forward_hidden(inputs).flatten(0, 1), targets.flatten()
    rows = max(64, LOGITS_PER_CHUNK // model.config.vocab_size)
    losses = [
        F.cross_entropy(model.head(chunk).float(), right, ignore_index=IGNORE_INDEX, reduction="none")
        for chunk, right in zip(torch.split(x, rows), torch.split(wanted, rows), strict=True)
    ]
    return torch.cat(losses)


def batches_from_texts(texts: Iterable[str], tokenizer: Tokenizer, rows: int, seq_len: int) -> Iterator[Batch]:
    """(inputs, targets) of texts laid end to end, each after the token that begins a document.

    Every token of the texts is a target once. What fills up the last row has the target -1.

    >>> inputs, targets = next(batches_from_texts(["ab", "c"], Tokenizer([], [END]), rows=1, seq_len=5))
    >>> inputs.tolist(), targets.tolist()
    ([[256, 97, 98, 256, 256]], [[97, 98, 256, 99, -1]])
    """
    end = bos_id(tokenizer, END)
    ids = torch.tensor([i for text in texts for i in (end, *tokenizer.encode(text, "none"))], dtype=torch.int64)
    if len(ids) < 2:
        return
    size = rows * seq_len
    for start in range(0, len(ids) - 1, size):
        targets = ids[start + 1 : start + 1 + size]
        n = -(-len(targets) // seq_len)  # rows that are needed
        filled = torch.full((2, n * seq_len), IGNORE_INDEX)
        filled[0] = end
        filled[0, : len(targets)] = ids[start : start + len(targets)]
        filled[1, : len(targets)] = targets
        yield filled[0].view(n, seq_len), filled[1].view(n, seq_len)
