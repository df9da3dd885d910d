"""storybot: the reference package of *Bytes to Stories*.

One subpackage a chapter, and `model`, on which training, DDP and evaluation stand. Data flows one way, and imports
follow it: text, pretokens, merges, tokenizer, batches, model, scores. ARCHITECTURE.md has the map.
"""

__version__ = "2.0.0.dev0"
