"""Pairs that exclude each other: bridges that would cross."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashicnf.core.constraints import Clauses, Exclusive


@dataclass(frozen=True, slots=True)
class CrossingEncoding:
    """One way to write exclusive pairs as clauses."""

    summary: str
    encode: Callable[[Exclusive], Clauses]
