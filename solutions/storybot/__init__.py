"""storybot: the reference package of *Bytes to Stories*, one subpackage a chapter.

Data flows one way, and imports follow it: text, pretokens, merges, tokenizer, batches,
model, scores. So far chapters 1 and 2 stand: `bpe_basics`, `parallel_pretokenization`.
"""

__version__ = "0.1.0"
