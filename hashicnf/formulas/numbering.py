"""Renumber the variables of a formula whose header declares many variables that occur in no clause.

Solvers allocate tables for all declared variables, so a header of twenty bytes could require any amount of memory. The order of the
variables is kept, so solvers that depend on it behave the same.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.core.variables import FREE_VARIABLES
from hashicnf.dimacs.reader import Cnf
from hashicnf.logic import Ints
from hashicnf.records import record
from hashicnf.trace import Tracer
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Record, Solution, Step


@record
class Numbering:
    """A renumbering: variable i has the number ``variables[i - 1]`` in the file; ``variables`` is int32[n], ascending."""

    variables: Ints

    def dense(self, cnf: Cnf) -> Cnf:
        """Return a formula in the new numbers."""
        cubes = None if cnf.cubes is None else tuple(map(self._dense, cnf.cubes))
        return replace(cnf, variables=len(self.variables), lits=self._dense(cnf.lits), cubes=cubes)

    def _dense(self, literals: Ints) -> Ints:
        number = np.searchsorted(self.variables, np.abs(literals)).astype(np.int32) + 1
        found: Ints = np.where(literals < 0, -number, number)
        return found

    def original(self, literals: Ints) -> Ints:
        """Translate literals, int32 of any shape, to the numbers of the file."""
        number = self.variables[np.abs(literals) - 1]
        found: Ints = np.where(literals < 0, -number, number)
        return found

    def line(self, text: str) -> str:
        """Translate a line of a DRUP proof: a clause with its final 0, possibly after a d."""
        *words, zero = text.split()
        mark, clause = (words[:1], words[1:]) if words[:1] == ["d"] else ([], words)
        return " ".join([*mark, *map(str, self.clause(tuple(map(int, clause)))), zero])

    def clause(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """Translate a clause, or a list of true literals."""
        return tuple(self.original(np.array(literals, dtype=np.int32)).tolist())


class Renumbered:
    """A tracer that passes records on in the numbers of the file."""

    def __init__(self, tracer: Tracer, numbering: Numbering) -> None:
        """Pass records on to ``tracer``."""
        self.active = tracer.active
        self._tracer, self._numbering = tracer, numbering

    def emit(self, record: Record) -> None:
        """Translate a record and pass it on."""
        self._tracer.emit(replace(record, step=self._translated(record.step)))

    def _translated(self, step: Step) -> Step:
        clause = self._numbering.clause
        match step:
            case Decision() | Solution():
                return replace(step, literals=clause(step.literals))
            case Forced():
                return replace(step, literal=clause((step.literal,))[0], clause=clause(step.clause))
            case Conflict() | Cut():
                return replace(step, clause=clause(step.clause))
            case _:
                return step


def numbering_of(cnf: Cnf) -> Numbering | None:
    """Return a numbering of the variables in clauses and cubes; None if the declared number is small compared to the file."""
    if cnf.variables <= max(FREE_VARIABLES, len(cnf.lits)):
        return None
    return Numbering(np.unique(np.abs(np.concatenate([cnf.lits, *(cnf.cubes or ())]))))
