"""Ranks, packings, exact resume: nothing lost, nothing twice, and the very next batch."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.data_pipeline import (
    TokenBuffer,
    TokenLoader,
    backoff_delays,
    choose_best_fit,
    find_resume_position,
    groups_for_rank,
    pack_rows,
    shard_paths,
    take_batch,
    write_shards,
)
from storybot.data_pipeline.document_stream import DocumentStream
from storybot.data_pipeline.loader import Packing
from tests.data_pipeline.conftest import BOS, TOKENIZER, iter_texts


@pytest.mark.parametrize("world_size", [1, 2, 3, 7])
def test_ranks_share_all_documents_without_overlap(shards: Path, world_size: int) -> None:
    paths = shard_paths(shards)
    parts = [iter_texts(paths, rank, world_size) for rank in range(world_size)]
    assert sorted(text for part in parts for text in part) == sorted(iter_texts(paths, 0, 1))
    assert all(parts)


def test_more_ranks_than_row_groups_and_than_documents(tmp_path: Path) -> None:
    write_shards([f"document {i}" for i in range(9)], tmp_path / "s", row_group=100)
    paths = shard_paths(tmp_path / "s")
    parts = [iter_texts(paths, rank, 4) for rank in range(4)]
    assert sorted(text for part in parts for text in part) == [f"document {i}" for i in range(8)]
    assert all(iter_texts(paths, rank, 30) for rank in range(30)), "nobody starves, though they must share"
    for rank in (0, 29):
        with_loader(paths, rank=rank, world_size=30, steps=5)


def with_loader(paths: list[Path], steps: int, **options: Any) -> list[torch.Tensor]:
    loader = TokenLoader(paths, TOKENIZER, 2, 16, **options)
    try:
        return [torch.stack(next(loader)) for _ in range(steps)]
    finally:
        loader.close()


def test_the_stream_equals_the_reference(shards: Path) -> None:
    paths = shard_paths(shards)
    tokens = [token for text in iter_texts(paths, 0, 1) for token in [BOS, *TOKENIZER.encode(text, "none")]]
    loader = TokenLoader(paths, TOKENIZER, 3, 20)
    for _ in range(len(tokens) // 60 - 1):
        inputs, targets = next(loader)
        expected_inputs, expected_targets, tokens = take_batch(tokens, 3, 20)
        assert inputs.tolist() == expected_inputs
        assert targets.tolist() == expected_targets
    assert inputs.dtype == targets.dtype == torch.int64
    loader.close()


def test_every_epoch_has_every_document_once(shards: Path) -> None:
    stream = DocumentStream(shard_paths(shards), TOKENIZER, BOS)
    n = len(iter_texts(shard_paths(shards), 0, 1))
    documents = [next(stream) for _ in range(3 * n)]
    assert [d.position.epoch for d in documents] == [0] * n + [1] * n + [2] * n
    assert [d.tokens.tolist() for d in documents[:n]] == [d.tokens.tolist() for d in documents[n : 2 * n]]
    stream.close()


@pytest.mark.parametrize("packing", ["stream", "best_fit"])
@pytest.mark.parametrize(("rank", "world_size"), [(0, 1), (1, 3), (2, 40)])
def test_resume_is_exact(shards: Path, packing: Packing, rank: int, world_size: int) -> None:
    def loader() -> TokenLoader:
        return TokenLoader(shard_paths(shards), TOKENIZER, 2, 33, rank, world_size, packing=packing, buffer=20)

    whole, states, batches = loader(), [], []
    for _ in range(120):
        states.append(json.dumps(whole.state_dict()))
        batches.append(torch.stack(next(whole)))
    whole.close()
    for step in random.Random(0).sample(range(110), 12):
        again = loader()
        again.load_state_dict(json.loads(states[step]))
        for expected in batches[step : step + 10]:
            assert torch.equal(torch.stack(next(again)), expected), f"step {step}"
        again.close()


def test_a_state_of_another_loader_is_refused(shards: Path) -> None:
    one, other = (TokenLoader(shard_paths(shards), TOKENIZER, 2, n) for n in (8, 9))
    with pytest.raises(ValueError, match="belongs to another loader"):
        other.load_state_dict(one.state_dict())
    one.close()
    other.close()


def test_best_fit_rows_start_with_documents(shards: Path) -> None:
    for inputs, _ in with_loader(shard_paths(shards), 30, packing="best_fit"):
        assert (inputs[:, 0] == BOS).all()


@settings(deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=40), st.integers(2, 12), st.integers(1, 8))
def test_best_fit_is_the_linear_scan(lengths: list[int], row: int, buffer: int) -> None:
    rows, waiting, following = [], list[tuple[int, int]](), 0
    while True:
        filled, space = [], row
        while space:
            while len(waiting) < buffer and following < len(lengths):
                waiting.append((following, lengths[following]))
                following += 1
            if not waiting:
                assert pack_rows(lengths, row, buffer) == rows
                return
            at, crop = choose_best_fit([length for _, length in waiting], space)
            number, length = waiting.pop(at)
            filled.append((number, space if crop else length))
            space -= filled[-1][1]
        rows.append(filled)


@given(st.lists(st.one_of(st.integers(0, 9), st.lists(st.integers(0, 99), max_size=9)), max_size=40))
def test_the_token_buffer_is_a_queue(steps: list[Any]) -> None:
    buffer, queue = TokenBuffer(3), list[int]()
    for step in steps:
        if isinstance(step, list):
            buffer.push(np.array(step, np.uint32))
            queue += step
        elif step <= len(queue):
            assert buffer.take(step).tolist() == [queue.pop(0) for _ in range(step)]
        assert len(buffer) == len(queue)
    with pytest.raises(ValueError, match="the buffer has"):
        buffer.take(len(queue) + 1)


@given(st.lists(st.integers(0, 5), max_size=8), st.integers(-2, 40))
def test_find_resume_position_counts_tokens(lengths: list[int], used: int) -> None:
    stream = [(document, position) for document, length in enumerate(lengths) for position in range(length)]
    stream.append((len(lengths), 0))  # when nothing is left
    if 0 <= used < len(stream):
        assert find_resume_position(lengths, used) == stream[used]
    else:
        with pytest.raises(ValueError, match=f"{used} tokens cannot have been used"):
            find_resume_position(lengths, used)


def test_input_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="rank 3 of 3: ranks go from 0 to 2"):
        groups_for_rank(7, 3, 3)
    with pytest.raises(ValueError, match="a batch of 2 x 2 needs 5 tokens, and the buffer has 4"):
        take_batch([1, 2, 3, 4], 2, 2)
    with pytest.raises(ValueError, match="no document waits"):
        choose_best_fit([], 5)
    for wrong in ((0,), (3, 1.0, 0.5)):
        with pytest.raises(ValueError, match="tries and factor must be at least 1"):
            backoff_delays(*wrong)


def test_pauses_of_thousands_of_attempts_do_not_overflow() -> None:
    assert backoff_delays(5000)[-1] == 60.0


def test_nulls_and_empty_row_groups_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "holes.parquet"
    with pyarrow.parquet.ParquetWriter(path, pa.schema([("text", pa.string())])) as writer:
        for rows in (["one", None, ""], [None], ["two"]):
            writer.write_table(pa.table({"text": pa.array(rows, pa.string())}))
    stream = DocumentStream([path], TOKENIZER, BOS)
    assert [TOKENIZER.decode(next(stream).tokens[1:]) for _ in range(2)] == ["one", "two"]
    assert stream.documents_skipped == 3
    assert [TOKENIZER.decode(next(stream).tokens[1:]) for _ in range(2)] == ["one", "two"]
    assert stream.documents_skipped == 6
    stream.close()


@pytest.mark.parametrize("packing", ["stream", "best_fit"])
def test_skipped_documents_and_cropped_tokens_are_counted(tmp_path: Path, packing: Packing) -> None:
    """Everything that was read is in a batch, still waits, or is counted as lost."""
    texts = ["a" * (1 + 7 * i % 40) for i in range(50)]
    rows = [text for i, text in enumerate(texts) for text in ((text, "") if i % 5 == 0 else (text,))]  # 10 empty ones
    pyarrow.parquet.write_table(pa.table({"text": rows}), tmp_path / "a.parquet", row_group_size=8)
    loader = TokenLoader([tmp_path / "a.parquet"], TOKENIZER, 2, 16, packing=packing, buffer=6, threads=1)
    used = 0
    while loader.epoch < 2:
        next(loader)
        used += 2 * (16 if packing == "stream" else 17)  # best fit does not share a token between two rows
    waiting = len(loader._tokens) + sum(len(document.tokens) for document in loader._documents.values())
    assert loader.tokens_read == used + waiting + loader.tokens_cropped
    assert (loader.tokens_cropped > 0) == (packing == "best_fit")
    assert loader.documents_skipped >= 20, "ten in each epoch"
    before = loader.documents_skipped
    loader.load_state_dict(loader.state_dict())
    next(loader)
    assert loader.documents_skipped >= before, "the counter goes on after a state was loaded"
    loader.close()


def test_torch_is_imported_by_the_first_batch_only() -> None:
    code = "import sys, storybot.data_pipeline, storybot.data_pipeline.exercises; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
