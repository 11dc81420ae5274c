"""The places where worker processes run: this machine, or a Dask cluster."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from hashicnf.batch.cluster import Cluster
    from hashicnf.batch.items import Settings
    from hashicnf.batch.pool import WorkerPool

WAIT_SECONDS: Final = 60.0  # in which a cluster may have no worker


def open_pool(
    settings: Settings, jobs: int | None, cluster: str | None, patience: float = WAIT_SECONDS
) -> WorkerPool | Cluster:
    """Make the worker processes, here or on a cluster. Raises UsageError for their number where a cluster has its own."""
    if cluster is None:
        from hashicnf.batch.pool import WorkerPool

        return WorkerPool(settings, jobs or cores())
    if jobs is not None:
        raise UsageError("--jobs is for this machine, and --cluster has its own workers: give one of them (local:N)")
    from hashicnf.batch.cluster import Cluster

    return Cluster(settings, cluster, patience)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
