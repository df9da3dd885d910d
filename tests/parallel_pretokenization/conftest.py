"""A real Dask cluster for the tests of this chapter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A real Dask scheduler with two worker processes; its address."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=40
    ) as cluster:
        yield cluster.scheduler_address
