"""Stories from a model, with a KV cache."""
