"""Jeroslow and Wang's rule: the literal with the largest sum of 2 ** -length over the unsatisfied clauses that contain it.

Lengths count undecided literals, so short clauses, which soon become unit clauses, weigh most.
Reference: Jeroslow and Wang 1990, "Solving propositional satisfiability problems".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.backends.dpll.branching import Branching, Choose, Material
from hashicnf.backends.dpll.branching._scores import scoring, widest


def prepare(material: Material) -> Choose:
    """Return the scoring with weights by the lengths of clauses."""
    return scoring(material, np.exp2(-np.arange(widest(material) + 1.0)))


BRANCHING: Final[Branching] = Branching(
    "the literal in most unsatisfied clauses, each literal less doubling a clause's weight (Jeroslow-Wang)", prepare
)
