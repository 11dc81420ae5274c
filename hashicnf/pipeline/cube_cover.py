"""Whether the cubes of an incremental formula cover all assignments, so that the formula has no model if each cube has none.

Cubes cover all assignments exactly if the clauses of their negated literals have no model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.dimacs.cubes import is_partition
from hashicnf.logic import NO_LITERALS, Ints, Unsat

NEGATED: Final = Origin("cubes", "negated cube")
MOST_CONFLICTS: Final = 20_000  # about a second


def cover_all(cubes: Sequence[Ints]) -> bool:
    """Return whether cubes, int32[k] each, are known to cover all assignments; those that take a solver long are not known to."""
    if is_partition([*dict.fromkeys(tuple(cube.tolist()) for cube in cubes)]):  # most are, so no solver is loaded
        return True
    sizes = [len(cube) for cube in cubes]
    return 0 in sizes or (bool(cubes) and _is_refuted(np.concatenate(cubes), np.repeat(np.arange(len(sizes)), sizes)))


def _is_refuted(literals: Ints, cube: Ints) -> bool:
    """Return whether a solver refutes the negations of cubes within the limit; each literal is of the ``cube`` of that number."""
    from hashicnf.backends.choose import DEFAULT_SOLVER, open_assuming

    known = np.unique(np.abs(literals))  # tables are too small for some numbers of a file
    variable = np.searchsorted(known, np.abs(literals)).astype(np.int32) + 1
    negated = np.where(literals > 0, -variable, variable)
    count = int(cube[-1]) + 1
    with open_assuming(DEFAULT_SOLVER, len(known)) as session:
        session.add([Clauses.of(rows, NEGATED) for _, rows in ragged_by_width(cube, negated, count)])
        return isinstance(session.assume(NO_LITERALS, MOST_CONFLICTS), Unsat)
