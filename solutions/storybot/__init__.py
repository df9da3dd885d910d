"""storybot: the reference package of *Bytes to Stories*, one subpackage a chapter.

Data flows one way, and imports follow it: text, pretokens, merges, tokenizer, batches,
model, scores. So far chapter 1 stands: `storybot.bpe_basics`.
"""

__version__ = "0.1.0"
