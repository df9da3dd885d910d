"""The doctor."""

from __future__ import annotations

import json
import subprocess
import sys


def test_the_doctor_says_ok_and_says_what_is_missing() -> None:
    done = subprocess.run([sys.executable, "-m", "storybot.doctor", "--json"], capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["ok"]
    assert {f["what"] for f in found["findings"]} >= {"Python", "torch", "compiled kernels", "memory", "disk", "GPU"}
    assert found["settings"]["workers"] >= 1
    code = "import importlib.util as u; real = u.find_spec; u.find_spec = lambda n, *a: None if n == 'torch' else real(n, *a)\nfrom storybot.cli import main; raise SystemExit(main(['doctor']))"  # noqa: E501
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "PROBLEM" in done.stdout
    assert "torch" in done.stdout
