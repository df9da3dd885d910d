"""Holding the languages together: `status` (what is stale), `parity` (same structure), `glossary`, `terms`, `stubs`."""
