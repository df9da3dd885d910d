"""The report card of a run."""
