"""Implications between literals: how ordered runs of literals stay ordered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashicnf.core.constraints import Clauses, Implication


@dataclass(frozen=True, slots=True)
class DependencyEncoding:
    """One way to write implications as clauses."""

    summary: str
    encode: Callable[[Implication], Clauses]
