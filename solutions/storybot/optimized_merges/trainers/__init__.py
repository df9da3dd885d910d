"""The ladder: trainers in pure Python, each `train_x(counts, n_merges)`, all with the same merges."""
