"""Texts from a model, with a KV cache: start with `generator`, which decodes a `batch` by the packed `decoder`."""

from storybot.evaluation.generation.generator import ContextOverflowError, GenerationConfig, Generator
from storybot.evaluation.generation.streaming import decode_utf8_stream

__all__ = ["ContextOverflowError", "GenerationConfig", "Generator", "decode_utf8_stream"]
