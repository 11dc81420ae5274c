"""Theories: rules that are not encoded as clauses, but examined during a search.

A theory is examined at a fixed point of unit propagation if one of the codes that concern it has become true. It returns
clauses that follow from its rule and in which all literals are false (a conflict), or all but one (which is forced). They hold
under every assignment, so a solver may keep them, and a proof may list them as axioms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hashicnf.core.constraints import Origin
from hashicnf.records import record


@record
class Explained:
    """A clause of DIMACS literals, and the sources of the theory's kind that it came from, 0-based."""

    clause: tuple[int, ...]
    sources: tuple[int, ...]


class Theory(Protocol):
    """A rule that is examined under partial assignments."""

    @property
    def origin(self) -> Origin:
        """Return the rule, and the kind of its sources."""

    @property
    def concerns(self) -> frozenset[int]:
        """Return the codes that can change the result of ``examine`` when they become true."""

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        """List clauses that are false, or have one undecided literal and no true one; a false clause is the only one.

        Ensures: if all variables are decided and no clause is returned, the rule holds.
        """
