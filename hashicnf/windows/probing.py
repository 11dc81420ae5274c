"""Probing: fix what holds in every solution before anything is decided.

If unit propagation from a literal runs into a contradiction, its opposite holds; what follows from both values of a variable
holds as well. On boards of any size this fixes about three variables of four, so the windows that come after have a fourth of the
work and see twice as far. Probing, too, goes region by region: what follows from some of the clauses follows from all.
Reference: Le Berre 2001, "Exploiting the real power of unit propagation lookahead"; Lynce and Marques-Silva 2003,
"Probing-based preprocessing techniques for propositional satisfiability".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.logic import Ints
from hashicnf.windows.subformula import Excerpt
from hashicnf.windows.tiles import Tiles

REGION: Final = 24
OVERLAP: Final = 1
WORTH_A_ROUND: Final = 100  # a round that fixes fewer than one variable in so many is the last


def probe(
    blocks: tuple[Clauses, ...], home: Ints, tiles: Tiles, solver: str, deadline: Deadline = NEVER
) -> Ints | None:
    """Return 1 or -1 for variables found true or false in all models, 0 for others, int32[v + 1].

    None if that shows a contradiction, or at the deadline.
    """
    excerpt = Excerpt(blocks, home, tiles)
    value = np.zeros(len(home), dtype=np.int32)
    for top in range(0, tiles.rows, REGION):
        for left in range(0, tiles.columns, REGION):
            if deadline.is_past():
                return None
            region = tiles.rectangle(top - OVERLAP, top + REGION + OVERLAP, left - OVERLAP, left + REGION + OVERLAP)
            with PysatSession(solver, 0) as session:
                session.add(excerpt.take(region))
                local = value[excerpt.names].tolist()
                if not _fix(session, local):
                    return None
            value[excerpt.names] = local
            excerpt.clear()
    return value


def _fix(session: PysatSession, value: list[int]) -> bool:
    """Fix variables 1, 2, ... of a session until little more can be fixed; False if their clauses contradict each other."""
    for variable, known in enumerate(value):
        if known:
            session.assert_literal(variable * known)
    while True:
        fixed = 0
        for variable in range(1, len(value)):
            if value[variable]:
                continue
            for literal in _certain(session, variable):
                if value[abs(literal)] == 0:
                    value[abs(literal)] = 1 if literal > 0 else -1
                    session.assert_literal(literal)
                    fixed += 1
                elif (value[abs(literal)] > 0) != (literal > 0):
                    return False
        if fixed * WORTH_A_ROUND <= len(value):
            return True


def _certain(session: PysatSession, variable: int) -> list[int]:
    """List literals that hold because one value of a variable is impossible, or follow from both."""
    if (positive := session.implied(variable)) is None:
        return [-variable] if session.implied(-variable) is not None else [-variable, variable]
    if (negative := session.implied(-variable)) is None:
        return [variable]
    return list(positive & negative)


def reduced(blocks: tuple[Clauses, ...], value: Ints) -> tuple[Clauses, ...]:
    """Leave out the clauses that ``value``, as returned by ``probe``, satisfies, and the literals that it makes false."""
    rest = []
    for block in blocks:
        known = value[np.abs(block.lits)] * np.sign(block.lits)
        undecided = ~(known > 0).any(axis=1)
        lits, free, source = block.lits[undecided], known[undecided] == 0, block.source[undecided]
        width = free.sum(axis=1)
        for k in np.flatnonzero(np.bincount(width)):
            rows = width == k
            rest.append(Clauses(lits[rows][free[rows]].reshape(-1, k), block.origin, source[rows]))
    return tuple(rest)
