"""Find a solution that breaks few clues, by a solver that is asked for fewer broken clues than its last solution has.

If very many clues are wrong, MaxSAT proves for minutes that so many have to be broken before it finds the first solution. This
search begins with any solution instead.

Reference: Martins, Joshi, Manquinho and Lynce 2014, "Incremental cardinality constraints for MaxSAT".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.answers.switched import Switched
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.errors import GaveUp
from hashicnf.logic import Ints, Sat, Unsat, by_width
from hashicnf.solving.lazy import LazyLoop

COUNTED: Final = Origin("counted", "clue")
MOST: Final = 4_000_000  # clues times broken ones up to which the broken clues are counted


def few_broken(switched: Switched, least: int, deadline: Deadline) -> tuple[object, bool]:
    """Return the best solution found by the deadline, and whether it is proved that none breaks fewer clues.

    Every solution breaks at least ``least`` clues. Raises GaveUp if none is found.
    """
    with LazyLoop(switched.compiled, DEFAULT_SOLVER, deadline) as loop:
        selectors, best = switched.load(loop), None
        loop.climb()
        loop.prefer(selectors)
        limits = selectors[:0]
        while isinstance(verdict := loop.ask(), Sat):
            best = verdict.model
            broken = int(np.count_nonzero(~best[selectors]))
            if broken <= least:
                return switched.compiled.decode(best), True
            if not len(limits):
                if broken * len(selectors) > MOST:
                    break
                limits = _limits(loop, -selectors, broken)
            loop.add([Clauses.units([-int(limits[broken - 1])], COUNTED)])
    if best is None:
        raise GaveUp("no solution was found in time, whatever the clues", "time")
    return switched.compiled.decode(best), isinstance(verdict, Unsat)


def _limits(loop: LazyLoop, literals: Ints, most: int) -> Ints:
    """Add clauses that count up to ``most`` true literals; return int32[most]: variable i is true if more than i are."""
    from pysat.card import ITotalizer

    last = int(np.abs(literals).max())
    counter = ITotalizer(lits=literals.tolist(), ubound=most - 1, top_id=last)
    try:
        loop.auxiliaries(counter.top_id - last)
        loop.add([Clauses.of(rows, COUNTED) for rows in by_width(counter.cnf.clauses)])
        return np.array(counter.rhs, dtype=np.int32)
    finally:
        counter.delete()
