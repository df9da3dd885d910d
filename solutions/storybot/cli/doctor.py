"""`storybot doctor`: will the course run here, and with which settings?"""

from __future__ import annotations

import argparse
from typing import Any


def add_commands(commands: Any) -> None:
    """Add `doctor`."""
    doctor = commands.add_parser("doctor", help="will the course run here, and with which settings?")
    doctor.add_argument("--json", action="store_true", help="as JSON, for another program")
    doctor.set_defaults(run=run_doctor)


def run_doctor(args: argparse.Namespace) -> None:
    from storybot.doctor import report

    text, status = report(args.json)
    print(text)
    if status:
        raise SystemExit(status)
