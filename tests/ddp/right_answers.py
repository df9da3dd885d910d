"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from functools import partial

from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("ring_all_reduce")
def ring_with_positions_that_move(pieces, rank, send, receive):
    n = len(pieces)
    sums = [*pieces]
    at = rank
    for step in range(2 * (n - 1)):
        send(sums[at])
        at = (at - 1) % n
        came = receive()
        sums[at] = came + sums[at] if step < n - 1 else came
        if step == n - 2:
            assert at == (rank + 1) % n
    return sums


@right("ring_all_reduce")
def ring_with_negative_positions(pieces, rank, send, receive):
    n, sums = len(pieces), pieces.copy()
    for i in range(rank, rank - n + 1, -1):
        send(sums[i])
        sums[i - 1] = sums[i - 1] + receive()
    for i in range(rank + 1 - n, rank + 2 - 2 * n, -1):
        send(sums[i % n])
        sums[(i - 1) % n] = receive()
    return sums


@right("ring_all_reduce")
def ring_in_place_on_copies(pieces, rank, send, receive):
    import copy

    n = len(pieces)
    out = copy.deepcopy(pieces)
    for step in range(n - 1):
        send(out[(rank - step) % n])
        out[(rank - step - 1) % n] += receive()
    for step in range(n - 1):
        send(out[(rank - step + 1) % n])
        out[(rank - step) % n] = receive()
    return out


@right("ring_all_reduce")
def ring_by_the_piece_that_came(pieces, rank, send, receive):
    n = len(pieces)
    sums = dict(enumerate(pieces))
    passing = pieces[rank]
    for step in range(1, n):
        send(passing)
        passing = receive() + pieces[(rank - step) % n]
    sums[(rank + 1) % n] = passing
    for step in range(n - 1):
        send(passing)
        passing = receive()
        sums[(rank - step) % n] = passing
    return [sums[index] for index in range(n)]


@right("ring_all_reduce_seconds")
def seconds_of_bytes_and_messages_apart(n_bytes, world_size, bandwidth, latency):
    if world_size < 1 or bandwidth <= 0:
        raise ValueError("world_size and bandwidth must be above 0")
    messages = 2 * world_size - 2
    return messages * latency + messages * n_bytes / (world_size * bandwidth)


@right("ring_all_reduce_seconds")
def seconds_step_by_step(n_bytes, world_size, bandwidth, latency):
    if world_size <= 0:
        raise ValueError(world_size)
    if not bandwidth > 0:
        raise ValueError(bandwidth)
    total = 0
    for _half in range(2):
        for _ in range(world_size - 1):
            total += latency + n_bytes / world_size / bandwidth
    return total


@right("ring_all_reduce_seconds")
def seconds_of_one_rank_are_zero(n_bytes, world_size, bandwidth, latency):
    if world_size < 1 or bandwidth <= 0:
        raise ValueError
    if world_size == 1:
        return 0
    share = 1 - 1 / world_size
    return 2 * share * n_bytes / bandwidth + 2 * (world_size - 1) * latency


@right("row_groups_by_micro_step")
def groups_with_remainders(n_groups, micro_steps, rank, world_size):
    if rank not in range(world_size) or micro_steps % world_size != 0:
        raise ValueError((rank, world_size, micro_steps))
    return [
        [group for group in range(n_groups) if group % micro_steps == stream]
        for stream in range(micro_steps)
        if stream % world_size == rank
    ]


@right("row_groups_by_micro_step")
def groups_by_slices(n_groups, micro_steps, rank, world_size):
    if rank < 0 or rank >= world_size:
        raise ValueError("rank")
    if micro_steps / world_size != micro_steps // world_size:
        raise ValueError("micro_steps")
    groups = list(range(n_groups))
    streams = [groups[i::micro_steps] for i in range(micro_steps)]
    return streams[rank::world_size]


@right("row_groups_by_micro_step")
def groups_with_the_exercise_of_chapter_4(n_groups, micro_steps, rank, world_size):
    from storybot.data_pipeline import groups_for_rank

    if micro_steps % world_size:
        raise ValueError
    streams = groups_for_rank(micro_steps, rank, world_size)
    return [groups_for_rank(n_groups, stream, micro_steps) for stream in streams]


