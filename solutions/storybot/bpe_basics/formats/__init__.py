"""Files that a tokenizer is stored in and exported to."""
