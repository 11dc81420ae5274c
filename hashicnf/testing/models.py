"""Enumerate the models of a formula, projected to some literals, by PySAT directly, without the solving code of hashicnf."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

from hashicnf.backends.abilities import ABLE
from hashicnf.core.constraints import Clauses
from hashicnf.families import Puzzle
from hashicnf.passes.connectivity.choice import AUTO
from hashicnf.pipeline.compile import state


def projected(blocks: Iterable[Clauses], lits: Sequence[int]) -> set[tuple[bool, ...]]:
    """Return all combinations of values of ``lits`` in models of the blocks."""
    found: set[tuple[bool, ...]] = set()
    with Solver(ABLE) as solver:
        for block in blocks:
            for clause in block.lits.tolist():
                if not clause:
                    return set()
                solver.add_clause(clause)
        while solver.solve():
            model = set(solver.get_model() or ())
            values = tuple(lit in model for lit in lits)
            found.add(values)
            if not lits:
                break
            solver.add_clause([-lit if lit in model else lit for lit in lits])
    return found


def complete_for(puzzle: Puzzle) -> str:
    """Return the connectivity encoding with which others are compared, or ``auto`` for a puzzle without connectivity."""
    return "closure" if state(puzzle).connected else AUTO


def satisfiable(blocks: Iterable[Clauses], assumptions: Sequence[int] = ()) -> bool:
    with Solver("cadical153") as solver:
        for block in blocks:
            for clause in block.lits.tolist():
                if not clause:
                    return False
                solver.add_clause(clause)
        return bool(solver.solve(assumptions=list(assumptions)))
