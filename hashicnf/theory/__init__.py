"""Rules that are not written out as clauses, asked while a search goes on.

A *code* is a literal as an index: 2v for variable v, 2v + 1 for its negation, so ``code ^ 1`` is the opposite and ``code >> 1`` the
variable. ``truth`` holds a 1 at the codes of true literals and 0 elsewhere; a variable with 0 at both is undecided.

A theory is examined when unit propagation has come to rest and one of the codes that concern it has become true. It answers with
clauses that follow from its rule and that matter now: all literals false (a conflict), or all but one (which is forced). They hold
everywhere, not just here, so a solver may keep them, and a proof may list them as axioms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from hashicnf.constraints import Origin
from hashicnf.logic import Ints

NOTHING: Final = 0  # no code


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


def code(literal: int) -> int:
    """Turn a DIMACS literal into its code."""
    return 2 * literal if literal > 0 else -2 * literal + 1


def codes_of(literals: Ints) -> Ints:
    """Turn literals of any shape into codes, int32 of the same shape."""
    codes: Ints = 2 * np.abs(literals) + (literals < 0)
    return codes


def literal(code: int) -> int:
    """Turn a code back into the DIMACS literal."""
    return -(code >> 1) if code & 1 else code >> 1
