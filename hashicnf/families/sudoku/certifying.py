"""Write the lines of certificates: the rules and places of which clauses are instances, and solutions.

    cell R C                          a cell holds exactly one number
    row N, column N, box N, diagonal N a unit holds every number exactly once
    given R C                         a cell holds the number given there

Rows, columns and units count from 1, boxes in reading order.
"""

from __future__ import annotations

from typing import Final

from hashicnf.families import Certifying
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.constraints import CELL, GIVEN, PLACE, SINGLE
from hashicnf.logic import Ints


def reason(board: Board, rule: str, source: int, _: Ints) -> str:
    """Return the rule and the cell or unit of which a clause is an instance, as a line of a certificate."""
    if rule in (CELL.rule, SINGLE.rule, GIVEN.rule):
        name = GIVEN.rule if rule == GIVEN.rule else CELL.rule
        return f"{name} {source // board.side + 1} {source % board.side + 1}"
    return f"{rule.removesuffix(PLACE)} {source // board.side + 1}"


def lines(_: Board, grid: Grid) -> list[str]:
    """Return the rows of a grid as lines."""
    return [" ".join(map(str, row)) for row in grid.rows]


def differs(board: Board, grid: Grid) -> list[int]:
    """Return a clause that excludes exactly this grid: some cell does not hold its number."""
    return [-(cell * board.side + int(number)) for cell, number in enumerate(grid.cells.ravel())]


CERTIFYING: Final[Certifying[Board, Grid]] = Certifying(lines, reason, differs)
