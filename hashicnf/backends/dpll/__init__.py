"""DPLL, the solver that can be traced: decide, propagate, and flip the last decision on a conflict.

No learning, no restarts, no preprocessing, no rule of pure literals: a search that a person can follow step by step, on any
clauses. Two literals of each clause are watched; a decision is chosen by a ``branching`` plug-in; backtracking is chronological.
Rules that are not written out as clauses are asked as theories whenever propagation has come to rest, and their answers become
clauses.

A proof of unsatisfiability is DRUP: each conflict adds the clause "not all open decisions", and deletes those that it makes
superfluous. Clauses that came from theories are no consequences of the formula: they are listed apart, as axioms.
References: Davis, Logemann and Loveland 1962, "A machine program for theorem-proving"; Moskewicz et al. 2001, "Chaff"
(watched literals); Goldberg and Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas".
"""

from hashicnf.backends.dpll.recording import DpllFigures
from hashicnf.backends.dpll.session import DpllSession

__all__ = ["DpllFigures", "DpllSession"]