@right("row_groups_by_micro_step")
def groups_in_loops(n_groups, micro_steps, rank, world_size):
    if not 0 <= rank < world_size or micro_steps % world_size:
        raise ValueError
    result = []
    for micro in range(micro_steps // world_size):
        result.append([])
        group = rank + micro * world_size
        while group < n_groups:
            result[micro].append(group)
            group += micro_steps
    return result


@right("average_gradients")
def mean_of_means(parts, world_size, all_reduce):
    if len(parts) == 0:
        raise ValueError("no parts")
    own = sum(parts) / len(parts)
    return all_reduce(own) / world_size


@right("average_gradients")
def divides_before_it_talks(parts, world_size, all_reduce):
    if not parts:
        raise ValueError("no parts")
    return all_reduce(sum(part / (world_size * len(parts)) for part in parts))


@right("average_gradients")
def mean_with_numpy(parts, world_size, all_reduce):
    import numpy as np

    if len(parts) < 1:
        raise ValueError("no parts")
    return all_reduce(np.sum(parts)) / (len(parts) * world_size)


@right("average_gradients")
def mean_that_adds_up_at_home(parts, world_size, all_reduce):
    from statistics import fmean

    try:
        own = fmean(parts)
    except ValueError as problem:
        raise ValueError("no gradients") from problem
    total = all_reduce(own)
    return total / world_size


@right("partition_by_size")
def partition_with_a_heap(sizes, world_size):
    import heapq

    if world_size < 1:
        raise ValueError("world_size")
    shares = [[] for _ in range(world_size)]
    heap = [(0, rank) for rank in range(world_size)]
    for number in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        load, rank = heapq.heappop(heap)
        shares[rank].append(number)
        heapq.heappush(heap, (load + sizes[number], rank))
    return [sorted(share) for share in shares]


@right("partition_by_size")
def partition_without_totals(sizes, world_size):
    import bisect

    if world_size <= 0:
        raise ValueError(world_size)
    shares = [[] for _ in range(world_size)]
    for _, number in sorted((-size, number) for number, size in enumerate(sizes)):
        smallest = min(shares, key=lambda share: sum(sizes[i] for i in share))
        bisect.insort(smallest, number)
    return shares


@right("partition_by_size")
def partition_by_owners(sizes, world_size):
    totals = dict.fromkeys(range(world_size), 0)
    if not totals:
        raise ValueError("world_size must be at least 1")
    owner = [0] * len(sizes)
    left = set(range(len(sizes)))
    while left:
        number = max(left, key=lambda i: (sizes[i], -i))
        left.remove(number)
        rank = min(totals, key=lambda r: (totals[r], r))
        owner[number] = rank
        totals[rank] += sizes[number]
    return [[i for i, rank in enumerate(owner) if rank == r] for r in totals]


@right("all_reduce_uneven")
def uneven_asks_with_a_bool(numbers, all_reduce):
    sums = []
    while all_reduce(len(numbers) > len(sums)) > 0:
        sums.append(all_reduce(numbers[len(sums)] if len(numbers) > len(sums) else 0))
    return sums


@right("all_reduce_uneven")
def uneven_counts_the_steps_first(numbers, all_reduce):
    steps = 0
    while all_reduce(1 if steps < len(numbers) else 0):
        steps += 1
    padded = list(numbers) + [0] * (steps - len(numbers))
    return [all_reduce(number) for number in padded]


@right("all_reduce_uneven")
def uneven_asks_after_each_step(numbers, all_reduce):
    from itertools import chain, repeat

    result = []
    own = chain(numbers, repeat(0))
    more = all_reduce(min(len(numbers), 1))
    while more:
        result += [all_reduce(next(own))]
        more = all_reduce(int(len(numbers) > len(result)))
    return result


@right("all_reduce_uneven")
def uneven_with_an_iterator(numbers, all_reduce):
    own, sums = iter(numbers), []
    while True:
        number = next(own, None)
        if all_reduce(0 if number is None else 1) == 0:
            break
        sums.append(all_reduce(number or 0))
    return sums


@right("all_reduce_uneven")
def uneven_sends_what_is_left(numbers, all_reduce):
    left, sums = list(numbers), []
    while all_reduce(len(left)):
        sums.append(all_reduce(left.pop(0) if left else 0))
    return sums
