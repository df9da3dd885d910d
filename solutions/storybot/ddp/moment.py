"""The log of a death is long. These are the lines that tell what happened."""

from __future__ import annotations

import re

SIGNS = (
    re.compile(r"(?P<told>rank \d+: (kill|stop|raise|leave) after step \d+)"),
    re.compile(r"(?P<told>rank \d+ failed in .*?)\. The backend says"),
    re.compile(
        r"^[IWE]\d{4} .*?\] (?P<told>Sending process \d+ closing signal \w+|failed \(exitcode: -?\d+\) local_rank: \d+)"
    ),
)


def summarize_failure(lines: list[str]) -> list[str]:
    """Who died, what the others noticed, what torchrun did; without tracebacks, dates and paths.

    >>> summarize_failure(["rank 1: kill after step 13", "[rank0]: Traceback", "E1117 19:21 1 api.py:2] failed (exitcode: -9)"
    ...     " local_rank: 1 (pid: 7) of binary: python"])
    ['rank 1: kill after step 13', 'torchrun: failed (exitcode: -9) local_rank: 1']
    """
    found = []
    for line in lines:
        match = next((match for sign in SIGNS if (match := sign.search(line))), None)
        if match is not None:
            by_torchrun = re.match(r"[IWE]\d{4} ", line)
            found.append(("torchrun: " if by_torchrun else "") + match["told"])
    return found
