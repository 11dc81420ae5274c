"""Clauses as blocks, all models of a session, and clauses that are hard to refute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hashicnf.backends import Session
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Sat, Unsat, by_width

ORIGIN = Origin("test", "clause")


def blocks(clauses: Iterable[Sequence[int]]) -> list[Clauses]:
    """Return one block for each clause, so that widths may differ and the order is kept; its source is its number."""
    rows = (np.array([clause], dtype=np.int32).reshape(1, len(clause)) for clause in clauses)
    return [Clauses(row, ORIGIN, np.array([number], dtype=np.int32)) for number, row in enumerate(rows)]


def blocks_by_width(clauses: Sequence[Sequence[int]]) -> list[Clauses]:
    """Return one block for each width, as the passes make them."""
    return [Clauses.of(rows, ORIGIN) for rows in by_width(clauses)]


def models(session: Session) -> set[tuple[bool, ...]]:
    """Ask for model after model, each excluded by a clause; none may be found twice."""
    seen = set[tuple[bool, ...]]()
    while isinstance(verdict := session.solve(), Sat):
        values = tuple(bool(x) for x in verdict.model[1:])
        assert values not in seen
        seen.add(values)
        session.add(blocks([[-v if on else v for v, on in enumerate(values, 1)]]))
    assert isinstance(verdict, Unsat)
    return seen


def pigeons(holes: int) -> tuple[int, list[list[int]]]:
    """Return the variables and clauses of one pigeon more than holes: no model, and no short proof of that."""
    place = np.arange(1, holes * (holes + 1) + 1).reshape(holes + 1, holes).tolist()
    apart = [[-place[p][hole], -place[q][hole]] for hole in range(holes) for p in range(holes + 1) for q in range(p)]
    return holes * (holes + 1), [*place, *apart]
