"""Cardinality constraints: how many literals of a set are true.

An encoding here is a *template*: clauses over the abstract literals 1..w of one constraint shape, with auxiliaries numbered
from w + 1. Boards have a handful of shapes and up to millions of constraints, so an encoding runs once per shape, and
``stamp`` copies its clauses over all rows of a batch at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hashicnf.core.constraints import Op
from hashicnf.passes.template import AbstractClauses
from hashicnf.registry import Registry


@dataclass(frozen=True, slots=True)
class Shape:
    """What a template depends on: ``width`` literals, operator, bound, and the length of ordered runs (1: unordered)."""

    width: int
    op: Op
    bound: int
    chain: int = 1


@dataclass(frozen=True, slots=True)
class CardinalityEncoding:
    """One way to count. ``clauses`` gives the clauses of a shape over literals 1..width and auxiliaries above.

    ``needs_order`` tells that the encoding relies on runs being ordered. ``missing`` returns how to install what the encoding
    needs, or None when nothing is missing.
    """

    summary: str
    clauses: Callable[[Shape], AbstractClauses]
    needs_order: bool = False
    missing: Callable[[], str | None] = lambda: None


CARDINALITY: Final[Registry[CardinalityEncoding]] = Registry(
    "hashicnf.passes.cardinality", "ENCODING", "cardinality encoding"
)
