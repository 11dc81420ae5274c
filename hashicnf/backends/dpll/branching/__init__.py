"""Branching: which literal to decide next, and which value first.

A rule is a module here that ends with ``BRANCHING``; it is prepared for a formula and then asked before each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hashicnf.constraints import Cardinality, Clauses

NOTHING = 0
Choose: TypeAlias = Callable[[Sequence[int]], int]


@dataclass(frozen=True, slots=True)
class Material:
    """What a rule may look at: the number of variables, the clauses, and counting constraints where a puzzle has them."""

    variables: int
    blocks: tuple[Clauses, ...]
    groups: tuple[Cardinality, ...] = ()


@dataclass(frozen=True, slots=True)
class Branching:
    """A rule: ``prepare`` returns a function from ``truth`` (see ``theory``) to the code to make true first.

    It returns NOTHING when every clause is satisfied or every variable decided.
    """

    title: str
    prepare: Callable[[Material], Choose]
