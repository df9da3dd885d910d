"""Fingerprints: is this the same file, the same tokenizer?"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from storybot.files import FilePath


def file_hash(path: FilePath) -> str:
    """The SHA-256 of a file."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tokenizer_fingerprint(tokenizer: Any) -> str:
    """A fingerprint of a tokenizer: what was made with another one is not mixed up with it."""
    digest = hashlib.sha256(tokenizer.pattern.encode())
    for pair in tokenizer.merges:
        digest.update(b"\0".join(pair) + b"\1")
    digest.update(json.dumps(tokenizer.special_tokens, sort_keys=True).encode())
    return digest.hexdigest()[:16]
