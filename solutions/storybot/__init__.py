"""storybot: the reference package of *Bytes to Stories*, one subpackage a chapter.

Data flows one way, and imports follow it: text, pretokens, merges, tokenizer, batches,
model, scores. So far chapters 1 to 5 stand: `bpe_basics`, `parallel_pretokenization`,
`optimized_merges`, `data_pipeline`, `training_loop`.
"""

__version__ = "0.1.0"
