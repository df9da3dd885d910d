"""Plausible wrong answers to the exercises of chapter 6. `check` must refuse every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from functools import partial

from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("ring_all_reduce")
def waits_before_it_sends(pieces, rank, send, receive):
    """Everybody waits for somebody else to begin."""
    size, pieces = len(pieces), list(pieces)
    for step in range(size - 1):
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
        send(pieces[(rank - step) % size])
    for step in range(size - 1):
        pieces[(rank - step) % size] = receive()
        send(pieces[(rank + 1 - step) % size])
    return pieces


@wrong("ring_all_reduce")
def sends_everything(pieces, rank, send, receive):
    """Right sums, but whole lists go round: every rank sends as much as there are ranks."""
    total, passing = list(pieces), list(pieces)
    for _ in range(len(pieces) - 1):
        for piece in passing:
            send(piece)
        passing = [receive() for _ in passing]
        total = [mine + other for mine, other in zip(total, passing, strict=True)]
    return total


@wrong("ring_all_reduce")
def only_half_the_way(pieces, rank, send, receive):
    """The finished sums are never handed on."""
    size, pieces = len(pieces), list(pieces)
    for step in range(size - 1):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    return pieces


@wrong("ring_all_reduce")
def adds_twice(pieces, rank, send, receive):
    """In the second half the sums are added again instead of taken over."""
    size, pieces = len(pieces), list(pieces)
    for step in range(2 * (size - 1)):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    return pieces


@wrong("ring_all_reduce")
def one_round_too_many(pieces, rank, send, receive):
    """`size` steps in each half."""
    size, pieces = len(pieces), list(pieces)
    for step in range(size):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    return pieces


@wrong("ring_all_reduce")
def changes_its_argument(pieces, rank, send, receive):
    """The caller's own list is written over."""
    size = len(pieces)
    for step in range(size - 1):
        send(pieces[(rank - step) % size])
        pieces[(rank - step - 1) % size] += receive()
    for step in range(size - 1):
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces


@wrong("row_groups_by_micro_step")
def in_blocks(n_groups, micro_steps, rank, world_size):
    """Neighbouring data streams for a rank."""
    own = micro_steps // world_size
    return [list(range(stream, n_groups, micro_steps)) for stream in range(rank * own, (rank + 1) * own)]


