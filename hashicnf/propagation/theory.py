"""Theories: rules that are not written out as clauses, but examined while a search goes on.

A theory is examined when unit propagation has come to rest and one of the codes that concern it has become true. It answers with
clauses that follow from its rule and that matter now: all literals false (a conflict), or all but one (which is forced). They hold
everywhere, not just here, so a solver may keep them, and a proof may list them as axioms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hashicnf.core.constraints import Origin


@dataclass(frozen=True, slots=True)
class Explained:
    """A clause of DIMACS literals, and the things of the theory's kind that it speaks about, 0-based."""

    clause: tuple[int, ...]
    sources: tuple[int, ...]


class Theory(Protocol):
    """A rule that can be asked."""

    @property
    def origin(self) -> Origin:
        """Say which rule it is, and what its sources are."""

    @property
    def concerns(self) -> frozenset[int]:
        """Give the codes that can change the answer when they become true."""

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        """List clauses that are false or have one undecided literal and no true one; a conflict comes alone.

        Ensures: when all variables are decided, no answer means that the rule holds.
        """
