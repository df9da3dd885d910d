"""Data for several micro-steps: a lane for each, whoever drives in it.

A step of `n` micro-steps reads one batch from each of `n` lanes. One process drives in all of them, two in
every other one each: the step is the same, and so is the next one after the number of processes has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import torch

from storybot.data_pipeline.loader import TokenLoader


class MicroStepLoader:
    """The lanes of one process: rank, rank + W, rank + 2 W, ... where W is `world_size`."""

    def __init__(self, open_loader: Callable[[int], TokenLoader], n: int, rank: int = 0, world_size: int = 1) -> None:
        self.lanes = {lane: open_loader(lane) for lane in range(rank, n, world_size)}
        self.tokenizer = self.lanes[rank].tokenizer
        self._turn = cycle(self.lanes.values())

    def __next__(self) -> tuple[torch.Tensor, torch.Tensor]:
        return next(next(self._turn))

    @property
    def epoch(self) -> int:
        return max(lane.epoch for lane in self.lanes.values())

    def state_dict(self) -> dict[str, Any]:
        """Of this process's lanes, by their numbers. Between two steps: all lanes have gone equally far."""
        return {str(number): lane.state_dict() for number, lane in self.lanes.items()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take what belongs to the own lanes from the state of all."""
        missing = self.lanes.keys() - {int(number) for number in state}
        if missing:
            raise ValueError(f"the state has {len(state)} lanes; lane {min(missing)} is not among them")
        for number, lane in self.lanes.items():
            lane.load_state_dict(state[str(number)])
        self._turn = cycle(self.lanes.values())

    def close(self) -> None:
        for lane in self.lanes.values():
            lane.close()
