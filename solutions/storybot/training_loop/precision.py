"""Which device, and is bfloat16 faster on it?

The machine is measured, with steps of a small model: on a CPU without instructions for bfloat16 they are many times
slower than in float32, and even where a bare matrix product gains, the rest of a step may eat it up.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import lru_cache

import torch

from storybot.model.config import config_for_depth
from storybot.model.gpt import GPT, init_model

PROBE = config_for_depth(2, vocab_size=2048, seq_len=256)  # about the model of the default run
LEAST_SPEEDUP = 2.5  # of bfloat16: so much that neither noise nor the number of threads decides about a run's numbers
ISA_LIMIT = "ONEDNN_MAX_CPU_ISA"  # the environment variable that keeps torch from using newer instructions
BFLOAT16_PRODUCT = "import torch; x = torch.ones(256, 256, dtype=torch.bfloat16); (x @ x).sum().item()"


def pick_device(name: str = "auto") -> torch.device:
    """The device called `name`; "auto" is a GPU if there is one."""
    if name != "auto":
        return torch.device(name)
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@lru_cache
def pick_dtype(device: torch.device, rounds: int = 4) -> torch.dtype:
    """float32, or bfloat16 where a step of a small model in it is at least 2.5 times as fast."""
    if device.type == "cpu" and not _bfloat16_is_safe():
        return torch.float32
    model = init_model(PROBE, device)
    times: dict[torch.dtype, list[float]] = {torch.float32: [], torch.bfloat16: []}
    for _ in range(rounds + 1):
        for dtype, seconds in times.items():
            seconds.append(_step_seconds(model, dtype))
    fastest = {dtype: min(seconds[1:]) for dtype, seconds in times.items()}  # the first round warms up; load only adds
    return torch.bfloat16 if fastest[torch.float32] >= LEAST_SPEEDUP * fastest[torch.bfloat16] else torch.float32


def _bfloat16_is_safe() -> bool:
    """Whether a product in bfloat16 ends well on this CPU, tried in a process of its own if there is a doubt.

    Some virtual machines report AMX, the instructions that torch then uses for bfloat16, but do not have them:
    the first product kills the process with "illegal instruction".
    """
    if ISA_LIMIT in os.environ or not _reports_amx():
        return True
    tried = subprocess.run([sys.executable, "-c", BFLOAT16_PRODUCT], capture_output=True, check=False)
    return tried.returncode == 0


def _reports_amx() -> bool:
    return bool(getattr(torch.cpu, "_is_amx_tile_supported", lambda: False)())


def _step_seconds(model: GPT, dtype: torch.dtype, rows: int = 4) -> float:
    """The seconds that a forward and a backward pass take."""
    device = model.head.weight.device
    tokens = torch.zeros((rows, model.config.seq_len), dtype=torch.long, device=device)  # (B, T)
    start = time.perf_counter()
    with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
        loss = model(tokens, tokens)
    loss.backward()
    model.head.weight.grad.norm().item()  # type: ignore[union-attr]  # item() waits for the device
    model.zero_grad(set_to_none=True)
    return time.perf_counter() - start
