"""Benchmarks and comparisons whose batches run in this process."""

from __future__ import annotations

from tests.batch.conftest import inline

__all__ = ["inline"]
