"""Fingerprints: is this the same file, the same tokenizer?"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from storybot.files import FilePath

if TYPE_CHECKING:  # only for the annotation: chapter 1 must not be imported for it
    from storybot.bpe_basics.tokenizer import Tokenizer


@dataclass(frozen=True)
class FileDigest:
    """Size and hash of a file: two files with the same digest have the same content."""

    bytes: int
    sha256: str


def file_hash(path: FilePath) -> str:
    """The SHA-256 of a file.

    >>> from storybot.check.sample_file import SampleFile
    >>> file_hash(SampleFile(b"story"))[:8]
    'c478361e'
    """
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_digest(path: FilePath) -> FileDigest:
    """Size and SHA-256 of a file.

    >>> from storybot.check.sample_file import SampleFile
    >>> file_digest(SampleFile(b"story")).bytes
    5
    """
    return FileDigest(Path(path).stat().st_size, file_hash(path))


def tokenizer_fingerprint(tokenizer: Tokenizer) -> str:
    """16 hexadecimal digits that change with the pattern, the merges and the special tokens.

    Token shards, loader states and runs keep it, so that the ids of one tokenizer are never read with another.

    >>> from storybot.bpe_basics import Tokenizer
    >>> tokenizer_fingerprint(Tokenizer([])) == tokenizer_fingerprint(Tokenizer([(b"a", b"b")]))
    False
    """
    digest = hashlib.sha256(tokenizer.pattern.encode())
    for pair in tokenizer.merges:
        digest.update(b"\0".join(pair) + b"\1")
    digest.update(json.dumps(tokenizer.special_tokens, sort_keys=True).encode())
    return digest.hexdigest()[:16]
