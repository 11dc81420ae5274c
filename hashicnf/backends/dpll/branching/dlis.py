"""DLIS, the dynamic largest individual sum: the literal that occurs in most unsatisfied clauses.

Reference: Marques-Silva 1999, "The impact of branching heuristics in propositional satisfiability algorithms".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.backends.dpll.branching import Branching, Choose, Material
from hashicnf.backends.dpll.branching._scores import scoring, widest


def prepare(material: Material) -> Choose:
    """Return the scoring with equal weights of all clauses."""
    return scoring(material, np.ones(widest(material) + 1))


BRANCHING: Final[Branching] = Branching("the literal in most unsatisfied clauses (DLIS)", prepare)
