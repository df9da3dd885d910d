"""Optimizers: Muon and AdamW, which parameter gets which, and the schedule of their learning rates."""