@wrong("row_groups_by_micro_step")
def by_rank_alone(n_groups, micro_steps, rank, world_size):
    """Every micro-step reads all of the rank's row groups."""
    return [list(range(rank, n_groups, world_size)) for _ in range(micro_steps // world_size)]


@wrong("row_groups_by_micro_step")
def one_flat_list(n_groups, micro_steps, rank, world_size):
    return list(range(rank, n_groups, world_size))


@wrong("row_groups_by_micro_step")
def steps_by_the_ranks(n_groups, micro_steps, rank, world_size):
    """The right data streams, but each goes on by the number of ranks."""
    return [list(range(stream, n_groups, world_size)) for stream in range(rank, micro_steps, world_size)]


@wrong("row_groups_by_micro_step")
def micro_steps_of_each_rank(n_groups, micro_steps, rank, world_size):
    """`micro_steps` taken for those of one rank."""
    n = micro_steps * world_size
    return [list(range(stream, n_groups, n)) for stream in range(rank, n, world_size)]


@wrong("average_gradients")
def talks_every_time(parts, world_size, all_reduce):
    return sum(all_reduce(part) for part in parts) / (len(parts) * world_size)


@wrong("average_gradients")
def forgets_the_ranks(parts, world_size, all_reduce):
    return all_reduce(sum(parts)) / len(parts)


@wrong("average_gradients")
def forgets_the_micro_steps(parts, world_size, all_reduce):
    return all_reduce(sum(parts)) / world_size


@wrong("average_gradients")
def only_the_last(parts, world_size, all_reduce):
    """What a loop gives that sets the gradients to zero before each micro-step."""
    return all_reduce(parts[-1]) / world_size


@wrong("average_gradients")
def never_talks(parts, world_size, all_reduce):
    return sum(parts) / len(parts)


@wrong("average_gradients")
def divides_before_and_after(parts, world_size, all_reduce):
    return all_reduce(sum(parts) / len(parts)) / (len(parts) * world_size)


@wrong("ring_all_reduce_seconds")
def once_round(n_bytes, world_size, bandwidth, latency):
    return (world_size - 1) * (latency + n_bytes / world_size / bandwidth)


@wrong("ring_all_reduce_seconds")
def whole_data_each_step(n_bytes, world_size, bandwidth, latency):
    return 2 * (world_size - 1) * (latency + n_bytes / bandwidth)


@wrong("ring_all_reduce_seconds")
def one_latency(n_bytes, world_size, bandwidth, latency):
    return latency + 2 * (world_size - 1) * n_bytes / world_size / bandwidth


@wrong("ring_all_reduce_seconds")
def all_ranks_added_up(n_bytes, world_size, bandwidth, latency):
    return world_size * 2 * (world_size - 1) * (latency + n_bytes / world_size / bandwidth)


@wrong("ring_all_reduce_seconds")
def as_many_steps_as_ranks(n_bytes, world_size, bandwidth, latency):
    return 2 * world_size * (latency + n_bytes / world_size / bandwidth)


@wrong("partition_by_size")
def in_turn(sizes, world_size):
    return [list(range(rank, len(sizes), world_size)) for rank in range(world_size)]


@wrong("partition_by_size")
def in_the_given_order(sizes, world_size):
    """Least so far, but the largest not first."""
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number, size in enumerate(sizes):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += size
    return shares


@wrong("partition_by_size")
def to_the_fewest(sizes, world_size):
    """Counts parameters, not their sizes."""
    shares = [[] for _ in range(world_size)]
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        min(shares, key=len).append(number)
    return [sorted(share) for share in shares]


@wrong("partition_by_size")
def not_in_order(sizes, world_size):
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for number in sorted(range(len(sizes)), key=lambda number: (-sizes[number], number)):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += sizes[number]
    return shares


@wrong("partition_by_size")
def later_numbers_first(sizes, world_size):
    """Of equal sizes the higher number first."""
    shares, loads = [[] for _ in range(world_size)], [0] * world_size
    for size, number in sorted(((size, number) for number, size in enumerate(sizes)), reverse=True):
        rank = loads.index(min(loads))
        shares[rank].append(number)
        loads[rank] += size
    return [sorted(share) for share in shares]


@wrong("all_reduce_uneven")
def until_my_own_are_done(numbers, all_reduce):
    """The loop that deadlocks."""
    return [all_reduce(number) for number in numbers]


@wrong("all_reduce_uneven")
def until_the_first_is_done(numbers, all_reduce):
    """Nobody waits for ever, but what the longer ranks have left is lost."""
    sums = []
    while True:
        step = len(sums)
        if all_reduce(int(step >= len(numbers))):
            return sums
        sums.append(all_reduce(numbers[step]))


@wrong("all_reduce_uneven")
def until_a_sum_is_zero(numbers, all_reduce):
    """A sum of 0 need not be the end."""
    sums = []
    while True:
        step = len(sums)
        total = all_reduce(numbers[step] if step < len(numbers) else 0)
        if total == 0:
            return sums
        sums.append(total)


@wrong("all_reduce_uneven")
def leaves_without_a_word(numbers, all_reduce):
    """Asks whether anybody has more, but only while it has some itself."""
    sums = []
    while len(sums) < len(numbers) and all_reduce(1):
        sums.append(all_reduce(numbers[len(sums)]))
    return sums


@wrong("all_reduce_uneven")
def sums_up_the_lengths(numbers, all_reduce):
    """As many steps as all ranks have together."""
    steps = all_reduce(len(numbers))
    return [all_reduce(numbers[step] if step < len(numbers) else 0) for step in range(steps)]


@wrong("ring_all_reduce")
def whole_lists_in_few_messages(pieces, rank, send, receive):
    """As many messages as a ring sends, but each of the first half holds everything."""
    size, total, passing = len(pieces), list(pieces), list(pieces)
    for _ in range(size - 1):
        send(passing)
        passing = receive()
        total = [mine + other for mine, other in zip(total, passing, strict=True)]
    for _ in range(size - 1):
        send(total[0])
        receive()
    return total


@wrong("ring_all_reduce")
def four_ranks_at_most(pieces, rank, send, receive):
    size, pieces = len(pieces), list(pieces)
    for step in range(min(size, 4) - 1):
        send(pieces[(rank - step) % size])
        index = (rank - step - 1) % size
        pieces[index] = pieces[index] + receive()
    for step in range(min(size, 4) - 1):
        send(pieces[(rank + 1 - step) % size])
        pieces[(rank - step) % size] = receive()
    return pieces


@wrong("average_gradients")
def returns_nothing(parts, world_size, all_reduce):
    all_reduce(sum(parts))


@wrong("average_gradients")
def asks_for_ever(parts, world_size, all_reduce):
    while True:
        all_reduce(sum(parts))


@wrong("all_reduce_uneven")
def four_rounds(numbers, all_reduce):
    """Everybody goes on to a number of steps that nobody will need more of."""
    any_left = [all_reduce(int(step < len(numbers))) for step in range(8)]
    sums = [all_reduce(numbers[step] if step < len(numbers) else 0) for step in range(8)]
    return [total for total, left in zip(sums, any_left, strict=True) if left]
