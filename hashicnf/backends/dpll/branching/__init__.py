"""Branching rules: which literal to decide next, and which value to try first.

Each rule is a module here that ends with ``BRANCHING``; it is prepared for a formula and then called before each decision. A rule
may have state, but must be deterministic: the same search on the same formula gets the same decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.records import record
from hashicnf.registry import Registry

Choose: TypeAlias = Callable[[Sequence[int]], int]


@record
class Material:
    """The input of a branching rule: relevant variables, ascending; the clauses; a puzzle's cardinality constraints."""

    variables: tuple[int, ...]
    blocks: tuple[Clauses, ...]
    groups: tuple[Cardinality, ...] = ()


def material_of(blocks: Iterable[Clauses], concerns: Iterable[int], groups: Iterable[Cardinality]) -> Material:
    """Return the input of a branching rule; its variables are those of clauses and of the codes that concern theories."""
    kept = tuple(blocks)
    mentioned = [np.abs(block.lits).ravel() for block in kept]
    mentioned.append(np.array([code >> 1 for code in concerns], dtype=np.int32))
    return Material(tuple(np.unique(np.concatenate(mentioned)).tolist()), kept, tuple(groups))


@record
class Branching:
    """A rule: ``prepare`` returns a function from ``truth`` (see ``propagation.codes``) to the code to make true first.

    The function may return NOTHING if it prefers no literal: then the first undecided variable is decided. ``prepare`` raises
    UsageError if the rule needs input that the material lacks.
    """

    title: str
    prepare: Callable[[Material], Choose]


RULES: Final[Registry[Branching]] = Registry(__name__, "BRANCHING", "branching rule", "Branching")
