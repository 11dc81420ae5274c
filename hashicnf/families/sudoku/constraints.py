"""Declare the variables and constraints of a sudoku.

Variables: ``cell[r, c, k]`` means that the cell in row r, column c holds the number k.

    cell                        a cell holds at least one number
    row, column, box, diagonal  a number is at most once in the unit
    given                       a cell holds the number given there

That is the minimal model: if n cells all hold a number, and each of n numbers is there at most once, each is there exactly once.
The extended model also states implied constraints, which are redundant:

    single                      a cell holds at most one number
    row-place, ... -place       a number has at least one cell in the unit

With them unit propagation also finds hidden singles, and solvers need only a small part of the time.
Reference: Lynce and Ouaknine 2006, "Sudoku as a SAT problem".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Exclusive, Implies, Origin
from hashicnf.core.options import Choices, OneOf, Option
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.families.sudoku.board import Board, Grid, units
from hashicnf.logic import Bools, Ints

MINIMAL, EXTENDED = "minimal", "extended"
MODEL: Final = Option(
    "model",
    OneOf(MINIMAL, EXTENDED),
    EXTENDED,
    "minimal or extended",
    "Whether to state what the minimal model implies too, as redundant constraints.",
)
CELL: Final = Origin("cell", "cell")
SINGLE: Final = Origin("single", "cell")
GIVEN: Final = Origin("given", "cell")
PLACE: Final = "-place"


def constraints(board: Board, pool: VariablePool, options: Choices) -> Iterator[Batch]:
    """Declare the variables of cells, and yield all rules as batches, in the order in which they are written.

    The source of a unit's constraint is the index of the unit times n, plus the number minus 1; other sources are cells.
    """
    n = board.side
    cell = pool.declare("cell", n, n, n, meaning="row r, column c holds the number k", base=1).lits.reshape(n * n, n)
    count = np.arange(n * n, dtype=np.int32)
    places = {kind: _places(cell, group) for kind, group in units(board).items()}
    yield Cardinality(cell, "ge", 1, CELL, count)
    for kind, lits in places.items():
        yield Exclusive(lits, Origin(kind, kind), count[: len(lits)])
    yield _given(board, cell)
    if options[MODEL] == MINIMAL:
        return
    yield Exclusive(cell, SINGLE, count, redundant=True)
    for kind, lits in places.items():
        yield Cardinality(lits, "ge", 1, Origin(kind + PLACE, kind), count[: len(lits)], redundant=True)


def _places(cell: Ints, group: Ints) -> Ints:
    """Return, for each unit and number, the literals of that number in the unit's cells: int32[u * n, n]."""
    n = group.shape[1]
    return np.ascontiguousarray(cell[group].transpose(0, 2, 1)).reshape(len(group) * n, n)


def _given(board: Board, cell: Ints) -> Implies:
    """Return the givens as implications without premises, a clause of one literal each."""
    where = np.flatnonzero(board.givens).astype(np.int32)
    heads = cell[where, board.givens.ravel()[where] - 1].reshape(-1, 1)
    return Implies(np.empty((len(heads), 0), dtype=np.int32), heads, GIVEN, where)


def decode(board: Board, variables: Variables, model: Bools) -> Grid:  # noqa: ARG001 - the signature of all families
    """Return the grid of a model, bool[v + 1]; a cell without a number is 0."""
    holds = variables["cell"].values(model)
    return Grid(np.where(holds.any(axis=2), holds.argmax(axis=2) + 1, 0).astype(np.int32))


def model_of(board: Board, grid: Grid) -> Bools:
    """Return the values of the cells' variables in a full grid, bool[v + 1]."""
    holds = grid.cells[:, :, None] == np.arange(1, board.side + 1)
    return np.append(False, holds.ravel())
