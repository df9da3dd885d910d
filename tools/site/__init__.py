"""The published book: a folder for any static host."""
