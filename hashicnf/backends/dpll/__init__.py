"""DPLL, the solver that can be traced: decide, propagate, and flip the last decision on a conflict.

No learning, no restarts, no preprocessing, no rule of pure literals: a search that a person can follow step by step, on any
clauses. Two literals of each clause are watched; a decision is chosen by a ``branching`` plug-in; backtracking is chronological.
Rules that are not encoded as clauses are theories: they are examined whenever propagation has reached a fixed point, and return
clauses.

Proofs of unsatisfiability are in DRUP: each conflict adds the clause "not all open decisions", and deletes the clauses that this
one subsumes. Clauses of theories are not consequences of the formula: they are listed separately, as axioms.
References: Davis, Logemann and Loveland 1962, "A machine program for theorem-proving"; Moskewicz et al. 2001, "Chaff"
(watched literals); Goldberg and Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas".
"""

from hashicnf.backends.dpll.recording import DpllFigures
from hashicnf.backends.dpll.session import DpllSession

__all__ = ["DpllFigures", "DpllSession"]
