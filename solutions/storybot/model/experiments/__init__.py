"""Experiments in which the model is seen at work: a copying task, and the model with one of its parts left out."""
