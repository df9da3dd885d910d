"""How long to train: from the size of a model to tokens, steps and micro-steps, before anything is started."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from storybot.model.config import ModelConfig
from storybot.model.gpt import meta_model


def compute_optimal(
    flops: float,
    vocab_size: int,
    seq_len: int,
    ratio: int = 20,
) -> tuple[int, int, int]:
    """The deepest model that this much compute can train: depth,
    parameters and training tokens.

    A model of `depth` layers is 64 * depth wide. It has an embedding and
    an output head of its own, vocab_size x width each. Each layer has
    four matrices of width x width in its attention (query, key, value and
    output projection) and two in its MLP, from width to 4 * width and
    back. It has no other parameters. It is trained on `ratio` tokens for
    each parameter, those of the embedding included.

    A training token costs 6 FLOPs for each parameter except those of the
    embedding, and 12 * width * seq_len FLOPs more in each layer. Of all
    depths, 1, 2, 3 and so on, the largest whose training costs at most
    `flops` in all is taken. If even depth 1 costs more: ValueError.

    >>> compute_optimal(4e19, 65536, 2048)
    (20, 560988160, 11219763200)
    """
    found = None
    for depth in count(1):
        width = 64 * depth
        table = vocab_size * width  # the embedding, and the head
        blocks = 12 * depth * width**2
        parameters = 2 * table + blocks
        tokens = ratio * parameters
        if tokens * (6 * (table + blocks) + 12 * depth * width * seq_len) > flops:
            break
        found = depth, parameters, tokens
    if found is None:
        raise ValueError(f"{flops:.2g} FLOPs are too few to train a model of one layer")
    return found


def accumulation_steps(
    total_batch: int,
    device_batch: int,
    seq_len: int,
    world_size: int = 1,
) -> int:
    """How many micro-steps make one step.

    A step takes in `total_batch` tokens. In a micro-step each of the
    `world_size` devices takes in `device_batch` rows of `seq_len` tokens.
    A number below 1, or a total batch that is not a whole number of
    micro-steps: ValueError.

    >>> accumulation_steps(524288, 32, 2048, 8)
    1
    >>> accumulation_steps(524288, 32, 2048)
    8
    """
    sizes = {"total_batch": total_batch, "device_batch": device_batch, "seq_len": seq_len, "world_size": world_size}
    for name, value in sizes.items():
        if value < 1:
            raise ValueError(f"{name} must be at least 1, not {value}")
    micro = device_batch * seq_len * world_size
    if total_batch % micro:
        below = total_batch // micro * micro
        nearest = f"{below:,} or {below + micro:,}" if below else f"{micro:,}"
        raise ValueError(
            f"a total batch of {total_batch:,} tokens is not a multiple of {micro:,}, which {world_size} "
            f"device{'s' if world_size > 1 else ''} with {device_batch} rows of {seq_len} tokens take in at once; "
            f"the nearest that is: {nearest}"
        )
    return total_batch // micro


@dataclass(frozen=True)
class Plan:
    """What a run will do; `accumulation` is the number of micro-steps in a step of one process."""

    parameters: int
    tokens: int
    total_batch: int
    steps: int
    accumulation: int
    flops: float

    def __str__(self) -> str:
        return (
            f"{self.parameters:,} parameters, {self.tokens:,} tokens in {self.steps:,} steps of {self.total_batch:,} "
            f"({self.accumulation} micro-step{'s' if self.accumulation > 1 else ''} each), {self.flops:.2g} FLOPs"
        )


def plan(
    config: ModelConfig,
    *,
    tokens: int | None = None,
    ratio: float | None = None,
    total_batch: int,
    device_batch: int,
    seq_len: int | None = None,
    world_size: int = 1,
) -> Plan:
    """Steps and micro-steps for this many `tokens`, or for `ratio` tokens per parameter.

    >>> from storybot.model.config import config_for_depth
    >>> big = config_for_depth(20, 65536, 2048)
    >>> print(plan(big, ratio=20, total_batch=524288, device_batch=32, world_size=8))
    560,988,160 parameters, 11,219,763,200 tokens in 21,400 steps of 524,288 (1 micro-step each), 3.9e+19 FLOPs
    """
    seq_len = seq_len or config.seq_len
    if (tokens is None) == (ratio is None):
        raise ValueError("give tokens or ratio, one of the two")
    accumulation = accumulation_steps(total_batch, device_batch, seq_len, world_size)
    model = meta_model(config)
    parameters = model.num_parameters()
    wanted = tokens if tokens is not None else int((ratio or 0) * parameters)
    steps = wanted // total_batch
    if steps < 1:
        raise ValueError(
            f"{wanted:,} tokens are less than one step of {total_batch:,}; give more tokens, or a smaller batch"
        )
    return Plan(
        parameters, wanted, total_batch, steps, accumulation, float(model.flops_per_token()) * steps * total_batch
    )
